import LiveActivityUI

/// Values that views pass to the container around them: the tags of a canvas's symbols, and the values for an app's own layout.
///
/// A view is resolved to a node before its container receives it, and a node is plain data. So a marker at the node identifies
/// the view's values here.
final class PartValues {
    private var values: [(key: ObjectIdentifier, value: Any)] = []

    /// The nodes of a container's views, each with the values of its view.
    static func nodes(
        of content: some View, in resolution: Resolution
    ) -> [(node: ViewNode, values: [ObjectIdentifier: Any])] {
        let (outer, values) = (resolution.notesPartValue, PartValues())
        resolution.notesPartValue = { values.add($1, for: $0, to: &$2) }
        let nodes = resolution.nodes(of: content)
        resolution.notesPartValue = outer
        return nodes.map { node in
            var node = node
            let own = values.take(from: &node)
            return (node, own)
        }
    }

    private func add(_ value: Any, for key: ObjectIdentifier, to node: inout ViewNode) {
        node.effects.append(.identity(Self.mark + "\(values.count)"))
        values.append((key, value))
    }

    /// Returns a node's values by key and removes the markers. Of several values with one key the outermost is returned.
    private func take(from node: inout ViewNode) -> [ObjectIdentifier: Any] {
        var found: [ObjectIdentifier: Any] = [:]
        node.effects.removeAll { effect in
            guard case .identity(let name) = effect, name.hasPrefix(Self.mark),
                let index = Int(name.dropFirst(Self.mark.count)), values.indices.contains(index)
            else { return false }
            found[values[index].key] = values[index].value
            return true
        }
        return found
    }

    private static let mark = "part value "
}
