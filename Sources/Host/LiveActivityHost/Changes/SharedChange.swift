package import LiveActivityCore

/// A change that all subscribers share: built once, on the first request, and never copied when it is passed on.
package final class SharedChange: Sendable {
    package let value: Change

    package init(_ value: Change) { self.value = value }
}
