"""Overtaking and cancelling of requests."""

import threading

import pytest

from engine.inbox import Inbox


def request(number: int, channel: str, kind: str = "translate") -> dict:
    return {"id": number, "channel": channel, "kind": kind}


def test_requests_come_out_in_the_order_of_arrival() -> None:
    inbox = Inbox()
    for number, channel in enumerate("abc"):
        assert inbox.put(request(number, channel)) == []
    assert [inbox.take().id for _ in range(3)] == [0, 1, 2]


def test_a_newer_request_overtakes_what_waits_on_its_channel() -> None:
    inbox = Inbox()
    for number, channel in enumerate("aba"):
        ended = inbox.put(request(number, channel))
    assert [job.id for job in ended] == [0]
    assert [inbox.take().id for _ in range(2)] == [1, 2]


def test_a_newer_request_overtakes_what_is_worked_on() -> None:
    inbox = Inbox()
    inbox.put(request(1, "a"))
    job = inbox.take()
    inbox.put(request(2, "b"))
    assert not job.overtaken
    inbox.put(request(3, "a"))
    assert job.overtaken


def test_cancel_ends_what_runs_and_waits_on_the_channel_and_adds_nothing() -> None:
    inbox = Inbox()
    inbox.put(request(1, "a"))
    job = inbox.take()
    inbox.put(request(2, "b"))
    assert [ended.id for ended in inbox.put(request(3, "b", "cancel"))] == [2]
    inbox.put(request(4, "a", "cancel"))
    assert job.overtaken
    inbox.put(request(5, "c"))
    assert inbox.take().id == 5


def test_shutdown_wakes_who_waits_and_ends_what_runs() -> None:
    inbox = Inbox()
    inbox.put(request(1, "a"))
    inbox.take()
    taken = []
    waiter = threading.Thread(target=lambda: taken.append(inbox.take()))
    waiter.start()
    inbox.put(request(2, "", "shutdown"))
    waiter.join(timeout=5)
    assert taken == [None]
    assert inbox.take() is None


def test_closing_overtakes_the_running_request() -> None:
    inbox = Inbox()
    inbox.put(request(1, "a"))
    job = inbox.take()
    inbox.put(request(2, "b"))
    assert [ended.id for ended in inbox.close()] == [2]
    assert job.overtaken


@pytest.mark.parametrize("value", ["x", None, [1], 1.5, float("inf")])
def test_a_number_that_is_none_is_answered_as_0(value: object) -> None:
    inbox = Inbox()
    inbox.put({"id": value, "channel": "a"})
    assert inbox.take().id == 0


def test_the_background_waits_for_all_others() -> None:
    inbox = Inbox()
    for number, channel in enumerate("abc"):
        inbox.put({**request(number, channel), "background": channel == "a"})
    assert [inbox.take().id for _ in range(3)] == [1, 2, 0]


def test_what_is_put_off_comes_after_the_request_that_pressed() -> None:
    inbox = Inbox()
    inbox.put({**request(1, "a"), "background": True})
    job = inbox.take()
    inbox.put({**request(2, "b"), "background": True})
    assert not inbox.is_pressed(job)
    inbox.put(request(3, "c"))
    assert inbox.is_pressed(job)
    assert inbox.put_off(job)
    assert [inbox.take().id for _ in range(3)] == [3, 1, 2]


def test_a_request_that_was_cancelled_is_not_put_off() -> None:
    inbox = Inbox()
    inbox.put({**request(1, "a"), "background": True})
    job = inbox.take()
    inbox.put(request(2, "a", "cancel"))
    assert not inbox.put_off(job)
    inbox.put(request(3, "b"))
    assert inbox.take().id == 3


def test_an_interactive_request_gives_way_to_none() -> None:
    inbox = Inbox()
    inbox.put(request(1, "a"))
    job = inbox.take()
    inbox.put(request(2, "b"))
    assert not inbox.is_pressed(job)
