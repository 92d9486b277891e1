// An order over HTTP, with a client that is generated from the service's openapi.json:
//
//     node orders.js http://127.0.0.1:8080

import { ActivitiesApi, Configuration, EventsApi, Problem, ProblemFromJSON, ResponseError } from "./client";

// What this program uses of Node's types, which are a package of their own.
declare const process: { readonly argv: readonly string[]; exitCode?: number };

async function main(address: string): Promise<void> {
  const configuration = new Configuration({ basePath: address });
  const [activities, events] = [new ActivitiesApi(configuration), new EventsApi(configuration)];
  const owner = `anna-${crypto.randomUUID()}`;

  const put = { attributes: { orderNumber: 42, restaurantName: "Pizza" } };
  const order = await activities.putActivity({ owner, kind: "delivery", key: "42", put });
  console.log("order 42:", order.outcome, order.state, order.revision);
  const id = order.activity!;

  // A repetition has the same id, and changes nothing.
  for (let time = 0; time < 2; time++) {
    const sent = await events.sendEvent({ id, send: { event: { preparationStarted: {} }, id: "kitchen-1" } });
    console.log("preparation:", sent.outcome, sent.reason ?? "new");
  }

  const refused = await problem(events.sendEvent({ id, send: { event: { delivered: {} } } }));
  console.log("delivered:", refused.status, refused.code);

  const read = await activities.getActivityByKey({ owner, kind: "delivery", key: "42" });
  console.log("now:", read.content.state.currentStep);

  await activities.applyCommand({ command: { command: "endAll", owner } });
  const page = await activities.listActivities({ owner });
  console.log("after the end of all:", page.activities.map((each) => `${each.kind} ${each.state}`).join(", "));
}

/** The problem with which the service refuses a request. */
async function problem(request: Promise<unknown>): Promise<Problem> {
  try {
    await request;
  } catch (error) {
    if (error instanceof ResponseError) return ProblemFromJSON(await error.response.json());
    throw error;
  }
  throw new Error("the request was not refused");
}

main(process.argv[2] ?? "http://127.0.0.1:8080").catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
