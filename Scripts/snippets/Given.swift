// Names that the snippets of the documentation take for granted. Scripts/check-snippets compiles them with these; a snippet
// that declares one of them itself uses its own.

public import Foundation
public import Crypto
public import DeliveryActivity
public import LiveActivities
public import LiveActivityCore
public import LiveActivityPush
public import LiveActivitySQLite
public import LiveActivitySurfaces
public import LiveActivityUI
public import ServiceLifecycle

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

public struct Server: Service {
    public func stopAcceptingRequests() {}
    public func run() async throws {}
}
public var server: Server { Server() }

public func push(_ change: Change) async throws {}
public func send(_ change: Change) async throws {}

// MARK: - The reader's own app

public struct OrderAttributes: ActivityAttributes {
    public enum Step: String, Codable, Hashable, Sendable { case confirmed, delivering }
    public struct ContentState: Codable, Hashable, Sendable {
        public var step: Step
        public init(step: Step) { self.step = step }
    }
    public var orderNumber: Int
    public init(orderNumber: Int) { self.orderNumber = orderNumber }
}

private func island(center text: String) -> DynamicIsland {
    DynamicIsland {
        DynamicIslandExpandedRegion(.center) { Text(text) }
    } compactLeading: {
        Text("")
    } compactTrailing: {
        Text("")
    } minimal: {
        Text("")
    }
}

public struct OrderLiveActivity: Widget {
    public init() {}
    public var body: some WidgetConfiguration {
        ActivityConfiguration(for: OrderAttributes.self) { context in
            Text(context.state.step.rawValue)
        } dynamicIsland: { context in
            island(center: context.state.step.rawValue)
        }
    }
}

public var serviceURL: URL { fatalError("only compiled") }
public var deviceToken: String { "" }
public var attributes: OrderAttributes { OrderAttributes(orderNumber: 42) }
public var state: OrderAttributes.ContentState { OrderAttributes.ContentState(step: .confirmed) }

public struct Manager: Sendable {
    public func start() {}
}
public var manager: Manager { Manager() }

public struct Devices: Sendable {
    public func token(of owner: OwnerID, for kind: ActivityKind, _ receive: @escaping @Sendable (Data) -> Void) {}
}
public var devices: Devices { Devices() }

// MARK: - The reader's own pushes

public var p8: String { "" }
public var ledgerKey: SymmetricKey { SymmetricKey(size: .bits256) }
public var serviceAccountFile: [UInt8] { [] }
public var registrationToken: String { "" }
public var token: DeviceToken { fatalError("only compiled") }
public var id: InstallationID { "phone" }
public var activity: ActivityID { fatalError("only compiled") }
public var food: PushApp { fatalError("only compiled") }
public var client: APNSClient { fatalError("only compiled") }

// MARK: - The plugin that Plugins/README.md makes

public struct ParkingAttributes: ActivityAttributes {
    public struct ContentState: Codable, Hashable, Sendable { public var paidUntil: Date }
    public var plate: String
    public var minutes: Double
    public init(plate: String, minutes: Double) { (self.plate, self.minutes) = (plate, minutes) }
}

public struct ParkingProvider: ActivityProvider {
    public enum Event: Codable, Sendable {
        case extended(minutes: Double)
        case left
    }
    public let kind: ActivityKind = "parking"
    public init() {}
    public func content(for attributes: ParkingAttributes, at now: Date) -> ActivityContent<ParkingAttributes.ContentState> {
        ActivityContent(state: .init(paidUntil: now), staleDate: nil)
    }
    public func handle(_ event: Event, in activity: inout ActivityScope<ParkingAttributes>) {}
}
public typealias ParkingEvent = ParkingProvider.Event

public struct ParkingWidget: Widget {
    public static let strings = StringCatalog(embedded: [])
    public init() {}
    public var body: some WidgetConfiguration {
        ActivityConfiguration(for: ParkingAttributes.self) {
            Text($0.attributes.plate)
        } dynamicIsland: { _ in
            island(center: "")
        }
    }
}

public enum ParkingStrings {
    public static var fiveMinutesLeft: AlertConfiguration { AlertConfiguration(title: "Parking", body: "Five minutes left") }
}
