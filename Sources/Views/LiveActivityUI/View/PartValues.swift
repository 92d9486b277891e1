/// What views say of themselves to the container around them: the tags of a canvas's symbols, and the values for an app's own layout.
///
/// A view becomes a node before its container sees it, and a node is data. So a mark at the node says which values here are its own.
package final class PartValues {
    /// All that were said, in order.
    package private(set) var values: [(key: ObjectIdentifier, value: Any)] = []

    /// Collects nothing yet.
    package init() {}

    fileprivate func add(_ value: Any, for key: ObjectIdentifier, to node: inout ViewNode) {
        node.effects.append(.identity(Self.mark + "\(values.count)"))
        values.append((key, value))
    }

    /// What the name of a mark begins with; the number of its value follows.
    package static let mark = "part value "
}

/// The modifier that says a value to the container around a view.
public struct _PartValueModifier: ViewModifier {
    public typealias Body = Never
    let key: ObjectIdentifier
    let value: Any

    public static func _resolve<Modified: View>(
        _ modifier: Self, around view: Modified, in resolution: Resolution, into nodes: inout [ViewNode]
    ) {
        let start = nodes.count
        Modified._resolve(view, in: resolution, into: &nodes)
        guard let values = resolution.partValues else { return }
        for index in start..<nodes.count { values.add(modifier.value, for: modifier.key, to: &nodes[index]) }
    }
}

/// The key of a view's tag.
package enum TagKey {}

extension View {
    /// Says a value to the container around the view, if that collects values.
    package func partValue(_ value: Any, for key: (some Any).Type) -> ModifiedContent<Self, _PartValueModifier> {
        modifier(_PartValueModifier(key: ObjectIdentifier(key), value: value))
    }

    /// Names the view for a container that finds views by their tags, such as a canvas.
    public func tag<Value: Hashable>(_ tag: Value) -> ModifiedContent<Self, _PartValueModifier> {
        partValue(AnyHashable(tag), for: TagKey.self)
    }
}
