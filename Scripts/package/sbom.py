#!/usr/bin/env python3
"""Writes what a release contains as CycloneDX JSON, and the licences of all of it as one text.

    sbom.py --version V --commit HASH --resolved Package.resolved --checkouts FOLDER --licences FILE OUT

A package is listed if its sources are in FOLDER. The libraries that the program loads from the system are listed by its
package. The date is SOURCE_DATE_EPOCH, and the serial number follows from the commit, so that two runs give the same bytes.
"""

import argparse
import datetime
import glob
import json
import os
import re
import subprocess
import uuid

parser = argparse.ArgumentParser()
for option in ("version", "commit", "resolved", "checkouts", "licences"):
    parser.add_argument(f"--{option}", required=True)
parser.add_argument("out")
options = parser.parse_args()

# Words that only this licence has, the most special one first.
KNOWN = [
    ("Runtime Library Exception", "Apache-2.0 WITH Swift-exception"),
    ("Apache License", "Apache-2.0"),
    ("Permission is hereby granted, free of charge", "MIT"),
    ("Redistribution and use in source and binary forms", "BSD-3-Clause"),
]


def licence(text):
    return next((name for words, name in KNOWN if words in text), None)


def texts(folder):
    files = sorted(glob.glob(os.path.join(folder, "LICENSE*")) + glob.glob(os.path.join(folder, "NOTICE*")))
    return [(os.path.basename(file), open(file, encoding="utf-8", errors="replace").read()) for file in files]


def component(name, version, url, revision, found):
    result = {"type": "library", "bom-ref": f"{name}@{version}", "name": name, "version": version}
    known = next((licence(text) for file, text in found if file.startswith("LICENSE")), None)
    if known:
        result["licenses"] = [{"expression": known} if " WITH " in known else {"license": {"id": known}}]
    if url:
        result["purl"] = f"pkg:swift/{re.sub('^https://|[.]git$', '', url)}@{version}"
        result["externalReferences"] = [{"type": "vcs", "url": url}]
    if revision:
        result["properties"] = [{"name": "git:revision", "value": revision}]
    return result


components, legal = [], []
checkouts = {os.path.basename(folder).lower(): folder for folder in glob.glob(os.path.join(options.checkouts, "*"))}
for pin in sorted(json.load(open(options.resolved))["pins"], key=lambda pin: pin["identity"]):
    url, state = pin["location"], pin["state"]
    folder = checkouts.get(re.sub("[.]git$", "", os.path.basename(url)).lower())
    if folder is None:
        continue
    found = texts(folder)
    components.append(component(pin["identity"], state.get("version", state["revision"]), url, state["revision"], found))
    legal += [(f"{pin['identity']}, {file}", text) for file, text in found]

# The standard library and Foundation, with ICU's data, are linked into the program.
printed = subprocess.run(["swift", "--version"], capture_output=True, text=True, check=True).stdout
swift = re.search(r"Swift version ([0-9.]+)", printed).group(1)
compiler = subprocess.run(["swiftc", "-print-target-info"], capture_output=True, text=True, check=True).stdout
runtime = json.loads(compiler)["paths"]["runtimeResourcePath"]
found = texts(os.path.join(os.path.dirname(os.path.dirname(runtime)), "share", "swift"))
components.append(component("swift", swift, "https://github.com/swiftlang/swift", None,
    found or [("LICENSE", "Runtime Library Exception")]))
legal += [(f"swift, {file}", text) for file, text in found]

program = f"live-activities@{options.version}"
bom = {
    "bomFormat": "CycloneDX",
    "specVersion": "1.6",
    "serialNumber": uuid.uuid5(uuid.NAMESPACE_URL, f"swift-live-activities/{options.commit}").urn,
    "version": 1,
    "metadata": {
        "timestamp": datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
        .strftime("%Y-%m-%dT%H:%M:%SZ"),
        "component": {
            "type": "application", "bom-ref": program, "name": "live-activities", "version": options.version,
            "licenses": [{"license": {"id": "Apache-2.0"}}],
            "properties": [{"name": "git:revision", "value": options.commit}],
        },
    },
    "components": components,
    "dependencies": [{"ref": program, "dependsOn": [entry["bom-ref"] for entry in components]}],
}
with open(options.out, "w", encoding="utf-8") as file:
    json.dump(bom, file, indent=2, ensure_ascii=False)
    file.write("\n")
with open(options.licences, "w", encoding="utf-8") as file:
    for title, text in legal:
        file.write(f"{'=' * 78}\n{title}\n{'=' * 78}\n\n{text.strip()}\n\n")
