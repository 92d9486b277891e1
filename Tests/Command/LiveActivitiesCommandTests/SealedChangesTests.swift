#if Push
import Foundation
import LiveActivityCore
import LiveActivitySealing
import Testing

@testable import LiveActivitiesCLI

@Suite struct SealedChangesTests {
    private func change(
        _ sequence: UInt64, _ revision: UInt32, _ what: Change.What, _ step: String? = nil, isStart: Bool = false
    ) -> Change {
        Change(
            sequence: sequence, at: Date(timeIntervalSinceReferenceDate: 0), activity: ActivityID(rawValue: 7),
            kind: "delivery",
            owner: "anna", revision: revision, state: .active, what: what,
            content: step.map {
                EncodedContent(state: JSONText(["step": JSONValue($0)]), staleDate: nil, relevanceScore: 0)
            },
            start: isStart ? Change.Start(attributes: JSONText(["order": 42]), key: nil, predecessor: nil) : nil)
    }

    /// An alert is a change without content, after the update that it is about. Its own text is secret.
    @Test func anAlertIsSentWithTheContentThatItIsAbout() throws {
        var (host, device) = (SealingHost(), DeviceKeys())
        try host.pin(device.key, named: "phone", fingerprint: device.key.fingerprint)
        try device.trust(host.publicKey)
        var changes = SealedChanges(host: host, owner: "anna", title: "Food", alert: "Your order was updated")
        let secret = AlertConfiguration(title: "Almost there", body: "Kim is about to arrive.")
        let commands = try [
            change(1, 1, .started, "cooking", isStart: true), change(2, 2, .updated, "near"), change(3, 2, .alerted(secret)),
        ].flatMap { try changes.commands(for: $0) }
        let sealed = try commands.map { try #require($0["event"]?["sealed"] ?? $0["content"]?["state"]) }
        #expect(sealed.map { $0["sequence"]?.int } == [1, 2, 3])
        #expect(sealed.map { $0["alert"] } == [nil, nil, ["title": "Food", "body": "Your order was updated"]])
        let stream = try #require(commands[0]["attributes"]?["stream"]?.string)
        let steps = try sealed.map { one in
            let (box, sequence) = (try #require(one["box"]?.string), try #require(one["sequence"]?.int))
            let opened = try JSONValue(parsing: Array(device.open(box, stream: stream, sequence: sequence)))
            return opened["state"]?["step"]?.string
        }
        #expect(steps == ["cooking", "near", "near"])
    }
}
#endif
