"""How numbers are written on screen."""

MINUS = "\N{MINUS SIGN}"


def number(value: float, digits: int = 3) -> str:
    """A number with this many decimals and a true minus sign; never a negative zero."""
    return f"{round(float(value), digits) + 0.0:.{digits}f}".replace("-", MINUS)
