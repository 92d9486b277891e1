// Names that the snippets of the documentation take for granted. Scripts/check-snippets compiles them with these; a snippet that declares
// one of them itself uses its own.

public import Foundation
public import DeliveryActivity
public import LiveActivities
public import LiveActivityCore
public import LiveActivitySQLite
public import LiveActivityUI

// MARK: - An engine or a runtime that is set up

public var now: Date { Date() }
public var providers: [AnyProvider] { [AnyProvider(DeliveryProvider())] }
public var runtime: LiveActivityRuntime { fatalError("only compiled") }
public var tenant: LiveActivityRuntime { fatalError("only compiled") }
public var store: SQLiteStore { fatalError("only compiled") }
public var delivery: AnyProvider { AnyProvider(DeliveryProvider()) }
/// Noncopyable, so it is a variable and not computed like the others.
nonisolated(unsafe) public var engine = Engine(configuration: EngineConfiguration())
public var decoder: WireDecoder { WireDecoder() }
public var bytes: [UInt8] { [] }

// MARK: - The reader's own service

public struct Log: Sendable {
    public func warning(_ text: String) {}
    public func callAsFunction(_ change: Change) {}
}
public var log: Log { Log() }

public struct Metrics: Sendable {
    public func count(_ name: String) {}
}
public var metrics: Metrics { Metrics() }

public struct Server: Sendable {
    public func stopAcceptingRequests() {}
}
public var server: Server { Server() }

public func push(_ change: Change) async throws {}
public func send(_ change: Change) async throws {}
