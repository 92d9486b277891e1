#!/usr/bin/env python3
"""Makes the documentation site: the Markdown documents as pages, beside the DocC archive that is in the folder already, and one
search for both. `Scripts/docs` calls it; it needs markdown-it-py.

    Scripts/site/make.py FOLDER [--storybook] [--base-path /PATH]

FOLDER has the merged DocC archive and, in `live`, what Scripts/site/record.py has recorded, if anything. Pages link to each
other by relative paths, except from and to DocC's pages, which are below --base-path.
"""

import argparse
import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

from markdown_it import MarkdownIt

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parents[1]
TITLE = "swift-live-activities"
# Documents that are part of something else: of a template, of tests, of what is installed.
LEFT_OUT = re.compile(r"^(Templates|Tests)/|/README-installed\.md$|\.docc/")


def anchor(heading):
    """The anchor that GitHub gives a heading; Scripts/check-links has the same rule."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def article(path):
    """The path of DocC's page for an article in a catalog."""
    module, name = re.search(r"([^/]+)\.docc/(?:.*/)?([^/]+)\.md$", path).groups()
    name = re.sub(r"[^A-Za-z0-9]+", "-", name)
    return f"documentation/{module}" + ("" if name == module else f"/{name}")


class Site:
    def __init__(self, folder, base, has_storybook):
        self.folder, self.base, self.has_storybook = pathlib.Path(folder), base, has_storybook
        self.has_recording = (self.folder / "live/order.json").exists()
        listed = subprocess.run(["git", "ls-files", "*.md"], capture_output=True, text=True, check=True, cwd=ROOT).stdout
        self.documents = [path for path in listed.split() if not LEFT_OUT.search(path)]
        self.files = set()
        self.sections = []
        self.problems = []
        self.markdown = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])

    def page(self, document):
        """The path of a document's page."""
        return "index.html" if document == "README.md" else document.removesuffix(".md") + ".html"

    def address(self, link, document):
        """Where a link of a document leads on the site; None if its target is not part of it."""
        if re.match(r"[a-z]+:|//", link) or link.startswith("#"):
            return link
        target, _, fragment = link.partition("#")
        path = os.path.normpath(os.path.join(os.path.dirname(document), target))
        if path.endswith(".md") and ".docc/" in path:
            return f"{self.base}/{article(path).lower()}"
        if (ROOT / path).is_dir() and f"{path}/README.md" in self.documents:
            path += "/README.md"
        if path in self.documents:
            goal = self.page(path)
        elif re.search(r"\.(png|webp|svg|jpg|schema\.json)$", path) and (ROOT / path).is_file():
            goal = path
            self.files.add(path)
        else:
            return None
        relative = os.path.relpath(goal, os.path.dirname(self.page(document)) or ".")
        return relative + (f"#{fragment}" if fragment else "")

    def resolve(self, tokens, document):
        """Gives headings their anchors and links their targets on the site; a link to a source file becomes its text."""
        ends = []
        for token in tokens:
            if token.type == "link_open":
                address = self.address(token.attrGet("href"), document)
                ends.append(address)
                if address is None:
                    token.type, token.tag, token.attrs = "html_inline", "", {}
                else:
                    token.attrSet("href", address)
            elif token.type == "link_close" and ends.pop() is None:
                token.type, token.tag = "html_inline", ""
            elif token.type == "image":
                token.attrSet("src", self.address(token.attrGet("src"), document))
            elif token.type in ("html_inline", "html_block"):
                token.content = re.sub(
                    r'(src|href)="([^"]+)"', lambda match: f'{match[1]}="{self.address(match[2], document)}"', token.content)
                token.content = re.sub(r"<!--.*?-->", "", token.content, flags=re.S)
            if token.children:
                self.resolve(token.children, document)

    def convert(self, document):
        tokens = self.markdown.parse((ROOT / document).read_text())
        title, contents, section, texts = document, [], None, []
        self.resolve(tokens, document)
        for index, token in enumerate(tokens):
            if token.type == "heading_open":
                text = "".join(each.content for each in tokens[index + 1].children if each.type in ("text", "code_inline"))
                name = anchor(text)
                token.attrSet("id", name)
                if token.tag == "h1":
                    title = text
                elif token.tag == "h2":
                    contents.append((name, text))
                section = {"t": text, "p": title, "u": self.page(document) + ("" if token.tag == "h1" else f"#{name}"), "x": ""}
                self.sections.append(section)
            elif token.type == "inline" and section and tokens[index - 1].type != "heading_open":
                section["x"] += "".join(
                    each.content if each.type in ("text", "code_inline") else " " for each in token.children) + " "
            elif token.type in ("fence", "code_block") and section:
                section["x"] += token.content[:200] + " "
        body = self.markdown.renderer.render(tokens, self.markdown.options, {})
        # A keyboard scrolls what is wider than the page only where it can have the focus.
        body = body.replace("<pre>", '<pre tabindex="0">')
        body = body.replace("<table>", '<div class="scroll" tabindex="0" role="region" aria-label="Table"><table>')
        body = body.replace("</table>", "</table></div>")
        number = iter(range(1, 10_000))
        body = re.sub('aria-label="Table"', lambda _: f'aria-label="Table {next(number)}"', body)
        body = re.sub(r"<th>\s*</th>", "<td></td>", re.sub(r'<th style="[^"]*">\s*</th>', "<td></td>", body))
        # A heading with no cell but empty ones says nothing.
        body = re.sub(r"<thead>\s*<tr>(?:\s*<td></td>)*\s*</tr>\s*</thead>", "", body)
        self.write(self.page(document), title, self.contents(contents) + f"<main id=main>{body}</main>")

    def contents(self, entries):
        if len(entries) < 3:
            return ""
        items = "".join(f'<li><a href="#{name}">{html.escape(text)}</a></li>' for name, text in entries)
        return f'<nav class="contents" aria-label="On this page"><ul>{items}</ul></nav>'

    def write(self, path, title, body):
        up = os.path.relpath(".", os.path.dirname(path) or ".")
        links = [(f"{up}/index.html", "Start"), (f"{up}/guides.html", "Guides"), (f"{self.base}/documentation/", "API")]
        if self.has_storybook:
            links.append((f"{up}/storybook/index.html", "Storybook"))
        if self.has_recording:
            links.append((f"{up}/live.html", "Live"))
        menu = "".join(f'<li><a href="{href}">{text}</a></li>' for href, text in links)
        full = TITLE if title == TITLE else f"{title} · {TITLE}"
        self.save(path, f"""<!DOCTYPE html>
<html lang="en" data-up="{up}" data-base="{self.base}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{html.escape(full)}</title>
<link rel="stylesheet" href="{up}/site.css">
<script src="{up}/site.js" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to the text</a>
<header>
<nav aria-label="Site"><ul>{menu}</ul></nav>
<search><label for="query">Search</label><input id="query" type="search" autocomplete="off" aria-controls="results"></search>
</header>
<section id="found" aria-label="Search results" hidden><p role="status" id="count"></p><ol id="results"></ol></section>
{body}
</body>
</html>
""")

    def save(self, path, text):
        path = self.folder / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def guides(self):
        """The list of all pages, by folder."""
        groups = {"Documentation": [], "Plugins": [], "Examples": [], "Project": []}
        for document in self.documents:
            title = next(each["t"] for each in self.sections if each["u"].partition("#")[0] == self.page(document))
            groups.get(document.split("/")[0], groups["Project"]).append((title, self.page(document)))
        body = ""
        for name, entries in groups.items():
            items = "".join(f'<li><a href="{page}">{html.escape(title)}</a></li>' for title, page in sorted(entries))
            body += f"<h2>{name}</h2><ul>{items}</ul>"
        self.write("guides.html", "Guides", f"<main id=main><h1>Guides</h1>{body}</main>")

    def live(self):
        """The page with `<live-activity>`, which replays the recorded order."""
        order = json.loads((self.folder / "live/order.json").read_text())

        def choice(label, attribute, values):
            options = "".join(f'<option value="{value}">{text}</option>' for value, text in values)
            return f'<label>{label} <select data-attribute="{attribute}">{options}</select></label> '

        fields = choice("Surface", "surface", [(name, name) for name in order["surfaces"]])
        fields += choice("Appearance", "scheme", [("", "the page's"), *((name, name) for name in order["schemes"])])
        fields += choice("Language", "language", [(name, name) for name in order["languages"]])
        shutil.copy(HERE / "replay.js", self.folder / "live/replay.js")
        self.write("live.html", "An activity on a web page", f"""<main id="main"><h1>An activity on a web page</h1>
<p>The service's web component, as <a href="Documentation/Service.html#show-activities-on-a-web-page">Show activities on a web
page</a> describes it. This page has no service: it replays a recorded order, an event every four seconds.</p>
<p>{fields}</p>
<p id="step"></p>
<live-activity lang="en" src="https://recorded.example/v1/activities/{order['activity']}"></live-activity>
</main><script src="live/replay.js"></script><script src="live/live-activity.js"></script>""")

    def symbols(self):
        """DocC's pages for the search: title, kind and first sentence."""
        for path in sorted((self.folder / "data/documentation").rglob("*.json")):
            page = json.loads(path.read_text())
            data = page.get("metadata", {})
            if "title" not in data:
                continue
            abstract = "".join(each.get("text") or each.get("code") or "" for each in page.get("abstract", []))
            address = str(path.relative_to(self.folder / "data").with_suffix(""))
            entry = {"t": data["title"], "p": data.get("roleHeading", ""), "u": f"/{address}/", "x": abstract[:120]}
            if data.get("modules"):
                entry["p"] += f" · {data['modules'][0]['name']}"
            self.sections.append(entry)

    def check(self):
        """Each link of each page leads to a file of the site, and to a heading that exists."""
        pages = [self.page(document) for document in self.documents] + ["guides.html"]
        pages += ["live.html"] if self.has_recording else []
        names = {page: set(re.findall(r'\bid="?([^">\s]+)', (self.folder / page).read_text())) for page in pages}
        for page in pages:
            for link in re.findall(r'\b(?:href|src)="([^"]*)"', (self.folder / page).read_text()):
                link = html.unescape(link)
                if re.match(r"[a-z]+:", link):
                    continue
                target, _, fragment = link.partition("#")
                if self.base and target.startswith(self.base):
                    target = target.removeprefix(self.base)
                if target.startswith("/"):
                    path = target.lstrip("/")
                else:
                    path = os.path.normpath(os.path.join(os.path.dirname(page), target)) if target else page
                file = self.folder / path
                if not file.is_file() and not (file / "index.html").is_file():
                    self.problems.append(f"{page}: {link}: no such page")
                elif fragment and path in names and fragment not in names[path]:
                    self.problems.append(f"{page}: {link}: no such heading")

    def make(self):
        for document in self.documents:
            self.convert(document)
        self.guides()
        if self.has_recording:
            self.live()
        for section in self.sections:
            section["x"] = re.sub(r"\s+", " ", section["x"]).strip()[:3000]
        self.symbols()
        self.save("search.json", json.dumps(self.sections, ensure_ascii=False, separators=(",", ":")))
        for name in ("site.css", "site.js"):
            shutil.copy(HERE / name, self.folder / name)
        for file in self.files:
            (self.folder / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / file, self.folder / file)
        self.check()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--storybook", action="store_true", help="FOLDER/storybook exists")
    parser.add_argument("--base-path", default="")
    options = parser.parse_args()
    site = Site(options.folder, options.base_path.rstrip("/"), options.storybook)
    site.make()
    if site.problems:
        sys.exit("\n".join(site.problems))
    print(f"{len(site.documents)} guides, {len(site.sections)} entries for the search")


main()
