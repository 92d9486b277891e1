// The search of the documentation site: sections of the guides, and the symbols and articles of DocC. The index is loaded when
// the search field is first used.
const { up, base } = document.documentElement.dataset;
const field = document.getElementById("query");
const found = document.getElementById("found");
const results = document.getElementById("results");
const count = document.getElementById("count");
const limit = 25;
let index;

const load = () => index ??= fetch(`${up}/search.json`).then((answer) => answer.json());

/** The rank of an entry: a word in the title counts more than one in the text; 0 if a word is absent. */
function rank(entry, words) {
  const title = entry.t.toLowerCase(), place = entry.p.toLowerCase(), text = entry.x.toLowerCase();
  // Guides before symbols.
  let sum = entry.u.startsWith("/") ? 0 : 2;
  for (const word of words) {
    const tests = [
      [12, title === word], [8, title.startsWith(word)], [5, title.includes(word)],
      [2, place.includes(word)], [1, text.includes(word)],
    ];
    const value = tests.find(([, holds]) => holds)?.[0] ?? 0;
    if (value === 0) return 0;
    sum += value;
  }
  return sum;
}

function item(entry) {
  const line = document.createElement("li"), link = document.createElement("a"), text = document.createElement("p");
  link.href = entry.u.startsWith("/") ? base + entry.u : `${up}/${entry.u}`;
  link.textContent = entry.t;
  text.textContent = [entry.p === entry.t ? "" : entry.p, entry.x.slice(0, 140)].filter(Boolean).join(" — ");
  line.append(link, text);
  return line;
}

async function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const entries = words.length ? await load() : [];
  if (words.join() !== field.value.toLowerCase().split(/\s+/).filter(Boolean).join()) return;
  const ranked = entries.map((entry) => [rank(entry, words), entry]).filter(([value]) => value > 0).sort((a, b) => b[0] - a[0]);
  found.hidden = words.length === 0;
  count.textContent = ranked.length > limit ? `The best ${limit} of ${ranked.length}` : `${ranked.length} found`;
  results.replaceChildren(...ranked.slice(0, limit).map(([, entry]) => item(entry)));
}

field.addEventListener("input", search);
field.addEventListener("focus", load, { once: true });
