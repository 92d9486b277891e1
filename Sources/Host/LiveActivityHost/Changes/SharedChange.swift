package import LiveActivityCore

/// A change that all subscribers share: created once, on the first request, and never copied on its way.
package final class SharedChange: Sendable {
    package let value: Change

    package init(_ value: Change) { self.value = value }
}
