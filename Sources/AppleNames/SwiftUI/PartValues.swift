import LiveActivityUI

/// Values that views pass to the container around them: the tags of a canvas's symbols, and the values for an app's own layout.
///
/// A view becomes a node before its container sees it, and a node is data. So a mark at the node says which values here are its
/// own.
final class PartValues {
    private var values: [(key: ObjectIdentifier, value: Any)] = []

    /// The nodes of a container's views, each with what its view says.
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

    /// A node's values by their keys; removes the marks. The outermost of several values with one key remains.
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
