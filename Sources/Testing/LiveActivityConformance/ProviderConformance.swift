public import LiveActivityCore

/// Checks that a provider follows the rules of the engine, using its own samples.
///
/// A plugin's test is one line:
///
/// ```swift
/// @Test func keepsItsPromises() throws { try ProviderConformance.check(DeliveryProvider()) }
/// ```
///
/// These rules are checked with the sample story and with random variations of it (events left out, swapped, repeated,
/// late or early):
/// - **samples**: there are attributes, the story runs in its order, and each action is accepted at some moment of it;
/// - **determinism**: the same events at the same times give the same changes;
/// - **nothing hidden**: a second activity of the same provider does not affect the result;
/// - **tick-size invariance**: the number of steps in which time advances does not affect the result;
/// - **all or nothing**: a refused event or action has no effect;
/// - **JSON**: attributes, states and events are equal after encoding and decoding, and the story continues identically; types
///   with custom methods agree with `Codable` (``JSONAgreement``);
/// - **size**: attributes and content stay within the limit; **content**: relevance and stale date are finite numbers;
/// - **validation**: values that `validate(_:)` and `validate(_:for:)` accept do not crash the process, and a snapshot of
///   values that the provider has accepted or produced can be restored. Contents and attributes are the provider's own with one
///   value changed (``HostileJSON``); each is passed to a start, an update and a snapshot, followed by the sample events, the
///   actions and a day. Events are changed in the same way. A trap ends the test process; the last lines on standard error then
///   name the value and the event;
/// - **scheduled start**: at its start date the activity has the same content, stale date and wake as one that is started on
///   that date;
/// - **wakes** are in the future and end at some time; **topics** depend only on the attributes; an ended activity is
///   dismissed.
public enum ProviderConformance {
    /// Checks a provider.
    ///
    /// - Parameters:
    ///   - provider: The provider to check.
    ///   - stories: The number of random variations.
    ///   - seed: The seed of the first variation; each further one adds 1. A violation reports its seed.
    ///   - payloadBytes: The maximum size of attributes and content together, in bytes of JSON.
    /// - Throws: ``Violations``, each with the seed and the story that show it first.
    public static func check<Provider: ActivityProvider>(
        _ provider: Provider, stories: Int = 100, seed: UInt64 = 1, payloadBytes: Int = EngineLimits().payloadBytes ?? 4_096
    ) throws(Violations) {
        var check = ConformanceCheck(provider, payloadBytes: payloadBytes)
        check.samples()
        check.topics()
        if !check.attributes.isEmpty {
            // If the samples themselves violate rules, most variations do too, so a few of them are enough.
            var wrong = check.found.isEmpty ? 0 : 8
            for number in 0..<UInt64(max(stories, 1)) where wrong < 10 {
                if !check.variation(seed: seed &+ number) { wrong += 1 }
            }
            check.scheduledStarts()
            if check.found.isEmpty {
                check.hostile()
                check.hostileEvents()
            }
        }
        guard check.found.isEmpty else { throw Violations(kind: provider.kind, all: check.found) }
    }

    /// The violations of a provider.
    public struct Violations: Error, CustomStringConvertible, Sendable {
        /// The kind of the provider.
        public let kind: ActivityKind
        /// The violations in the order in which they were found, at most three for each rule.
        public let all: [Violation]

        public var description: String {
            "\(kind) breaks \(all.count == 1 ? "one rule" : "\(all.count) rules"):\n"
                + all.map { "- \($0)" }.joined(separator: "\n")
        }
    }

    /// One violation of a rule.
    public struct Violation: Hashable, CustomStringConvertible, Sendable {
        /// The violated rule.
        public let rule: Rule
        /// A description of the violation.
        public let what: String
        /// The seed of the variation that shows it; `nil` if the samples themselves do.
        public let seed: UInt64?
        /// The story up to that moment, one line for each event.
        public let story: [String]

        public var description: String {
            "\(rule.rawValue): \(what)" + (seed.map { " (seed \($0))" } ?? "")
                + (story.isEmpty ? "" : "\n    " + story.joined(separator: "\n    "))
        }
    }

    /// The rules, see ``ProviderConformance``.
    public enum Rule: String, CaseIterable, Sendable {
        /// The samples are complete and run without errors.
        case samples
        /// Equal input gives equal changes.
        case determinism
        /// All state is in the content state.
        case nothingHidden
        /// The number of steps in which time advances does not affect the result.
        case tickSize
        /// A refused call changes nothing.
        case allOrNothing
        /// Values are equal after encoding and decoding.
        case json
        /// Attributes and content stay within the size limit.
        case size
        /// Relevance and stale date are finite.
        case content
        /// Wakes are in the future and end at some time.
        case wakes
        /// Topics depend only on the attributes.
        case topics
        /// An ended activity is dismissed.
        case dismissal
        /// A scheduled start gives, on its start date, the same activity as a start on that date.
        case scheduledStart
        /// Values that the provider accepts can be processed further and restored.
        case validation
    }
}
