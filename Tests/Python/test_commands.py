"""Commands that the other tests do not use."""

import asyncio
from datetime import datetime, timedelta, timezone

import pytest

from live_activities import LiveActivitiesError, Runtime, SQLiteStore

EVENING = datetime(2026, 6, 20, 17, tzinfo=timezone.utc)
ORDER = {"orderNumber": 42, "restaurantName": "Pizza"}


@pytest.fixture
def runtime():
    with Runtime(seed=1, virtual_time=True) as runtime:
        runtime.advance(EVENING)
        yield runtime


def test_content_is_replaced_as_a_whole(runtime):
    order = runtime.start("delivery", "anna", ORDER)
    state = runtime.content(order) | {"driverName": "Alex"}
    alert = {"title": "Pizza", "body": "Alex brings it", "sound": "default"}
    assert runtime.update(order, state, alert=alert, relevance=1) == "applied"
    assert runtime.content(order)["driverName"] == "Alex"
    assert [change["change"] for change in runtime.poll()] == ["started", "updated", "alerted"]
    with pytest.raises(LiveActivitiesError, match="LA_ERROR_UNDECODABLE"):
        runtime.update(order, {"driverName": "Ben"})
    assert runtime.content(order)["driverName"] == "Alex" and runtime.poll() == []


def test_another_choice_of_frequent_updates_ends_what_runs(runtime):
    order = runtime.start("delivery", "anna", ORDER)
    runtime.permit_frequent_updates("anna", True)
    assert runtime.state(order) == "active"
    runtime.permit_frequent_updates("anna", False)
    assert runtime.state(order) == "ended"
    assert [change["change"] for change in runtime.poll()] == ["started", "ended"]


def test_a_kind_without_rules_is_added(runtime):
    before = [kind["kind"] for kind in runtime.kinds()]
    assert "delivery" in before
    runtime.add_kind("taxi")
    assert [kind["kind"] for kind in runtime.kinds()] == [*before, "taxi"]


def test_every_command_can_be_awaited(tmp_path):
    async def story():
        runtime = Runtime(seed=1, virtual_time=True, store=SQLiteStore(str(tmp_path / "activities.db")))
        commands = runtime.awaitable
        await commands.advance(EVENING)
        await commands.add_consumer("billing")
        order = await commands.start("delivery", "anna", ORDER)
        assert await commands.send(order, {"preparationStarted": {}}) == "applied"
        assert await commands.update(order, runtime.content(order) | {"driverName": "Alex"}) == "applied"
        assert await commands.perform(order, "leaveAtDoor") == "applied"
        await commands.renew_lease(order)
        queue = runtime.describe("waitQueue")
        place = queue["attributes"][0]
        party = await commands.start("waitQueue", "ben", place)
        assert await commands.publish(f"queue/{place['queueId']}", queue["story"][0]["event"]) == {
            "applied": 1, "unchanged": 0, "refused": 0}  # fmt: skip
        await commands.permit("cara", False)
        await commands.permit_frequent_updates("cara", False)
        assert not runtime.permits("cara")
        given = {"command": "send", "activity": order, "event": {"courierAssigned": {"name": "Ben"}}}
        assert (await commands.apply(given))["outcome"] == "applied"
        await commands.dismiss(party)
        assert await commands.end(order, visible=timedelta(0)) == "applied"
        await commands.flush()
        # For a dismissed activity a consumer receives only the dismissal.
        assert [change["change"] for change in runtime.consumer_changes("billing")] == ["dismissed", "dismissed"]
        await commands.remove_consumer("billing")
        assert runtime.consumers() == []
        await commands.close()

    asyncio.run(asyncio.wait_for(story(), 60))
