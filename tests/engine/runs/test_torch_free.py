"""The window loads these modules, so none of them may load torch or Qt."""

import pkgutil
import subprocess
import sys

import engine.runs


def test_no_module_of_runs_nor_the_catalogue_needs_torch_or_qt() -> None:
    names = [f"engine.runs.{module.name}" for module in pkgutil.iter_modules(engine.runs.__path__)]
    assert len(names) > 10
    code = "import sys\nfor name in ('torch', 'PySide6'):\n    sys.modules[name] = None\n" + "".join(
        f"import {name}\n" for name in [*names, "engine.catalogue"]
    )
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True)
