public import Foundation

/// A flexible space that takes the remaining length of its stack.
public struct Spacer: View, Sendable {
    /// The minimum length in points; `nil` is 8 points, a negative length counts as 0.
    public var minLength: CGFloat?

    /// A flexible space.
    public init(minLength: CGFloat? = nil) { self.minLength = minLength }

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        guard resolution.count() else { return }
        // Not negative, because ``Grid`` marks rows with negative lengths.
        nodes.append(ViewNode(.spacer(minLength: view.minLength.map { $0 > 0 ? Double($0) : 0 })))
    }
}

/// A line of one pixel across its stack.
public struct Divider: View, Sendable {
    /// A line.
    public init() {}

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        guard resolution.count() else { return }
        nodes.append(ViewNode(.divider(resolution.paint(Color.separator))))
    }
}
