"""Small widgets that any view may use; they know nothing of translation."""
