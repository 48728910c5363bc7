"""The program: no arguments open the window, anything else is a command. Loads only the side it needs."""

import sys


def main(arguments: list[str]) -> int:
    """Run the window or a command; the exit code."""
    try:
        if not arguments:
            from explorer.app import run

            return run()
        from engine.cli import main as run_command

        return run_command(arguments)
    except KeyboardInterrupt:  # while modules were loading; later each side sees to it itself
        print("Stopped.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
