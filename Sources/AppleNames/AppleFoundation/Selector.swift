public import Foundation

/// The name of an Objective-C method, which cannot be called on Linux. `live-activities ios` replaces `#selector(…)` with it.
public struct Selector: Hashable, Sendable, ExpressibleByStringLiteral {
    private let name: String

    public init(_ name: String) { self.name = name }
    public init(stringLiteral value: String) { name = value }
}

public func NSSelectorFromString(_ name: String) -> Selector { Selector(name) }

extension NotificationCenter {
    /// Does nothing: iOS's notifications are never posted on Linux.
    public func addObserver(_ observer: Any, selector: Selector, name: NSNotification.Name?, object: Any?) {}
}

extension Timer {
    /// A timer that never fires.
    public static func scheduledTimer(
        timeInterval: TimeInterval, target: Any, selector: Selector, userInfo: Any?, repeats: Bool
    ) -> Timer { Timer(timeInterval: timeInterval, repeats: repeats) { _ in } }
}
