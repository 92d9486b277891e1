#!/usr/bin/env python3
"""Writes the man pages of a command that swift-argument-parser parses: one for the command, and one for each of its
subcommands.

    manual.py PROGRAM FOLDER

What they say is what `--help` says; their date is SOURCE_DATE_EPOCH.
"""

import datetime
import json
import os
import subprocess
import sys

program, folder = sys.argv[1:]
name = os.path.basename(program)
root = json.loads(subprocess.run([program, "--experimental-dump-help"], capture_output=True, check=True).stdout)["command"]
version = subprocess.run([program, "--version"], capture_output=True, check=True, text=True).stdout.strip()
date = datetime.datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")),
    datetime.timezone.utc).strftime("%Y-%m-%d")


def escape(text):
    """A line of text for roff: backslashes and hyphens as they are, and no line that begins as a request."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text[:1] in (".", "'") else text


def preformatted(text):
    """Text with its own lines and indentation. A line too long for a terminal is a paragraph, which the reader fills."""
    lines = []
    for line in text.strip("\n").split("\n"):
        is_paragraph = len(line) > 80 and not line.startswith(" ")
        lines += [".PP", escape(line)] if is_paragraph else [".nf", escape(line), ".fi"]
    return lines


def spelled(argument):
    names = ["-" * (2 if n["kind"] == "long" else 1) + n["name"] for n in argument.get("names") or []]
    value = f"<{argument.get('valueName', 'value')}>"
    if argument["kind"] == "positional":
        return f"{value}{' ...' if argument.get('isRepeating') else ''}"
    return ", ".join(names) + (f" {value}" if argument["kind"] == "option" else "")


def shown(command):
    return [a for a in command.get("arguments") or [] if a.get("shouldDisplay", True)]


def subcommands(command):
    return [c for c in command.get("subcommands") or [] if c["commandName"] != "help" and c.get("shouldDisplay", True)]


def synopsis(command, words):
    parts = []
    for argument in shown(command):
        word = spelled(argument).split(", ")[-1]
        parts.append(f"[{word}]" if argument.get("isOptional") else word)
    if subcommands(command):
        parts.append("<subcommand>")
    return [".nh", ".HP", "\\fB" + escape(" ".join(words)) + "\\fR " + escape(" ".join(parts)), ".hy"]


def options(command):
    lines = []
    for argument in shown(command):
        lines += [".TP", "\\fB" + escape(spelled(argument)) + "\\fR"]
        text = argument.get("abstract", "")
        if argument.get("discussion"):
            text += "\n" + argument["discussion"]
        if argument.get("defaultValue"):
            text += f" (default: {argument['defaultValue']})"
        values = argument.get("allValues") or argument.get("allValueStrings")
        if values:
            text += f" One of: {', '.join(values)}."
        lines += [escape(line) for line in text.strip().split("\n") if line.strip()] or ["\\&"]
    return lines


def body(command, words):
    """The parts of a page below its name. Subcommands of a subcommand are sections of the same page."""
    lines = [".SH SYNOPSIS", *synopsis(command, words)]
    if command.get("discussion"):
        lines += [".SH DESCRIPTION", *preformatted(command["discussion"])]
    if shown(command):
        lines += [".SH OPTIONS", *options(command)]
    return lines


def page(command, words):
    title = "-".join(words)
    lines = [f'.TH "{title.upper()}" 1 "{date}" "{name} {version}" "{name}"', ".SH NAME"]
    lines += [f"{escape(title)} \\- {escape(command.get('abstract', '').rstrip('.'))}", *body(command, words)]
    for nested in subcommands(command):
        path = [*words, nested["commandName"]]
        if len(words) == 1:
            continue
        lines += [f'.SH "{escape(" ".join(path))}"', escape(nested.get("abstract", "")), *synopsis(nested, path)]
        if nested.get("discussion"):
            lines += [".PP", *preformatted(nested["discussion"])]
        lines += options(nested)
    if len(words) == 1:
        lines += [".SH SUBCOMMANDS"]
        for nested in subcommands(command):
            lines += [".TP", f"\\fB{escape(title)}\\-{escape(nested['commandName'])}\\fR(1)",
                escape(nested.get("abstract", ""))]
        lines += [".SH FILES", ".TP", "/etc/live\\-activities/config.yaml", "The settings of the service."]
        lines += [".TP", "/var/lib/live\\-activities", "The store, the tokens and the keys of the service."]
    else:
        lines += [".SH SEE ALSO", f"\\fB{escape(words[0])}\\fR(1)"]
    with open(os.path.join(folder, f"{title}.1"), "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


os.makedirs(folder, exist_ok=True)
page(root, [name])
for subcommand in subcommands(root):
    page(subcommand, [name, subcommand["commandName"]])
