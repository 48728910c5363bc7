"""What leaves the window as files: pictures, numbers, and both of many sentences at once."""
