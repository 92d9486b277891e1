public import Foundation

/// Takes the place that is left along its stack.
public struct Spacer: View, Sendable {
    public var minLength: CGFloat?

    public init(minLength: CGFloat? = nil) { self.minLength = minLength }

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        guard resolution.count() else { return }
        nodes.append(ViewNode(.spacer(minLength: view.minLength.map { Double($0) })))
    }
}

/// A thin line across its stack.
public struct Divider: View, Sendable {
    public init() {}

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        guard resolution.count() else { return }
        nodes.append(ViewNode(.divider(resolution.paint(Color.separator))))
    }
}
