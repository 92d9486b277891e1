/// The modifier that passes a value from a view to the container around it: the tag of a canvas's symbol, or a value for an
/// app's own layout.
public struct _PartValueModifier: ViewModifier {
    let key: ObjectIdentifier
    let value: Any

    public static func _resolve<Modified: View>(
        _ modifier: Self, around view: Modified, in resolution: Resolution, into nodes: inout [ViewNode]
    ) {
        let start = nodes.count
        Modified._resolve(view, in: resolution, into: &nodes)
        guard let note = resolution.notesPartValue else { return }
        for index in start..<nodes.count { note(modifier.key, modifier.value, &nodes[index]) }
    }
}

/// The key of a view's tag.
package enum TagKey {}

extension View {
    /// Passes a value to the container around the view, if that collects values.
    package func partValue(_ value: Any, for key: (some Any).Type) -> ModifiedContent<Self, _PartValueModifier> {
        modifier(_PartValueModifier(key: ObjectIdentifier(key), value: value))
    }

    /// Names the view for a container that finds views by their tags, such as a canvas.
    public func tag<Value: Hashable>(_ tag: Value) -> ModifiedContent<Self, _PartValueModifier> {
        partValue(AnyHashable(tag), for: TagKey.self)
    }
}
