// The JSON of kind 'meditationTimer': made by 'contract export'. vectors.json has documents to test it with.
// The defaults of JSONDecoder and JSONEncoder read and write it.

import Foundation

struct MeditationTimerAttributes: Codable, Hashable, Sendable {
    var timerDuration: Int
    var cycles: Int?
    var languageCode: String?
}

struct MeditationTimerState: Codable, Hashable, Sendable {
    var mode: MeditationTimerStateMode
    var currentCycle: Int
    var totalCycles: Int?
}

enum MeditationTimerStateMode: Codable, Hashable, Sendable {
    case idle
    case running(endTime: Date)
    case paused(remainingSeconds: Int)
    case cycleEnd
    case complete
}

enum MeditationTimerEvent: Codable, Hashable, Sendable {
    case started
    case paused
    case resumed
    case nextCycleStarted
    case extended(seconds: Int)
    case reset
}

#if canImport(ActivityKit)
import ActivityKit

extension MeditationTimerAttributes: ActivityAttributes { typealias ContentState = MeditationTimerState }
#endif
