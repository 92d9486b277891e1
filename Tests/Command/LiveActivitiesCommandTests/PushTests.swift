#if Push
import ArgumentParser
import Foundation
import Testing

@testable import LiveActivitiesCLI
@testable import LiveActivitiesCommand

@Suite struct PushTests {
    private func text(_ arguments: String...) throws -> String {
        try #require(try Root.parseAsRoot(["push"] + arguments + ["--dry-run"]) as? any PushByHand).text()
    }

    @Test func aDryRunPrintsHeadersAndBodyExactly() throws {
        let printed = try text(
            "update", "--app", "com.example.food", "--token", "00FF", "--state", #"{"step": 2}"#, "--stale-date",
            "2026-06-20T17:05:00Z",
            "--timestamp", "2026-06-20T17:00:00Z", "--alert-title", "Soon", "--alert-body", "7 min", "--priority", "10")
        #expect(
            printed == """
                POST /3/device/00ff
                apns-push-type: liveactivity
                apns-topic: com.example.food.push-type.liveactivity
                apns-priority: 10
                apns-expiration: 0

                {"aps":{"timestamp":1781974800,"event":"update","stale-date":1781975100,"content-state":{"step":2},\
                "alert":{"title":"Soon","body":"7 min","sound":"default"}}}
                """)
        #expect(
            try text("widgets", "--app", "com.example.food", "--token", "00ff") == """
                POST /3/device/00ff
                apns-push-type: widgets
                apns-topic: com.example.food.push-type.widgets

                {"aps":{"content-changed":true}}
                """)
    }

    @Test(arguments: [
        (["update", "--app", "com.example.food", "--token", "0ff", "--state", "{}"], "it has 3 digits"),
        (
            ["update", "--app", "com.example.food.push-type.liveactivity", "--token", "00ff", "--state", "{}"],
            "Leave '.push-type.liveactivity' out"
        ),
        (["update", "--app", "com.example.food", "--token", "00ff"], "needs content"),
        (["broadcast", "--app", "com.example.food", "--channel", "?", "--state", "{}"], "is not Base64"),
        (
            [
                "update", "--app", "com.example.food", "--token", "00ff", "--state",
                "\"\(String(repeating: "x", count: 5_000))\"",
            ],
            "Make content-state at least"
        ),
    ])
    func badInputSaysWhatToDo(arguments: [String], says: String) throws {
        let command = try #require(try Root.parseAsRoot(["push"] + arguments + ["--dry-run"]) as? any PushByHand)
        let error = try #require(#expect(throws: (any Error).self) { try command.text() })
        #expect("\(error)".contains(says), "\(error)")
    }

    @Test func pushingNeedsAStoreAndTheComputersClock() {
        #expect(throws: (any Error).self) { try Root.parseAsRoot(["run", "--push", "push.yaml"]) }
        #expect(throws: (any Error).self) {
            try Root.parseAsRoot(["run", "--push", "push.yaml", "--store", "a", "--virtual-time"])
        }
        #expect(throws: Never.self) { try Root.parseAsRoot(["run", "--push", "push.yaml", "--store", "a"]) }
    }
}
#endif
