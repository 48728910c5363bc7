"""The subcommands of the command line, one file each: its arguments, and what it does with them."""
