"""Commands that the stories of the other tests do without."""

from datetime import datetime, timezone

import pytest

from live_activities import LiveActivitiesError, Runtime

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
