"""Tasks: work on another thread, callbacks on the UI thread, nothing of a cancelled task."""

import threading
import time

from PySide6.QtCore import QObject

from explorer.services.tasks import finish_tasks, run_task


def test_work_runs_elsewhere_and_its_callback_here(qtbot) -> None:
    threads = {}

    def work(control) -> int:
        threads["work"] = threading.get_ident()
        return 7

    def on_done(result: int) -> None:
        threads["done"] = threading.get_ident()
        threads["result"] = result

    run_task(work, on_done)
    qtbot.waitUntil(lambda: "done" in threads)
    assert threads["result"] == 7
    assert threads["done"] == threading.get_ident() != threads["work"]


def test_a_failure_is_told_as_the_exception_itself(qtbot) -> None:
    failures = []
    run_task(lambda _: [][0], lambda _: failures.append("done"), failures.append)
    qtbot.waitUntil(lambda: bool(failures))
    assert isinstance(failures[0], IndexError)


def test_a_cancelled_task_calls_nothing_and_its_work_is_told(qtbot) -> None:
    begun, told, seen = threading.Event(), [], []

    def work(control) -> str:
        begun.set()
        while not control.cancelled:
            time.sleep(0.001)
        seen.append("stopped")
        control.report("too late")
        return "too late"

    task = run_task(work, told.append, told.append, on_progress=told.append)
    assert begun.wait(2)
    task.cancel()
    qtbot.waitUntil(lambda: seen == ["stopped"])
    qtbot.wait(30)
    assert told == []


def test_progress_comes_in_order_before_the_result(qtbot) -> None:
    told: list[object] = []

    def work(control) -> str:
        for share in (1, 2, 3):
            control.report(share)
        return "done"

    run_task(work, told.append, on_progress=told.append)
    qtbot.waitUntil(lambda: "done" in told)
    assert told == [1, 2, 3, "done"]


def test_a_result_for_a_deleted_owner_is_dropped(qtbot) -> None:
    owner, told = QObject(), []
    go, ended = threading.Event(), threading.Event()

    def work(control) -> None:
        go.wait(2)
        ended.set()

    run_task(work, told.append, owner=owner)
    owner.deleteLater()
    qtbot.wait(10)
    go.set()
    assert ended.wait(2)
    qtbot.wait(30)
    assert told == []


def test_the_inline_executor_has_the_result_at_once(inline_tasks: None) -> None:
    told: list[int] = []
    run_task(lambda _: 3, told.append)
    assert told == [3]


def test_without_an_error_callback_a_failure_reaches_the_exception_hook(qtbot, inline_tasks: None) -> None:
    with qtbot.captureExceptions() as exceptions:
        run_task(lambda _: 1 // 0, print)
    assert [kind for kind, _, _ in exceptions] == [ZeroDivisionError]


def test_finishing_waits_for_work_that_runs() -> None:
    begun, ended = threading.Event(), []

    def work(control) -> None:
        begun.set()
        time.sleep(0.05)
        ended.append(True)

    run_task(work, print)
    assert begun.wait(2)
    assert finish_tasks(2.0)
    assert ended == [True]
