"""Presentations and images of activities in Python."""

from datetime import datetime, timezone

import pytest

from live_activities import LiveActivitiesError, Look, Runtime, check_presentations, surfaces

EVENING = datetime(2026, 6, 20, 17, tzinfo=timezone.utc)
LOCK_SCREEN = "lockScreen.iPhone393"


def texts(node):
    """The texts of a tree, in reading order."""
    if isinstance(node, dict):
        own = [node["string"]] if isinstance(node.get("string"), str) else []
        return own + [text for value in node.values() for text in texts(value)]
    return [text for value in node for text in texts(value)] if isinstance(node, list) else []


@pytest.fixture
def runtime():
    with Runtime(seed=1, virtual_time=True) as runtime:
        runtime.advance(EVENING)
        yield runtime


@pytest.fixture
def order(runtime):
    return runtime.start("delivery", "anna", {"orderNumber": 42, "restaurantName": "Pizza"}, key="42")


def test_every_surface_that_shows_an_activity_has_a_presentation(runtime, order):
    assert [one["surface"] for one in runtime.present(order)] == [surface["name"] for surface in surfaces()]
    assert [one["surface"] for one in runtime.present(order, LOCK_SCREEN)] == [LOCK_SCREEN]


def test_texts_are_in_the_language_of_the_look(runtime, order):
    assert "Order 42" in texts(runtime.present(order, LOCK_SCREEN))
    assert "Bestellung 42" in texts(runtime.present(order, LOCK_SCREEN, look=Look("de")))
    assert runtime.present(order, LOCK_SCREEN, look=Look("ar"))[0]["isRightToLeft"] is True


def test_settings_change_what_is_shown(runtime, order):
    light, dark = runtime.present(order, LOCK_SCREEN), runtime.present(order, LOCK_SCREEN, look=Look(dark=True))
    assert light != dark
    assert runtime.present(order, LOCK_SCREEN, look=Look(dimmed=True))[0]["isLuminanceReduced"] is True
    assert runtime.present(order, LOCK_SCREEN, look=Look(locked=True))[0]["controls"] == "afterUnlocking"


def test_the_check_finds_what_does_not_fit(runtime, order):
    assert check_presentations(runtime.present(order), EVENING) == []
    found = check_presentations(runtime.present(order, look=Look(text_size=8)), EVENING)
    assert {"rule", "surface", "place", "message", "advice"} <= set(found[0])
    assert runtime.lint("meditationTimer") == []


@pytest.mark.parametrize(
    ("surface", "look", "status"),
    [("lockScreen.nowhere", Look(), -1), (None, Look(text_size=9), -1), (None, Look(text_size=-4), -1), (None, Look(""), -1)],
)
def test_what_does_not_exist_is_refused(runtime, order, surface, look, status):
    with pytest.raises(LiveActivitiesError) as error:
        runtime.present(order, surface, look=look)
    assert error.value.status == status


def test_a_kind_without_views_has_no_look(runtime):
    runtime.add_kind("parcel")
    parcel = runtime.start("parcel", "anna", {}, content={"state": {}})
    with pytest.raises(LiveActivitiesError) as error:
        runtime.present(parcel)
    assert error.value.status == -128
    with pytest.raises(LiveActivitiesError):
        check_presentations([{"surface": "lockScreen.iPhone393"}])
