public import Foundation

/// The presentations of a Live Activity in the Dynamic Island: expanded, compact on both sides of the camera, and
/// minimal, as in WidgetKit.
public struct DynamicIsland {
    package let expanded: (Resolution) -> [DynamicIslandNode.Region]
    package let compactLeading: (Resolution) -> ViewNode
    package let compactTrailing: (Resolution) -> ViewNode
    package let minimal: (Resolution) -> ViewNode
    package private(set) var keylineTint: Color?
    package private(set) var url: URL?
    package private(set) var margins = DynamicIslandMargins()

    /// The presentations in the Dynamic Island. All are required.
    ///
    /// - Parameters:
    ///   - expanded: The regions of the expanded island.
    ///   - compactLeading: The compact view on the leading side of the camera.
    ///   - compactTrailing: The compact view on the trailing side of the camera.
    ///   - minimal: The view while two activities share the island.
    public init<Expanded: View, CompactLeading: View, CompactTrailing: View, Minimal: View>(
        @DynamicIslandExpandedContentBuilder expanded: @escaping () -> DynamicIslandExpandedContent<Expanded>,
        @ViewBuilder compactLeading: @escaping () -> CompactLeading,
        @ViewBuilder compactTrailing: @escaping () -> CompactTrailing,
        @ViewBuilder minimal: @escaping () -> Minimal
    ) {
        self.expanded = { resolution in expanded().resolve(in: resolution) }
        self.compactLeading = { resolution in resolution.part(compactLeading()) }
        self.compactTrailing = { resolution in resolution.part(compactTrailing()) }
        self.minimal = { resolution in resolution.part(minimal()) }
    }

    /// The URL that a tap opens; `nil` opens the app.
    public func widgetURL(_ url: URL?) -> DynamicIsland {
        var island = self
        island.url = url
        return island
    }

    /// The color of the border of the island; `nil` is the system's.
    public func keylineTint(_ color: Color?) -> DynamicIsland {
        var island = self
        island.keylineTint = color
        return island
    }

    /// The margins of a presentation in points. If an edge is set several times, the innermost call wins.
    public func contentMargins(_ edges: Edge.Set = .all, _ length: Double, for mode: DynamicIslandMode) -> DynamicIsland {
        var island = self
        island.margins.set(edges, length, for: mode)
        return island
    }
}

/// The presentations whose margins can be set.
public struct DynamicIslandMode: Hashable, Sendable {
    let name: String

    /// The leading compact view.
    public static let compactLeading = Self(name: "compactLeading")
    /// The trailing compact view.
    public static let compactTrailing = Self(name: "compactTrailing")
    public static let expanded = Self(name: "expanded")
    /// The minimal view.
    public static let minimal = Self(name: "minimal")
}

package struct DynamicIslandMargins {
    package private(set) var values: [DynamicIslandMode: DynamicIslandNode.Margins] = [:]

    mutating func set(_ edges: Edge.Set, _ length: Double, for mode: DynamicIslandMode) {
        values[mode, default: .init()].set(edges, length)
    }
}

extension DynamicIslandNode.Margins {
    /// Sets the margins of edges that are not set yet.
    mutating func set(_ edges: Edge.Set, _ length: Double) {
        if edges.contains(.top), top == nil { top = length }
        if edges.contains(.leading), leading == nil { leading = length }
        if edges.contains(.bottom), bottom == nil { bottom = length }
        if edges.contains(.trailing), trailing == nil { trailing = length }
    }
}

extension Resolution {
    /// Resolves a view of the island as one node.
    func part(_ view: some View, stacked axis: StackNode.Axis = .horizontal) -> ViewNode {
        let node = node(of: view, stacked: axis)
        return isLaidOutWhole ? node : laidOut(node, in: environment.surfaceSize)
    }

    func dynamicIsland(_ island: DynamicIsland, parts: DynamicIslandNode.Parts) -> DynamicIslandNode {
        func part(_ part: DynamicIslandNode.Parts, _ make: (Resolution) -> ViewNode) -> ViewNode {
            parts.contains(part) ? make(self) : ViewNode(.empty)
        }
        return DynamicIslandNode(
            compactLeading: part(.compactLeading, island.compactLeading),
            compactTrailing: part(.compactTrailing, island.compactTrailing), minimal: part(.minimal, island.minimal),
            expanded: parts.contains(.expanded) ? island.expanded(self) : [],
            keylineTint: island.keylineTint.map { resolved($0) }, url: island.url,
            margins: Dictionary(uniqueKeysWithValues: island.margins.values.map { ($0.name, $1) }))
    }
}
