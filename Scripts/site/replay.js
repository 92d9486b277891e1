// Answers <live-activity> on this page in place of a service: with the steps of an order that Scripts/site/record.py recorded,
// one every four seconds, and from the beginning after the last.
const origin = "https://recorded.example";
const recorded = fetch("live/order.json").then((answer) => answer.json());
const network = window.fetch;
const interval_ms = 4000;
let index = 0, since = Date.now();

window.EventSource = class extends EventTarget {
  static CLOSED = 2;
  readyState = 1;
  #timer;

  constructor() {
    super();
    recorded.then((order) => {
      this.dispatchEvent(new Event("open"));
      this.#show(order, 0);
      this.#timer = setInterval(() => this.#show(order, (index + 1) % order.steps.length), interval_ms);
    });
  }

  close() { clearInterval(this.#timer); }

  #show(order, next) {
    [index, since] = [next, Date.now()];
    const { name, activity } = order.steps[index];
    document.getElementById("step").textContent = `Event ${index + 1} of ${order.steps.length}: ${name}`;
    const [type, data] = index === 0 ? ["reset", { activities: [activity] }] : ["change", { change: "updated", ...activity }];
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
  }
};

window.fetch = async (input, options) => {
  const url = new URL(input, location.href);
  if (url.origin !== origin) return network(input, options);
  const order = await recorded, asked = url.searchParams;
  const language = order.languages.find((each) => asked.get("language").startsWith(each)) ?? order.languages[0];
  const answer = structuredClone(order.steps[index].pictures[`${asked.get("surfaces")} ${asked.get("scheme")} ${language}`]);
  // Clocks continue from the time of the recording.
  answer.now = new Date(Date.parse(answer.now) + Date.now() - since).toISOString();
  return Response.json(answer);
};

for (const field of document.querySelectorAll("[data-attribute]")) {
  field.addEventListener("change", () => {
    const element = document.querySelector("live-activity"), name = field.dataset.attribute;
    if (field.value) element.setAttribute(name, field.value); else element.removeAttribute(name);
  });
}
