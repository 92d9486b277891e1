import LiveActivityCore
import LiveActivityTesting
import Testing

/// A situation in which a command is refused, for each error that random stories do not cause.
struct Refusal {
    let code: String
    let configuration: EngineConfiguration
    let prepare: (inout Engine) throws -> Void
    let command: (inout Engine) throws -> Void

    init(
        _ code: String, _ configuration: EngineConfiguration = EngineConfiguration(),
        prepare: @escaping (inout Engine) throws -> Void = { _ in }, _ command: @escaping (inout Engine) throws -> Void
    ) {
        self.code = code
        self.configuration = configuration
        self.prepare = prepare
        self.command = command
    }

    /// Checks that the command is refused with the code, and that the engine's state is unchanged.
    func check(sourceLocation: SourceLocation = #_sourceLocation) throws {
        var engine = try preparedEngine()
        var twin = try preparedEngine()
        let refusal = engine.refusal(command)
        #expect(refusal?.code == code, sourceLocation: sourceLocation)
        engine.drainChanges { _ in }
        twin.drainChanges { _ in }
        let isEqual = try engine.snapshot() == twin.snapshot()
        #expect(isEqual, "\(code) changed something", sourceLocation: sourceLocation)
    }

    private func preparedEngine() throws -> Engine {
        var engine = Engine(configuration: configuration)
        try engine.register(AnyProvider(CounterProvider()))
        try engine.register(AnyProvider(CounterProvider(kind: "meter")))
        try engine.register(AnyProvider(kind: "gauge", attributes: GaugeAttributes.self))
        try prepare(&engine)
        engine.advance(to: Self.now)
        return engine
    }

    private static let now = Scenario.epoch

    private static func start(_ engine: inout Engine) throws -> ActivityID {
        try engine.start(
            Counter(name: "x"), kind: "counter", owner: "anna", options: StartOptions(key: "k", ifRunning: .reject), at: now)
    }

    static var all: [Refusal] {
        [
            Refusal("ambiguousKind") { try $0.start(Counter(name: "x"), owner: "anna", at: now) },
            Refusal("nothingRunning") {
                try $0.apply(.renewLease(.key(owner: "anna", kind: "counter", key: "k")), at: now)
            },
            Refusal("wrongType", prepare: { _ = try start(&$0) }) {
                try $0.send("a text", to: try id(&$0), at: now)
            },
            Refusal("undecodable", prepare: { _ = try start(&$0) }) {
                try $0.apply(.send(.id(try id(&$0)), event: ["unheardOf": [:]]), at: now)
            },
            Refusal(
                "dismissedByPerson", EngineConfiguration(afterDismissal: .refuse(seconds: 600)),
                prepare: { try $0.dismiss(try start(&$0), at: now) }
            ) { _ = try start(&$0) },
            Refusal(
                "permissionsDamaged",
                prepare: { engine in
                    var snapshot = try engine.snapshot()
                    snapshot.damagedPermissions = [.init(owner: nil, kinds: ["counter"])]
                    try engine.restore(snapshot)
                }
            ) { _ = try start(&$0) },
            Refusal("unencodable") {
                try $0.start(
                    GaugeAttributes(), content: ActivityContent(state: .init(level: .nan), staleDate: nil), owner: "anna",
                    at: now)
            },
            Refusal(
                "changesNotDrained", EngineConfiguration(limits: EngineLimits(undrainedChanges: 0)),
                prepare: { _ = try start(&$0) }
            ) { try $0.end(try id(&$0), at: now) },
            Refusal("tooLong") { try $0.permit(true, owner: OwnerID(String(repeating: "n", count: 513)), at: now) },
            Refusal("alertTooLarge") {
                let alert = AlertConfiguration(title: "a", body: .literal(String(repeating: "b", count: 4_096)))
                try $0.start(Counter(name: "x"), kind: "counter", owner: "anna", options: StartOptions(alert: alert), at: now)
            },
            Refusal("cannotRegister") { try $0.register(AnyProvider(CounterProvider())) },
            Refusal("cannotRestore") {
                var snapshot = try $0.snapshot()
                snapshot.version = Snapshot.currentVersion + 1
                try $0.restore(snapshot)
            },
        ]
    }

    private static func id(_ engine: inout Engine) throws -> ActivityID {
        try #require(engine.activities.first)
    }
}

/// A kind whose content can contain a value that JSON cannot represent: a number that is not finite.
struct GaugeAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable, Sendable { var level: Double }
}
