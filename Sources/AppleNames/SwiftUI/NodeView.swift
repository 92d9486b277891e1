import LiveActivityUI

/// A view that has been resolved.
struct NodeView: View {
    typealias Body = Never
    let node: ViewNode

    static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        guard resolution.count() else { return }
        nodes.append(view.node)
    }
}
