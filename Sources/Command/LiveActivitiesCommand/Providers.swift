import DeliveryActivity
import LiveActivityCore
import MeditationTimerActivity
import SportsActivity
import WaitQueueActivity

/// The kinds of activity that the command knows, in the order in which it lists them.
///
/// The order is part of every id (``ActivityID``): new kinds are added at the end.
enum Providers {
    static let all: [AnyProvider] = [
        AnyProvider(DeliveryProvider()), AnyProvider(MeditationTimerProvider()),
        AnyProvider(SportsProvider()), AnyProvider(WaitQueueProvider()),
    ]

    /// An engine with all of them.
    static func engine(_ configuration: EngineConfiguration) throws(EngineError) -> Engine {
        var engine = Engine(configuration: configuration)
        for provider in all { try engine.register(provider) }
        return engine
    }
}
