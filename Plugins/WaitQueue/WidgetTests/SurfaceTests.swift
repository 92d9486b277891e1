import LiveActivityCore
import LiveActivityTesting
import LiveActivitySurfaces
import LiveActivityWidgetTesting
import Testing
import WaitQueueActivity

@testable import WaitQueueWidget

private let epoch = Scenario.epoch

@Suite struct SurfaceTests {
    private let widget: WidgetReader<WaitQueueAttributes>

    init() throws {
        widget = try WidgetReader(
            WaitQueueWidget.self, kind: "waitQueue", attributes: WaitQueueAttributes.self, strings: WaitQueueWidget.strings)
    }

    private let party = WaitQueueAttributes(
        waitlistName: "Trattoria Lucia", bookingId: "BK-2071", queueId: "lucia", ticket: 57, position: 10, partySize: 4)

    /// From JSON, because the state has no public initialiser.
    private func state(_ step: String, _ position: Int, progress: Double = 0, _ more: String = "") throws -> WaitQueueState {
        try WireDecoder().decode(
            WaitQueueState.self,
            from: """
                {"step":"\(step)","currentPositionInQueue":\(position),"progress":\(progress),"partySize":4,"extensionsUsed":0,
                "movedAt":803667600,"pace":{"parties":8,"seconds":1200,"experienced":0,"announced":0}\(more)}
                """)
    }

    @Test func waitingShowsThePositionAndTheEstimate() throws {
        let waiting = try state("waiting", 7, progress: 0.3, #","estimatedTurn":[803668500,803669400]"#)
        let read = try widget.reading(party, waiting, at: epoch)
        #expect(
            read == """
                lockScreen: (person.fill) | 7 | Trattoria Lucia | Party of 4 | 6 parties ahead of you | (clock) | 17:15–17:30 | (30 %)
                compact: (person.fill) | 7
                minimal: (30 %) | 7
                expanded: (person.fill) | 7 | 6 parties ahead of you | (clock) | 17:15–17:30 | (30 %)
                smartStack: 7 | 6 parties ahead of you | 17:15–17:30
                """)
    }

    @Test func nearTheFrontThePartyIsAskedToCome() throws {
        let near = try state("almostReady", 1, progress: 0.9, #","estimatedTurn":[803667660,803667720]"#)
        let read = try widget.reading(party, near, at: epoch)
        #expect(
            read == """
                lockScreen: (figure.walk) | 1 | Trattoria Lucia | Party of 4 | You’re next | Please come over | (clock) | 17:01–17:02 | (90 %)
                compact: (figure.walk) | 1
                minimal: (90 %) | 1
                expanded: (figure.walk) | 1 | You’re next | Please come over | (clock) | 17:01–17:02 | (90 %)
                smartStack: 1 | You’re next | Please come over
                """)
    }

    @Test func calledCountsDownTheHold() throws {
        let called = try state("called", 1, progress: 1, #","heldUntil":803668200"#)
        let read = try widget.reading(party, called, at: epoch)
        #expect(
            read == """
                lockScreen: (bell.fill) | Trattoria Lucia | Party of 4 | It’s your turn | 10:00 | Held until 17:10 | [5 more minutes]
                compact: (bell.fill) | 10:00
                minimal: (100 %) | (bell.fill)
                expanded: (bell.fill) | 10:00 | It’s your turn | Held until 17:10 | [5 more minutes]
                smartStack: (bell.fill) | It’s your turn | 10:00
                """)
        // A party that has requested as often as it may gets no button.
        var patient = party
        patient.extensions = 0
        #expect(try widget.reading(patient, called, at: epoch).contains("more minutes") == false)
    }

    @Test(arguments: [
        (
            "seated",
            """
            lockScreen: (checkmark.circle.fill) | Trattoria Lucia | Party of 4 | Enjoy!
            compact: (checkmark.circle.fill) | (checkmark.circle.fill)
            minimal: (100 %) | (checkmark.circle.fill)
            expanded: (checkmark.circle.fill) | Enjoy!
            smartStack: (checkmark.circle.fill) | Enjoy!
            """
        ),
        (
            "left",
            """
            lockScreen: (xmark.circle.fill) | Trattoria Lucia | Party of 4 | You left the queue
            compact: (xmark.circle.fill) | (xmark.circle.fill)
            minimal: (100 %) | (xmark.circle.fill)
            expanded: (xmark.circle.fill) | You left the queue
            smartStack: (xmark.circle.fill) | You left the queue
            """
        ),
        (
            "noShow",
            """
            lockScreen: (xmark.circle.fill) | Trattoria Lucia | Party of 4 | Your place is gone
            compact: (xmark.circle.fill) | (xmark.circle.fill)
            minimal: (100 %) | (xmark.circle.fill)
            expanded: (xmark.circle.fill) | Your place is gone
            smartStack: (xmark.circle.fill) | Your place is gone
            """
        ),
    ])
    func theEndIsShown(step: String, text: String) throws {
        let read = try widget.reading(party, state(step, 1, progress: 1), at: epoch)
        #expect(read == text)
    }

    @Test(arguments: [
        (1, "figure.walk"), (4, "figure.walk"), (5, "person.fill"), (8, "person.fill"), (9, "person.2.fill"),
        (24, "person.2.fill"), (25, "person.3.fill"), (100_000, "person.3.fill"),
    ])
    func theSymbolShowsTheDistance(position: Int, picture: String) throws {
        let compact = try widget.reading(party, state("waiting", position), at: epoch).split(separator: "\n")[1]
        #expect(compact == "compact: (\(picture)) | \(position.formatted(.number.locale(Locale(identifier: "en_GB"))))")
    }

    @Test func contentOutOfRangeIsStillDrawn() throws {
        for position in [Int.min + 1, -1, 0, Int.max] {
            #expect(
                try widget.reading(party, state("waiting", position, progress: -1e308), at: epoch).split(separator: "\n").count
                    == 5)
        }
        #expect(
            try widget.reading(party, state("called", 1, progress: 1e308, #","heldUntil":-1e15"#), at: epoch).split(
                separator: "\n"
            ).count == 5)
    }

    @Test func drawsWhateverCanBeDecoded() throws {
        #expect(try widget.drawHostileContents(of: WaitQueueProvider()) > 50)
    }
}
