"""Fails if no test has successfully called a public function or method: then nothing shows that it works in the wheel."""

import functools
import inspect

import live_activities
import pytest

# A plugin in C needs a C compiler and jansson's header, which users of the wheel may not have. Tests/C/plugins.c and
# Examples/CHost load plugins.
ELSEWHERE = {"Runtime.load_plugin"}

called, there = set(), set()


def noting(name, function):
    """Wraps a function so that each successful return is recorded."""
    there.add(name)

    @functools.wraps(function)
    def noted(*arguments, **named):
        result = function(*arguments, **named)
        if inspect.iscoroutine(result):
            return awaited(name, result)
        called.add(name)
        return result

    return noted


async def awaited(name, coroutine):
    result = await coroutine
    called.add(name)
    return result


def watch(owner, name, qualified):
    given = inspect.getattr_static(owner, name)
    if inspect.isfunction(given):
        setattr(owner, name, noting(qualified, given))
    elif isinstance(given, property) and given.fget:
        setattr(owner, name, property(noting(qualified, given.fget), given.fset, given.fdel, given.__doc__))


for exported in live_activities.__all__:
    value = getattr(live_activities, exported)
    if inspect.isfunction(value):
        setattr(live_activities, exported, noting(exported, value))
    elif inspect.isclass(value):
        for member in vars(value).copy():
            # Members that users override are called by the library, not by the tests.
            if not member.startswith("_") and value.__name__ not in ("Provider", "Store"):
                watch(value, member, f"{exported}.{member}")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session, exitstatus):
    """Checks only a complete run: with `-k` or a file name, most functions are not called."""
    chosen = session.config.option.keyword or session.config.option.markexpr or any("::" in one or one.endswith(".py")
        for one in session.config.args)
    missing = sorted(there - called - ELSEWHERE)
    if exitstatus == 0 and missing and not chosen:
        print("\nno test in Tests/Python calls these with success:", *missing, sep="\n  ")
        session.exitstatus = 1
