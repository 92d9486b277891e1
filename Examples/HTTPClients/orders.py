"""An order over HTTP, with a client that is generated from the service's openapi.json:

    python3 orders.py http://127.0.0.1:8080
"""

import sys
import uuid

from live_activities_client import Client
from live_activities_client.api.activities import apply_command, get_activity_by_key, list_activities, put_activity
from live_activities_client.api.events import send_event
from live_activities_client.models import Activity, Answer, EndAllCommand, Page, Problem, Put, Send, State


def answered(answer: Answer | Problem | None) -> Answer:
    assert isinstance(answer, Answer), answer
    return answer


def main(address: str) -> None:
    owner = f"anna-{uuid.uuid4()}"
    with Client(base_url=address) as client:
        order = answered(
            put_activity.sync(
                owner, "delivery", "42", client=client, body=Put({"orderNumber": 42, "restaurantName": "Pizza"})))
        print("order 42:", order.outcome, order.state, order.revision)
        activity = str(order.activity)

        # A repetition has the same id, and changes nothing.
        for _ in range(2):
            sent = answered(send_event.sync(activity, client=client, body=Send({"preparationStarted": {}}, id="kitchen-1")))
            print("preparation:", sent.outcome, sent.reason or "new")

        refused = send_event.sync(activity, client=client, body=Send({"delivered": {}}))
        assert isinstance(refused, Problem)
        print("delivered:", refused.status, refused.code)

        read = get_activity_by_key.sync(owner, "delivery", "42", client=client)
        assert isinstance(read, Activity) and read.state is State.ACTIVE
        print("now:", read.content.state["currentStep"])

        answered(apply_command.sync(client=client, body=EndAllCommand("endAll", owner)))
        page = list_activities.sync(client=client, owner=owner)
        assert isinstance(page, Page)
        print("after the end of all:", ", ".join(f"{each.kind} {each.state}" for each in page.activities))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080")
