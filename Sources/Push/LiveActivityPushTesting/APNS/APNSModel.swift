#if Push
public import LiveActivityCore

/// A model of APNs, as a value: requests and the time are its inputs, decisions its output.
///
/// It follows Apple's documents (Documentation/Reference.md, sections 3 and 4) and shares no code with the client in
/// `LiveActivityPush`. Behaviour that the documents leave open can be configured. The real service may differ, so a test that
/// passes with this model proves nothing about Apple's.
///
/// ``APNSServer`` makes it available with HTTP/2 and TLS.
public struct APNSModel: Sendable {
    /// The behaviour that the documents leave open, and a test's options.
    public struct Configuration: Sendable {
        /// The environment that the service belongs to.
        public var environment = APNSEnvironment.production
        /// `true` if unregistered tokens count as valid tokens of the topic's app. Otherwise the answer for them is
        /// `BadDeviceToken`.
        public var acceptsUnknownTokens = false
        /// The maximum number of streams of a connection before its first accepted request.
        ///
        /// Source: Documentation/Reference.md, CONN-05.
        public var streamsBeforeSuccess = 1
        /// The maximum number of streams of a connection after that.
        public var streams = 1_000
        /// The maximum age of a provider token, in seconds.
        public var providerTokenAge: Double = 3_600
        /// The minimum time between two new provider tokens on one connection, in seconds.
        public var providerTokenSpacing: Double = 1_200
        /// How far a provider token's date may be ahead of the service's clock, in seconds. Not documented.
        public var clockSkew: Double = 300
        /// The number of requests per minute for one token after which the answer is `TooManyRequests`; `nil` for no limit.
        public var requestsPerMinute: Int?
        /// The number of refused requests that limits a connection to one stream; twice as many close it; `nil` for never.
        /// `BadDeviceToken` counts twice, 410 and 429 do not count.
        ///
        /// Source: Documentation/Reference.md, CONN-11. The real numbers are not published.
        public var errorsTolerated: Int?
        /// The maximum number of an app's channels.
        public var channels = 10_000
        /// The seed of faults, generated ids and channel ids.
        public var seed: UInt64 = 1

        /// The default configuration.
        public init() {}
    }

    /// The service's state of one connection.
    public struct Connection: Sendable {
        /// The id of the key of the first provider token.
        var key: String?
        /// The current provider token, and those before it.
        var provider: (token: String, since: Date)?
        var earlier: Set<String> = []
        /// `true` if a request was accepted.
        var hasSucceeded = false
        var errors = 0
        /// The maximum number of concurrent streams.
        public internal(set) var streams: Int
        /// `true` if the service closes the connection after this answer.
        public internal(set) var isOver = false
    }

    /// The numbers of answers so far.
    public struct Statistics: Hashable, Sendable {
        /// The number of accepted requests.
        public internal(set) var accepted = 0
        /// The number of refused requests by reason.
        public internal(set) var refused: [APNSReason: Int] = [:]
        /// The number of faults without an answer: stalls, resets, closed connections, tokens that became invalid without a
        /// report.
        public internal(set) var faults = 0
        /// The number of pushes that were passed to devices or channels.
        public internal(set) var delivered = 0
    }

    /// The configuration. Changes of the environment and the seed have no effect.
    public var configuration: Configuration
    /// The numbers of answers so far.
    public internal(set) var statistics = Statistics()
    var keys = RegisteredKeys()
    var tokens: [String: RegisteredToken] = [:]
    var faults: FaultPlan
    var channels: ChannelRegistry
    private var idsEver: UInt64 = 0

    /// A service without keys, tokens and channels.
    public init(_ configuration: Configuration = Configuration()) {
        self.configuration = configuration
        faults = FaultPlan(seed: configuration.seed)
        channels = ChannelRegistry(seed: configuration.seed)
    }

    /// Registers a key. Provider tokens that it has signed are now valid.
    public mutating func register(_ key: RegisteredKey) { keys.register(key) }

    /// Removes a key: the answer to its provider tokens is `InvalidProviderToken`.
    public mutating func revoke(key id: String) { keys.revoke(id) }

    /// Adds a fault after the existing ones.
    public mutating func add(_ fault: APNSFault) { faults.add(fault) }

    /// Removes all faults. Tokens that became invalid without a report stay invalid.
    public mutating func removeFaults() { faults.removeAll() }

    /// The state of a connection that has just been opened.
    public func connect() -> Connection { Connection(streams: configuration.streamsBeforeSuccess) }

    /// Decides about one request.
    ///
    /// - Parameter connection: The request's connection, whose state is updated.
    public mutating func decide(_ request: APNSRequest, on connection: inout Connection, at now: Date) -> APNSDecision {
        var decision: APNSDecision
        do throws(APNSRefusal) {
            decision = try route(request, on: &connection, at: now)
        } catch {
            // Refusals have an id too, by which clients find the request.
            var answer = error.answer
            let id = request.headers.first { $0.name == "apns-id" || $0.name == "apns-request-id" }?.value
            answer.id = if let id, UUIDText.isValid(id) { id } else { nextID() }
            answer.isAboutChannel = !request.path.hasPrefix("/3/")
            decision = APNSDecision(outcome: .answer(answer, after: .zero))
        }
        note(decision, on: &connection)
        return decision
    }

    private mutating func route(
        _ request: APNSRequest, on connection: inout Connection, at now: Date
    ) throws(APNSRefusal) -> APNSDecision {
        if request.path.hasPrefix("/3/device/") {
            return try push(request, to: String(request.path.dropFirst(10)), on: &connection, at: now)
        }
        if request.path.hasPrefix("/4/broadcasts/apps/") {
            return try broadcast(request, from: String(request.path.dropFirst(19)), on: &connection, at: now)
        }
        if request.path.hasPrefix("/1/apps/") { return try manage(request, on: &connection, at: now) }
        throw APNSRefusal(request.path == "/3/device" ? .missingDeviceToken : .badPath)
    }

    private mutating func note(_ decision: APNSDecision, on connection: inout Connection) {
        if decision.delivery != nil { statistics.delivered += 1 }
        guard case .answer(let answer, _) = decision.outcome else {
            statistics.faults += 1
            return
        }
        guard let reason = answer.reason else {
            statistics.accepted += 1
            if !connection.hasSucceeded {
                connection.hasSucceeded = true
                connection.streams = configuration.streams
            }
            return
        }
        statistics.refused[reason, default: 0] += 1
        guard let tolerated = configuration.errorsTolerated, (400..<500).contains(answer.status),
            answer.status != 410, answer.status != 429
        else { return }
        connection.errors += reason == .badDeviceToken ? 2 : 1
        if connection.errors >= tolerated { connection.streams = 1 }
        if connection.errors >= 2 * tolerated { connection.isOver = true }
    }

    /// A new id in the form of the service's ids.
    mutating func nextID() -> String {
        idsEver += 1
        let (high, low) = (StableHash.mix(configuration.seed &+ idsEver), StableHash.mix(idsEver &* SplitMix64.step))
        return UUIDText.of(high, low)
    }
}

/// The answer to a refused request.
struct APNSRefusal: Error {
    var answer: APNSAnswer
    init(_ reason: APNSReason) { answer = APNSAnswer(reason) }
    init(_ answer: APNSAnswer) { self.answer = answer }
}

/// UUIDs as text.
enum UUIDText {
    /// 128 bits as lowercase hex with hyphens.
    static func of(_ high: UInt64, _ low: UInt64) -> String {
        String(unsafeUninitializedCapacity: 36) { bytes in
            var position = 0
            for index in 0..<32 {
                if index == 8 || index == 12 || index == 16 || index == 20 {
                    bytes[position] = UInt8(ascii: "-")
                    position += 1
                }
                let word = index < 16 ? high : low
                let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * (index & 15))) & 15
                bytes[position] = digit < 10 ? digit + 48 : digit + 87
                position += 1
            }
            return 36
        }
    }

    /// `true` if the string has 8-4-4-4-12 hexadecimal digits of either case.
    static func isValid(_ text: String) -> Bool {
        guard text.utf8.count == 36 else { return false }
        for (index, byte) in text.utf8.enumerated() {
            let isHyphen = index == 8 || index == 13 || index == 18 || index == 23
            guard isHyphen ? byte == UInt8(ascii: "-") : Hex.isDigit(byte) else { return false }
        }
        return true
    }
}

/// Hexadecimal digits.
enum Hex {
    static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
#endif
