import LiveActivityUI

extension PartValues {
    /// A node's values by their keys; removes the marks. The outermost of several values with one key remains.
    func take(from node: inout ViewNode) -> [ObjectIdentifier: Any] {
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
}
