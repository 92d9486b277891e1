import Foundation
import LiveActivityCore
import RecordedData
import Testing

@testable import WaitQueueActivity

/// A real day of a ride: the waits on its sign, and the measured waits of visitors (Examples/Data/README.md).
///
/// A row of the file is a wait on the sign or one visitor's measured wait. A measured wait has the time at which the visitor
/// joined, so the provider may receive it only when the wait is over.
@Suite struct RideTests {
    enum Moment {
        case sign(minutes: Int)
        case joined(minutes: Int)
        case reached(minutes: Int)
    }

    /// The day in the order in which a host learns of it.
    static func day() throws -> [(date: Date, moment: Moment)] {
        var day: [(date: Date, rank: Int, moment: Moment)] = []
        for row in try RideDay.embedded().rows {
            if let minutes = row.posted { day.append((row.date, 1, .sign(minutes: minutes))) }
            if let minutes = row.measured {
                day.append((row.date, 2, .joined(minutes: minutes)))
                day.append((row.date.addingTimeInterval(Double(minutes) * 60), 0, .reached(minutes: minutes)))
            }
        }
        return day.sorted { ($0.date, $0.rank) < ($1.date, $1.rank) }.map { ($0.date, $0.moment) }
    }

    @Test func theEstimateIsCloserToTheMeasuredWaitsThanTheSign() throws {
        let position = 100
        let attributes = WaitQueueAttributes(
            waitlistName: "Toy Story Mania!", bookingId: "day", queueId: "toy-story-mania", ticket: position,
            position: position,
            partySize: 1)
        let day = try Self.day()
        var ride = try Party(attributes, at: day[0].date)
        var sign: Int?
        var errors: [(estimate: Double, sign: Double)] = []
        var within = 0
        for (date, moment) in day {
            switch moment {
            case .sign(let minutes):
                sign = minutes
                try ride.send(.waitPosted(minutes: minutes), at: date)
            case .reached(let minutes):
                try ride.send(.waitMeasured(minutes: minutes), at: date)
            case .joined(let minutes):
                let expected = try #require(ride.state.pace.secondsPerParty) * Double(position) / 60
                errors.append((abs(expected - Double(minutes)), abs(Double(sign ?? 0) - Double(minutes))))
                let turn = try #require(ride.state.pace.turn(from: date, position: position))
                if turn.contains(date.addingTimeInterval(Double(minutes) * 60)) { within += 1 }
            }
        }
        let estimate = errors.map(\.estimate).reduce(0, +) / Double(errors.count)
        let posted = errors.map(\.sign).reduce(0, +) / Double(errors.count)
        print(
            "ride: \(errors.count) measured waits, mean error: estimate \(estimate) min, sign \(posted) min, in range \(within)"
        )

        #expect(errors.count == 30)
        // The mean error over the day, in minutes: less than 6, and less than half of the sign's.
        #expect(abs(posted - 13.03) < 0.01)
        #expect(estimate < 6)
        #expect(estimate < posted / 2)
        // The estimated window contains three of four waits.
        #expect(within >= 23)
    }

    @Test func aSignThatSaysTooMuchIsCorrected() throws {
        let attributes = WaitQueueAttributes(
            waitlistName: "Ride", bookingId: "b", queueId: "q", ticket: 200, position: 60, partySize: 1)
        var party = try Party(attributes)
        // The sign says 60 minutes for 60 positions; each party really takes 30 seconds.
        try party.send(.waitPosted(minutes: 60))
        #expect(party.state.pace.secondsPerParty == 60)
        for count in 1...40 { try party.send(.advanced(through: 140 + count), after: 30) }
        #expect(abs(try #require(party.state.pace.secondsPerParty) - 30) < 1)
        try party.send(.waitPosted(minutes: 60, position: 60))
        #expect(abs(try #require(party.state.pace.secondsPerParty) - 30) < 3)
        #expect(abs(party.state.pace.signFactor - 0.5) < 0.1)
    }

    @Test func anObservationCountsHalfAfterEightMoreParties() throws {
        var pace = QueuePace(guess: nil)
        pace.learn(movedBy: 8, in: 8 * 100)
        pace.learn(movedBy: 8, in: 8 * 40)
        // 8 parties at 40 s count in full, 8 at 100 s count half.
        let expected: Double = (8 * 40 + 4 * 100) / 12
        #expect(abs(try #require(pace.secondsPerParty) - expected) < 1e-9)
    }

    @Test func withoutAnObservationThereIsNoEstimate() throws {
        var party = try Party(
            WaitQueueAttributes(waitlistName: "Q", bookingId: "b", queueId: "q", ticket: 20, position: 10, partySize: 1))
        #expect(party.state.estimatedTurn == nil)
        #expect(party.content.staleDate == Party.epoch.addingTimeInterval(1_800))
        try party.send(.advanced(through: 11), after: 120)
        #expect(party.state.estimatedTurn != nil)
        #expect(party.content.staleDate == party.state.estimatedTurn?.upperBound)
    }

    @Test func theEstimateGetsNarrowerAsTheQueueMoves() throws {
        var party = try Party(
            WaitQueueAttributes(
                waitlistName: "Q", bookingId: "b", queueId: "q", ticket: 100, position: 40, partySize: 1, secondsPerParty: 60))
        var widths: [TimeInterval] = []
        for count in 1...39 {
            try party.send(.advanced(through: 60 + count), after: 60)
            let turn = try #require(party.state.estimatedTurn)
            let truth = Party.epoch.addingTimeInterval(40 * 60)
            #expect(turn.contains(truth))
            #expect(turn.lowerBound >= party.now)
            widths.append(turn.upperBound.timeIntervalSince(turn.lowerBound))
        }
        #expect(widths.count == 39)
        #expect(widths[0] > widths[20])
        #expect(widths[20] > widths[38])
    }
}
