#if Push
import LiveActivityCore

/// A failure that a test causes.
///
/// The seed, the token and the number of the token's earlier requests determine which requests fail, so the order in which
/// connections deliver them does not matter. A run with several connections can be repeated.
public struct APNSFault: Hashable, Sendable {
    /// The kinds of failure.
    public enum Effect: Hashable, Sendable {
        /// An answer with this reason. `Unregistered` and `ExpiredToken` also make the token invalid from then on.
        case answer(APNSReason)
        /// The correct answer after a delay.
        case slow(Duration)
        /// No answer.
        case stall
        /// The stream is reset.
        case reset
        /// The connection ends with GOAWAY and this reason.
        case goAway(APNSReason)
        /// The connection is closed without GOAWAY.
        case disconnect
        /// The answer is 200, but the device receives neither this nor later pushes: its token is invalid without a report.
        ///
        /// Source: Documentation/Reference.md, UNC-31.
        case loseSilently
    }

    /// The affected requests.
    public enum Scope: Hashable, Sendable {
        /// The given number of next requests.
        case next(Int)
        /// Every request to this token, in lowercase hex.
        case token(String)
        /// A share of the requests, from 0 to 1.
        case share(Double)
    }

    /// The kind of failure.
    public var effect: Effect
    /// The affected requests.
    public var scope: Scope
    /// `true` if the device receives the push although the client receives no answer: for ``Effect/stall``, ``Effect/reset``,
    /// ``Effect/goAway(_:)`` and ``Effect/disconnect``.
    public var isDelivered: Bool

    /// Creates a fault.
    public init(_ effect: Effect, _ scope: Scope, isDelivered: Bool = false) {
        (self.effect, self.scope, self.isDelivered) = (effect, scope, isDelivered)
    }
}

/// The faults of a service. The first one that applies to a request is used.
struct FaultPlan: Sendable {
    private(set) var faults: [APNSFault] = []
    var seed: UInt64

    var isEmpty: Bool { faults.isEmpty }

    mutating func add(_ fault: APNSFault) { faults.append(fault) }
    mutating func removeAll() { faults = [] }

    /// - Parameter number: The number of earlier requests of the token.
    mutating func fault(for token: String, number: UInt32) -> APNSFault? {
        for index in faults.indices {
            switch faults[index].scope {
            case .token(let named): if named == token { return faults[index] }
            case .next(let count):
                guard count > 0 else { continue }
                faults[index].scope = .next(count - 1)
                return faults[index]
            case .share(let share):
                let draw = StableHash.mix(StableHash.of(token, seed: seed &+ UInt64(index)) &+ UInt64(number))
                if Double(draw >> 11) < share * 0x1p53 { return faults[index] }
            }
        }
        return nil
    }
}

/// A hash that is the same in every process.
enum StableHash {
    /// FNV-1a over the bytes of a string.
    static func of(_ text: String, seed: UInt64) -> UInt64 {
        var hash = 0xCBF2_9CE4_8422_2325 ^ mix(seed)
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash
    }

    /// A reversible function that maps different numbers to different numbers.
    static func mix(_ value: UInt64) -> UInt64 { SplitMix64.number(of: value &+ SplitMix64.step) }

    /// The inverse of ``mix(_:)``.
    static func unmix(_ value: UInt64) -> UInt64 {
        var mixed = value ^ (value >> 31) ^ (value >> 62)
        mixed = mixed &* 0x3196_42B2_D24D_8EC3
        mixed = mixed ^ (mixed >> 27) ^ (mixed >> 54)
        mixed = mixed &* 0x96DE_1B17_3F11_9089
        mixed = mixed ^ (mixed >> 30) ^ (mixed >> 60)
        return mixed &- SplitMix64.step
    }
}
#endif
