public import LiveActivityCore

/// Whether a provider keeps its promises to the engine, found out with its own samples.
///
/// A plugin's test is one line:
///
/// ```swift
/// @Test func keepsItsPromises() throws { try ProviderConformance.check(DeliveryProvider()) }
/// ```
///
/// What is checked, each over the sample story and random variations of it (events left out, swapped, repeated, late, or early):
/// - **samples**: there are attributes, the story runs through in its order, every action can be performed somewhere in it;
/// - **determinism**: the same events at the same times give the same changes;
/// - **nothing hidden**: a second provider, asked about the state that the surfaces show, does the same;
/// - **tick-size invariance**: it makes no difference how often time is told;
/// - **all or nothing**: an event or action that is refused has changed nothing;
/// - **JSON**: attributes, states and events are read back from what they are written as, and go on as before; those that read or
///   write themselves do so as `Codable` would (``JSONAgreement``);
/// - **size**: attributes and content stay within the limit; **content**: relevance and stale date are numbers;
/// - **wakes** lie in the future and come to an end, **topics** depend on the attributes alone, and what has ended is dismissed.
public enum ProviderConformance {
    /// - Parameters:
    ///   - stories: How many random variations are told.
    ///   - seed: Of the first; a violation names the seed it was found with.
    ///   - payloadBytes: What attributes and content may take together, as JSON.
    /// - Throws: ``Violations``, each said once with the seed and the story that show it first.
    public static func check<Provider: ActivityProvider>(
        _ provider: Provider, stories: Int = 100, seed: UInt64 = 1, payloadBytes: Int = EngineLimits().payloadBytes ?? 4_096
    ) throws(Violations) {
        var check = ConformanceCheck(provider, payloadBytes: payloadBytes)
        check.samples()
        check.topics()
        if !check.attributes.isEmpty {
            // What does not even tell its own story well goes wrong in every variation of it: a few are enough to see how.
            var wrong = check.found.isEmpty ? 0 : 8
            for seed in seed..<(seed + UInt64(max(stories, 1))) where wrong < 10 {
                if !check.variation(seed: seed) { wrong += 1 }
            }
        }
        guard check.found.isEmpty else { throw Violations(kind: provider.kind, all: check.found) }
    }

    /// What a provider does that it has promised not to.
    public struct Violations: Error, CustomStringConvertible, Sendable {
        public let kind: ActivityKind
        public let all: [Violation]

        public var description: String {
            "\(kind) breaks \(all.count == 1 ? "one rule" : "\(all.count) rules"):\n"
                + all.map { "- \($0)" }.joined(separator: "\n")
        }
    }

    public struct Violation: Hashable, CustomStringConvertible, Sendable {
        public let rule: Rule
        public let what: String
        /// Of the variation that shows it; `nil` where the samples themselves do.
        public let seed: UInt64?
        /// What was told up to there, a line each.
        public let story: [String]

        public var description: String {
            "\(rule.rawValue): \(what)" + (seed.map { " (seed \($0))" } ?? "")
                + (story.isEmpty ? "" : "\n    " + story.joined(separator: "\n    "))
        }
    }

    public enum Rule: String, CaseIterable, Sendable {
        case samples
        case determinism
        case nothingHidden
        case tickSize
        case allOrNothing
        case json
        case size
        case content
        case wakes
        case topics
        case dismissal
    }
}
