"""The program: no arguments open the window, anything else is a command. Loads only the side it needs."""

import sys

_INSTALL = "Run the first command of README.md, or start the program with the Python that it set up."


def main(arguments: list[str]) -> int:
    """Run the window or a command; the exit code."""
    try:
        return _run(arguments)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] in ("engine", "explorer"):
            raise
        print(f"error: {error.name} is not installed for {sys.executable}. {_INSTALL}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:  # while modules were loading; later each side sees to it itself
        print("Stopped.", file=sys.stderr)
        return 130


def _run(arguments: list[str]) -> int:
    if not arguments:
        from explorer.app import run

        return run()
    from engine.cli import main as run_command
    from explorer.exporting import command as export  # draws with Qt, and loads it only when it runs

    return run_command(arguments, {"export": export})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
