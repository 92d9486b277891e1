// The JSON of kind 'waitQueue': made by 'contract export'. vectors.json has documents to test it with.
// The defaults of JSONDecoder and JSONEncoder read and write it.

import Foundation

struct WaitQueueAttributes: Codable, Hashable, Sendable {
    var waitlistName: String
    var bookingId: String
    var queueId: String
    var ticket: Int
    var position: Int
    var partySize: Int
    var secondsPerParty: Double?
    var readyThreshold: Int?
    var holdMinutes: Int?
    var extensions: Int?
}

struct WaitQueueState: Codable, Hashable, Sendable {
    var step: WaitQueueStep
    var currentPositionInQueue: Int
    var progress: Double
    var partySize: Int
    var estimatedTurn: ClosedRange<Date>?
    var heldUntil: Date?
    var extensionsUsed: Int
    var pace: QueuePace
    var movedAt: Date
}

enum WaitQueueStep: String, Codable, Hashable, Sendable, CaseIterable {
    case waiting
    case almostReady
    case called
    case seated
    case left
    case noShow
}

struct QueuePace: Codable, Hashable, Sendable {
    var parties: Double
    var seconds: Double
    var experienced: Double
    var announced: Double
    var posted: Double?
}

enum WaitQueueEvent: Codable, Hashable, Sendable {
    case advanced(through: Int, also: [Int]?)
    case waitPosted(minutes: Int, place: Int?)
    case waitMeasured(minutes: Int, place: Int?)
    case called(holdUntil: Date?)
    case seated
    case left
    case partySizeChanged(to: Int)
}

#if canImport(ActivityKit)
import ActivityKit

extension WaitQueueAttributes: ActivityAttributes { typealias ContentState = WaitQueueState }
#endif
