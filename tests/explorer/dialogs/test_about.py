"""About: what is said is what is installed, and the way to the list of keys."""

from importlib.metadata import version

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel

from engine import __version__
from explorer.about import PACKAGES, Package
from explorer.dialogs.about import AboutDialog
from explorer.main_window import MainWindow


@pytest.fixture
def dialog(window: MainWindow):
    window.actions_by_name["about"].trigger()
    yield window.dialogs.about
    window.dialogs.about.close()


def test_it_says_the_version_the_papers_the_licence_and_the_packages(dialog: AboutDialog) -> None:
    words = [label.text() for label in dialog.findChildren(QLabel)]
    assert f"Alignment Explorer {__version__}" in words
    assert "Licence: MIT" in words
    assert {"1409.0473", "1406.1078", "1409.3215"} <= {text.rpartition(":")[2] for text in words}
    packages = {text.split(" · ")[0] for text in words if " · " in text}
    assert f"numpy {version('numpy')}" in packages
    assert {package.split()[0] for package in packages} == {package.name for package in PACKAGES}


def test_the_packages_are_those_that_the_program_depends_on(pytestconfig) -> None:
    project = (pytestconfig.rootpath / "pyproject.toml").read_text(encoding="utf-8")
    listed = project.split("dependencies = [", 1)[1].split("]", 1)[0]
    assert {package.name for package in PACKAGES} == {
        line.strip().strip('",').split(">")[0] for line in listed.splitlines() if line.strip()
    }


def test_a_package_that_is_not_installed_has_no_version() -> None:
    assert Package("no-such-package", "", "").version() == ""


def test_versions_are_copied_and_the_keys_are_opened(dialog: AboutDialog, window: MainWindow) -> None:
    buttons = {button.text(): button for button in dialog.findChildren(type(dialog.keys))}
    buttons["Copy versions"].click()
    assert f"numpy {version('numpy')}" in QGuiApplication.clipboard().text()
    dialog.keys.click()
    assert window.dialogs.keys.isVisible()
    window.dialogs.keys.close()
