"""What a translation depends on, found out by changing things and looking again."""
