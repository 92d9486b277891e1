"""Tests the Python package as users install it: from the wheel, without the source folder."""

import asyncio
import gc
import pickle
import re
import threading
import traceback
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

import live_activities
from live_activities import (
    Draft, Limits, LiveActivitiesError, Provider, Refusal, Refused, Runtime, Undecodable, UnknownActivity, errors,
)  # fmt: skip

EVENING = datetime(2026, 6, 20, 17, tzinfo=timezone.utc)
ORDER = {"orderNumber": 42, "restaurantName": "Pizza"}


def story(changes):
    """The names of the changes, without times and ids."""
    return [change["change"] for change in changes]


@pytest.fixture
def runtime():
    with Runtime(seed=1, virtual_time=True) as runtime:
        runtime.advance(EVENING)
        yield runtime


class Egg(Provider):
    """An egg that boils for some minutes and is then done."""

    kind = "egg"

    def content(self, draft: Draft) -> None:
        draft.state = {"done": False, "turned": 0}

    def begin(self, draft: Draft) -> None:
        draft.wake = draft.now + timedelta(minutes=draft.attributes["minutes"])
        draft.stale = draft.wake + timedelta(minutes=1)

    def handle(self, event, draft: Draft) -> None:
        if event == "turned":
            draft.state["turned"] += 1
        elif event == "dropped":
            raise Refusal("an egg is not dropped")
        elif event == "broken":
            draft.state["broken"] = object()
        else:
            raise Undecodable(f"an egg knows no '{event}'")

    def tick(self, draft: Draft) -> None:
        draft.state["done"] = True
        draft.alert("Your egg", "is done", sound="ping.caf")
        draft.end(visible=timedelta(minutes=5))

    def perform(self, action: str, draft: Draft) -> None:
        draft.end(visible=timedelta(0))

    def topics(self, attributes) -> list[str]:
        return [f"pan/{attributes['pan']}"] if "pan" in attributes else []

    def validate(self, attributes, state) -> None:
        if state is None and attributes["minutes"] <= 0:
            raise Refusal("an egg needs time")

    def samples(self):
        return {"attributes": [{"minutes": 4}], "story": [{"after_s": 60, "event": "turned"}], "actions": []}


def test_an_order_from_its_start_to_its_end(runtime):
    order = runtime.start("delivery", "anna", ORDER, key="42")
    assert runtime.start("delivery", "anna", ORDER, key="42") == order
    assert runtime.find("anna", "delivery", "42") == order
    assert runtime.activities("anna") == runtime.activities() == [order]
    assert runtime.attributes(order)["restaurantName"] == "Pizza"

    assert runtime.send(order, {"preparationStarted": {}}, id="1") == "applied"
    assert runtime.send(order, {"preparationStarted": {}}, id="1") == "ignored"
    assert runtime.content(order)["currentStep"] == "preparing"
    assert runtime.end(order, visible=timedelta(minutes=10)) == "applied"
    assert runtime.state(order) == "ended"
    runtime.advance(EVENING + timedelta(minutes=10) - timedelta(milliseconds=1))
    assert runtime.state(order) == "ended"
    assert runtime.advance(EVENING + timedelta(minutes=10)) is None
    with pytest.raises(LiveActivitiesError, match="LA_ERROR_UNKNOWN_ACTIVITY"):
        runtime.state(order)
    changes = runtime.poll()
    assert story(changes) == ["started", "updated", "ignored", "ended", "dismissed"]
    assert runtime.poll() == []


def test_what_is_refused_changes_nothing(runtime):
    order = runtime.start("delivery", "anna", ORDER)
    before = runtime.content(order)
    runtime.poll()
    with pytest.raises(LiveActivitiesError) as error:
        runtime.send(order, {"exploded": {}})
    assert (error.value.status, error.value.name) == (-21, "LA_ERROR_UNDECODABLE")
    assert "preparationStarted" in error.value.reason
    with pytest.raises(LiveActivitiesError, match="LA_ERROR_UNKNOWN_KIND"):
        runtime.start("nothing", "anna", {})
    with pytest.raises(LiveActivitiesError, match="LA_ERROR_INVALID_VALUE|LA_ERROR_UNDECODABLE"):
        runtime.start("meditationTimer", "anna", {"timerDuration": -1, "cycles": 1})
    with pytest.raises(ValueError, match="time zone"):
        runtime.advance(datetime(2026, 6, 20))
    with pytest.raises(ValueError, match="16 hexadecimal"):
        runtime.state("nobody")
    assert runtime.content(order) == before and runtime.poll() == []


def test_a_name_is_passed_on_whole_or_not_at_all(runtime):
    """A string ends at U+0000 in C: the library would look for another owner."""
    with pytest.raises(Undecodable, match=r"owner: .*U\+0000"):
        runtime.permit("anna\0smith", False)
    for call in (
        lambda: runtime.permits("anna\0smith", "delivery"), lambda: runtime.permits("anna", "delivery\0"),
        lambda: runtime.find("anna\0", "delivery", "42"), lambda: runtime.activities("anna\0"),
        lambda: runtime.reader(owner="anna\0"), lambda: runtime.describe("delivery\0"), lambda: runtime.add_kind("egg\0"),
        lambda: runtime.add_consumer("push\0"), lambda: runtime.load_plugin("plugin.so\0"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=r"U\+0000"):
            call()


def test_a_kind_with_rules_in_python(runtime):
    runtime.add(Egg())
    assert runtime.describe("egg")["story"] == [{"after_s": 60, "event": "turned"}]
    egg = runtime.start("egg", "anna", {"minutes": 4, "pan": 1})
    assert runtime.publish("pan/1", "turned") == {"applied": 1, "unchanged": 0, "refused": 0}
    assert runtime.content(egg) == {"done": False, "turned": 1}
    with pytest.raises(LiveActivitiesError, match="LA_ERROR_REFUSED.*not dropped"):
        runtime.send(egg, "dropped")
    with pytest.raises(LiveActivitiesError, match="LA_ERROR_UNDECODABLE.*no 'boiled'"):
        runtime.send(egg, "boiled")
    with pytest.raises(LiveActivitiesError, match="LA_ERROR_REFUSED.*not JSON serializable"):
        runtime.send(egg, "broken")
    with pytest.raises(LiveActivitiesError, match="LA_ERROR_INVALID_VALUE.*needs time"):
        runtime.start("egg", "anna", {"minutes": 0})
    with pytest.raises(LiveActivitiesError, match="LA_ERROR_INVALID_VALUE.*KeyError"):
        runtime.start("egg", "anna", {})
    assert runtime.content(egg) == {"done": False, "turned": 1}

    runtime.poll()
    assert runtime.advance(EVENING + timedelta(minutes=4)) == EVENING + timedelta(minutes=9)
    changes = runtime.poll()
    assert story(changes) == ["updated", "alerted", "ended"]
    assert changes[0]["content"]["state"] == {"done": True, "turned": 1}
    assert changes[1]["alert"]["title"] == "Your egg"

    second = runtime.start("egg", "ben", {"minutes": 4})
    runtime.perform(second, "eat")
    assert runtime.activities("ben") == []


def test_a_mistake_in_a_provider_comes_back_with_its_traceback(runtime, caplog):
    class Cracked(Egg):
        def handle(self, event, draft: Draft) -> None:
            self.peel(event)

        def peel(self, event) -> None:
            raise Refusal("not now") if event == "refused" else KeyError(event)

        def tick(self, draft: Draft) -> None:
            raise ZeroDivisionError("an egg has no halves")

    runtime.add(Cracked())
    egg = runtime.start("egg", "anna", {"minutes": 4})
    with pytest.raises(Refused, match="KeyError: 'shell'") as failure:
        runtime.send(egg, "shell")
    cause = failure.value.__cause__
    assert isinstance(cause, KeyError)
    assert "peel" in [frame.name for frame in traceback.extract_tb(cause.__traceback__)]
    with pytest.raises(Refused, match="not now") as failure:
        runtime.send(egg, "refused")
    assert isinstance(failure.value.__cause__, Refusal)
    with pytest.raises(Refused) as failure:
        runtime.publish("pan/1", "shell")
        runtime.send(egg, "refused")
    assert caplog.records == []
    # A deadline has no caller, so its error is logged.
    runtime.advance(EVENING + timedelta(minutes=4))
    (record,) = caplog.records
    assert (record.name, record.getMessage()) == (
        "live_activities", "the provider of 'egg' has raised ZeroDivisionError('an egg has no halves')",
    )  # fmt: skip
    assert record.exc_info[0] is ZeroDivisionError
    # The logged error is not the cause of the next error.
    with pytest.raises(UnknownActivity) as failure:
        runtime.end("0000000000000001")
    assert failure.value.__cause__ is None


def test_a_refusal_with_any_text_is_a_refusal(runtime):
    class Garbled(Egg):
        def handle(self, event, draft: Draft) -> None:
            raise Refusal("\0no \ud800")

        def topics(self, attributes) -> list[str]:
            if attributes["minutes"] == 5:
                raise Refusal("\0no \ud800")
            return []

    runtime.add(Garbled())
    egg = runtime.start("egg", "anna", {"minutes": 4})
    with pytest.raises(Refused, match=r"no \?"):
        runtime.send(egg, "turned")
    with pytest.raises(LiveActivitiesError, match=r"LA_ERROR_INVALID_VALUE.*topics"):
        runtime.start("egg", "ben", {"minutes": 5})


def test_each_code_has_a_class_under_one_base(runtime):
    for error, call in {
        errors.UnknownKind: lambda: runtime.start("nothing", "anna", {}),
        errors.NothingRunning: lambda: runtime.find("anna", "delivery", "42"),
        errors.Undecodable: lambda: runtime.start("delivery", "anna", {}),
        errors.InvalidArgument: lambda: runtime.add_kind(""),
    }.items():
        with pytest.raises(error) as failure:
            call()
        assert isinstance(failure.value, LiveActivitiesError) and failure.value.name.startswith("LA_ERROR_")
        again = pickle.loads(pickle.dumps(failure.value))
        assert (type(again), str(again)) == (error, str(failure.value))


def test_the_version_is_the_librarys():
    assert re.fullmatch(r"[0-9]+\.[0-9]+\.[0-9]+", live_activities.__version__)


def test_a_member_that_the_kind_does_not_have_is_a_notice():
    with Runtime(seed=1, virtual_time=True) as runtime:
        runtime.advance(EVENING)
        order = runtime.start("delivery", "anna", {"orderNumber": 1, "restaurantName": "Pizza", "destinationCty": "Bern"})
        runtime.send(order, {"preparationStarted": {"at": 1}})
        notices = runtime.notices()
        assert [notice["path"] for notice in notices] == ["attributes.destinationCty", "event.preparationStarted.at"]
        assert notices[0]["suggestion"] == "destinationCity" and "did you mean" in notices[0]["message"]
        assert runtime.notices() == []


@pytest.mark.parametrize("path", ["a.sqlite", Path("a.sqlite")])
def test_a_path_in_place_of_a_store_is_named(path):
    with pytest.raises(TypeError, match="store_path"):
        Runtime(store=path)


def test_a_snapshot_goes_on_elsewhere(runtime):
    runtime.add(Egg())
    egg = runtime.start("egg", "anna", {"minutes": 4})
    runtime.poll()
    with Runtime(seed=2, virtual_time=True) as other:
        other.add(Egg())
        other.restore(runtime.snapshot())
        assert other.unreadable() == []
        for each in (runtime, other):
            each.advance(EVENING + timedelta(minutes=4))
        assert other.poll() == runtime.poll()
        assert other.content(egg) == {"done": True, "turned": 0}
        with pytest.raises(LiveActivitiesError, match="LA_ERROR_CANNOT_RESTORE"):
            other.restore("{}")
        assert other.content(egg) == {"done": True, "turned": 0}


def test_permissions_leases_and_schedules(runtime):
    timer = runtime.start("meditationTimer", "anna", {"timerDuration": 600, "cycles": 1})
    runtime.permit("anna", False)
    assert runtime.activities("anna") == []
    with pytest.raises(LiveActivitiesError, match="LA_ERROR_DENIED"):
        runtime.start("meditationTimer", "anna", {"timerDuration": 600, "cycles": 1})
    runtime.permit("anna", True)
    with pytest.raises(LiveActivitiesError, match="LA_ERROR_ALERT_REQUIRED"):
        runtime.start("delivery", "anna", ORDER, start=EVENING + timedelta(hours=1))
    later = runtime.start(
        "delivery", "anna", ORDER, start=EVENING + timedelta(hours=1), alert={"title": "Soon", "body": "your order"}
    )
    assert later != timer and runtime.state(later) == "pending"
    leased = runtime.start("delivery", "ben", ORDER, lease=(timedelta(minutes=1), timedelta(minutes=3)))
    runtime.advance(EVENING + timedelta(minutes=2))
    assert runtime.state(leased) == "stale"
    runtime.renew_lease(leased)
    runtime.advance(EVENING + timedelta(minutes=4))
    assert runtime.state(leased) == "stale"
    runtime.advance(EVENING + timedelta(minutes=5))
    assert runtime.state(leased) == "ended"


def test_limits_are_kept():
    with Runtime(virtual_time=True, limits=Limits(activities_per_owner=1, refuse_dismissed=timedelta(hours=1))) as runtime:
        runtime.advance(EVENING)
        order = runtime.start("delivery", "anna", ORDER, key="1")
        with pytest.raises(LiveActivitiesError, match="LA_ERROR_TOO_MANY_ACTIVITIES_OF_OWNER"):
            runtime.start("delivery", "anna", ORDER, key="2")
        runtime.dismiss(order)
        with pytest.raises(LiveActivitiesError, match="LA_ERROR_DISMISSED_BY_PERSON"):
            runtime.start("delivery", "anna", ORDER, key="1", now=EVENING + timedelta(hours=1) - timedelta(milliseconds=1))
        runtime.start("delivery", "anna", ORDER, key="1", now=EVENING + timedelta(hours=1))


def test_changes_come_with_asyncio():
    """Deadlines run too: the egg is done without another call."""

    class QuickEgg(Egg):
        def begin(self, draft: Draft) -> None:
            draft.wake = draft.now + timedelta(milliseconds=30)

    async def follow():
        with Runtime() as runtime:
            runtime.add(QuickEgg())
            egg = runtime.start("egg", "anna", {"minutes": 4})
            asyncio.get_running_loop().call_soon(lambda: runtime.send(egg, "turned"))
            seen = []
            async for change in runtime.changes():
                seen.append(change["change"])
                if change["change"] == "ended":
                    return seen

    assert asyncio.run(asyncio.wait_for(follow(), 20)) == ["started", "updated", "updated", "alerted", "ended"]


def test_virtual_time_has_no_asynchronous_changes(runtime):
    async def follow():
        async for _ in runtime.changes():
            pass

    with pytest.raises(RuntimeError, match="virtual time"):
        asyncio.run(follow())


def test_threads_take_turns(runtime):
    runtime.add(Egg())
    eggs = [runtime.start("egg", f"owner {number}", {"minutes": 4}) for number in range(4)]
    threads = [threading.Thread(target=lambda egg=egg: [runtime.send(egg, "turned") for _ in range(200)]) for egg in eggs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [runtime.content(egg)["turned"] for egg in eggs] == [200] * 4


def test_a_closed_runtime_says_so():
    runtime = Runtime()
    runtime.close()
    runtime.close()
    with pytest.raises(errors.InvalidHandle):
        runtime.advance()
    del runtime
    gc.collect()


def test_the_readme_is_true(capsys):
    with Runtime() as runtime:
        order = runtime.start("delivery", "anna", {"orderNumber": 42, "restaurantName": "Pizza"}, key="42")
        runtime.send(order, {"preparationStarted": {}})
        assert story(runtime.poll()) == ["started", "updated"]
