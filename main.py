"""The program: no arguments open the window, anything else is a command. Loads only the side it needs."""

import sys


def main(arguments: list[str]) -> int:
    """Run the window or a command; the exit code."""
    if not arguments:
        from explorer.app import run

        return run()
    from engine.cli import main as run_command

    return run_command(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
