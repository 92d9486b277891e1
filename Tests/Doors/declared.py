"""Lists every public entry of the package from its sources and headers, so that a new entry without a test fails."""

import glob
import json
import re

# The types whose commands and queries a Swift program calls, and the files that declare them.
TYPES = {
    "Engine": ["Sources/Core/LiveActivityCore/Engine/*.swift"],
    "LiveActivityRuntime": ["Sources/Runtime/LiveActivities/Runtime/**/*.swift"],
    "ActivityCommands": ["Sources/Runtime/LiveActivities/Runtime/Commands/*.swift"],
    "JSONEvent": ["Sources/Runtime/LiveActivities/Runtime/Commands/JSONEvent.swift"],
    "ClusterRuntime": ["Sources/Cluster/LiveActivityCluster/Gateway/*.swift"],
    "Activity": ["Sources/Runtime/LiveActivityKit/Activity*.swift"],
}
SOURCES = "Sources/Core/LiveActivityCore/Vocabulary/JSONSource.swift"

OPENING = re.compile(
    r"^(?P<public>public )?(?:final )?(?:extension|struct|class|actor|enum|protocol) (?P<name>\w+)", re.M)
FUNCTION = re.compile(
    r"(?P<attributes>(?:@\w+(?:\([^\n]*\))?\s+)*)(?P<modifiers>(?:public |nonisolated\(nonsending\) |mutating |borrowing |"
    r"static |convenience )*)"
    r"(?P<name>func \w+|init\??)(?P<generic><[^(]*>)?\(")


def closing(text, start):
    """The index after the bracket that matches the one at `start`."""
    depth = 0
    for index in range(start, len(text)):
        depth += (text[index] in "([<") - (text[index] in ")]" or text[index] == ">" and text[index - 1] != "-")
        if depth == 0:
            return index + 1
    raise ValueError(f"a bracket is not closed: {text[start:start + 100]}")


def parameters(text):
    """Splits at the commas outside brackets."""
    parts, depth, part = [], 0, ""
    for index, character in enumerate(text):
        depth += (character in "([<") - (character in ")]" or character == ">" and text[index - 1] != "-")
        if character == "," and depth == 0:
            parts.append(part)
            part = ""
        else:
            part += character
    return [one.strip() for one in [*parts, part] if one.strip()]


def named(parameter):
    """The label and the type of a parameter."""
    names, _, rest = parameter.partition(":")
    kind = re.sub(r"\s*=.*", "", re.sub(r"\s+", " ", rest.strip()), flags=re.S)
    kind = re.sub(r"^(?:@\w+ |some |borrowing |inout |isolated )+| & Sendable$", "", kind)
    return names.split()[0], "closure" if "->" in kind else kind


def swift():
    """The public functions of TYPES: `Type.name(label: Type, label: Type, label:…)`, with ` async` where it is."""
    found = set()
    for owner, patterns in TYPES.items():
        for path in sorted({path for pattern in patterns for path in glob.glob(pattern, recursive=True)}):
            text = open(path).read()
            text = re.sub(r"//[^\n]*", "", text)
            openings = [(match.start(), match["name"]) for match in OPENING.finditer(text)]
            for match in FUNCTION.finditer(text):
                inside = [name for start, name in openings if start < match.start()]
                indentation = re.search(r"[^\n]*$", text[: match.start("modifiers")])[0]
                if not inside or inside[-1] != owner or len(indentation) - len(indentation.lstrip(" ")) > 4:
                    continue
                # The requirements of a protocol need no `public`; extensions and types do.
                if "public" not in match["modifiers"] or "unavailable" in match["attributes"]:
                    continue
                end = closing(text, match.end() - 1)
                given = [named(one) for one in parameters(text[match.end() : end - 1])]
                shown = ", ".join(f"{label}: {kind}" for label, kind in given[:2])
                more = "".join(f"{label}:" for label, _ in given[2:])
                behind = re.match(r"[^{\n]*", text[end:].lstrip())[0]
                found.add(
                    f"{owner}.{match['name'].removeprefix('func ')}({', '.join(filter(None, [shown, more]))})"
                    + (" async" if re.match(r"async\b", behind) else ""))
    return found


def json_sources():
    """The types that conform to JSONSource."""
    return set(re.findall(r"^extension (\w+): JSONSource", open(SOURCES).read(), re.M)) | {
        name for path in glob.glob("Sources/Core/**/*.swift", recursive=True)
        for name in re.findall(r"^extension (\w+): JSONSource\b", open(path).read(), re.M)}


def commands():
    """The cases of `Command`."""
    text = open("Sources/Core/LiveActivityCore/Vocabulary/Command.swift").read()
    body = text[text.index("public enum Command") : text.index("public struct Start")]
    return set(re.findall(r"^    case (\w+)", body, re.M))


def routes():
    """The method and the path of each route of the service, read from its route tables."""
    found = set()
    for path in glob.glob("Sources/Service/LiveActivityService/**/*.swift", recursive=True):
        text = open(path).read()
        for method, route in re.findall(r"\bRoute\(\s*\.(\w+), (\"[^\"]*\"|\w+)", text):
            if not route.startswith('"'):
                route = re.search(rf"static let {route} = (\"[^\"]*\")", text)[1]
            found.add(f"{method.upper()} {route[1:-1]}")
    return found


def operations():
    """The query and header parameters of each route, and the types of its bodies, from the service's description."""
    document = json.load(open("Sources/Service/LiveActivityService/OpenAPI/openapi.json"))

    def resolved(parameter):
        return document["components"]["parameters"][parameter["$ref"].rsplit("/", 1)[1]] if "$ref" in parameter else parameter

    return {
        f"{method.upper()} {path}": (
            {parameter["name"].lower()
             for parameter in map(resolved, [*operation.get("parameters", []), *methods.get("parameters", [])])
             if parameter["in"] != "path"},
            set(operation.get("requestBody", {}).get("content", {})))
        for path, methods in document["paths"].items()
        for method, operation in methods.items() if method in ("get", "put", "post", "patch", "delete")
    }
