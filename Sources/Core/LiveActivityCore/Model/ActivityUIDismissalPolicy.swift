/// How long an activity that has ended stays visible. Surfaces such as the Lock Screen show ended activities; the Dynamic
/// Island does not.
///
/// In JSON: `"default"`, `"immediate"`, `{"after": date}`, or `{"afterTimeout": seconds}`.
public struct ActivityUIDismissalPolicy: Hashable, Sendable {
    enum Rule: Hashable, Sendable {
        case `default`
        case immediate
        case after(Date)
        case afterTimeout(TimeInterval)
    }

    let rule: Rule

    /// The activity stays visible until the user removes it, at most for four hours. Source: Documentation/Reference.md,
    /// LIFE-17.
    public static let `default` = Self(rule: .default)

    /// The activity is removed at once. It is first `ended`, then `dismissed`, at the same time.
    public static let immediate = Self(rule: .immediate)

    /// The activity stays visible until `date`, or four hours after the end if that is earlier. Any date is accepted.
    ///
    /// A date of positive infinity is the same as ``default``. One of negative infinity, or one that is not a number,
    /// is the same as ``immediate``.
    public static func after(_ date: Date) -> Self {
        let seconds = date.timeIntervalSinceReferenceDate
        return seconds.isFinite ? Self(rule: .after(date)) : seconds == .infinity ? .default : .immediate
    }

    /// The activity stays visible for a number of seconds after the end, at most four hours. ActivityKit has only
    /// ``after(_:)``, which needs the date of the end in advance.
    ///
    /// An infinite time is the same as ``default``. One of negative infinity, or one that is not a number, is the same as
    /// ``immediate``.
    public static func afterTimeout(_ seconds: TimeInterval) -> Self {
        seconds.isFinite ? Self(rule: .afterTimeout(seconds)) : seconds == .infinity ? .default : .immediate
    }

    /// The date of the dismissal of an activity that ends at `end` under this policy.
    ///
    /// - Parameter linger: The maximum time for which an ended activity stays visible, in seconds.
    public func dismissalDate(endingAt end: Date, linger: TimeInterval) -> Date {
        switch rule {
        case .default: end.addingTimeInterval(linger)
        case .immediate: end
        case .after(let date): min(max(date, end), end.addingTimeInterval(linger))
        case .afterTimeout(let seconds): end.addingTimeInterval(seconds > 0 ? min(seconds, linger) : 0)
        }
    }
}

extension ActivityUIDismissalPolicy: Codable {
    private enum CodingKeys: String, CodingKey { case after, afterTimeout }

    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: CodingKeys.self) {
            if let seconds = try container.decodeIfPresent(TimeInterval.self, forKey: .afterTimeout) {
                self = .afterTimeout(seconds)
            } else {
                self = .after(try container.date(.after))
            }
            return
        }
        let container = try decoder.singleValueContainer()
        switch try container.decode(String.self) {
        case "default": self = .default
        case "immediate": self = .immediate
        case let other:
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "'\(other)' is not a policy: write \"default\", \"immediate\" or {\"after\": date}.")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        switch rule {
        case .default:
            var container = encoder.singleValueContainer()
            try container.encode("default")
        case .immediate:
            var container = encoder.singleValueContainer()
            try container.encode("immediate")
        case .after(let date):
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(date: date, .after)
        case .afterTimeout(let seconds):
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(seconds, forKey: .afterTimeout)
        }
    }
}

extension ActivityUIDismissalPolicy: CustomStringConvertible {
    public var description: String {
        switch rule {
        case .default: "default"
        case .immediate: "immediate"
        case .after(let date): "after(\(date.iso8601))"
        case .afterTimeout(let seconds): "afterTimeout(\(seconds))"
        }
    }
}
