public import LiveActivityUI

/// The kind of margins that `scenePadding` adds.
public struct ScenePadding: Hashable, Sendable {
    let length: CGFloat

    /// The least margins of a scene: 16 points.
    public static let minimum = ScenePadding(length: 16)
}

extension View {
    /// Adds the margins of a scene: 16 points.
    public func scenePadding(_ edges: Edge.Set = .all) -> some View { padding(edges, ScenePadding.minimum.length) }

    public func scenePadding(_ padding: ScenePadding, edges: Edge.Set = .all) -> some View {
        self.padding(edges, padding.length)
    }
}
