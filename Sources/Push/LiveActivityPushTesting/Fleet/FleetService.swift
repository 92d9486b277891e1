#if Push
public import LiveActivityCore
import Synchronization

/// Connects a fleet with an ``APNSServer``: devices receive the server's deliveries, and the server learns the devices' tokens.
///
/// ```swift
/// let service = FleetService(fleet)
/// let server = try APNSServer(clock: { service.now }, onDelivery: service.receive) { model in service.registerTokens(in:
/// &model) }
/// …
/// service.advance(to: later)
/// server.update { model in service.registerTokens(in: &model) }
/// for report in service.update({ $0.drainReports() }) { … }
/// ```
///
/// Safe to use from any thread.
public final class FleetService: Sendable {
    private let fleet: Mutex<Fleet>

    /// A service for these devices.
    public init(_ fleet: Fleet) { self.fleet = Mutex(fleet) }

    /// The fleet's time.
    public var now: Date { fleet.withLock(\.now) }

    /// Receives a delivery of a server.
    public func receive(_ delivery: APNSDelivery) { fleet.withLock { $0.receive(delivery) } }

    /// Advances the fleet's time.
    public func advance(to date: Date) { fleet.withLock { $0.advance(to: date) } }

    /// Reads or changes the fleet.
    public func update<Value: Sendable>(_ change: (inout sending Fleet) -> Value) -> Value { fleet.withLock { change(&$0) } }

    /// Registers the tokens with a model that became valid since the last call, and makes the others invalid.
    public func registerTokens(in model: inout APNSModel) {
        let (changes, bundle, environment) = fleet.withLock {
            ($0.drainTokenChanges(), $0.configuration.bundle, $0.configuration.environment)
        }
        for change in changes {
            if change.isValid {
                model.register(change.token, RegisteredToken(bundle: bundle, kind: change.kind, environment: environment))
            } else {
                model.invalidate(change.token, since: change.at)
            }
        }
    }
}
#endif
