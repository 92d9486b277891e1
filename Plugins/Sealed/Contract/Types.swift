// The JSON of kind 'sealed': made by 'contract export'. vectors.json has documents to test it with.
// The defaults of JSONDecoder and JSONEncoder read and write it.

import Foundation

struct SealedAttributes: Codable, Hashable, Sendable {
    var title: String
    var stream: String
}

struct SealedState: Codable, Hashable, Sendable {
    var sequence: Int
    var box: String
}

enum SealedEvent: Codable, Hashable, Sendable {
    case sealed(sequence: Int, box: String, staleDate: Date?, relevanceScore: Double?, alert: SealedAlert?)
    case ended(dismissalDate: Date?)
}

struct SealedAlert: Codable, Hashable, Sendable {
    var title: String
    var body: String
}

#if canImport(ActivityKit)
import ActivityKit

extension SealedAttributes: ActivityAttributes { typealias ContentState = SealedState }
#endif
