/// A region of the expanded island, as in WidgetKit.
public struct DynamicIslandExpandedRegion<Content: View> {
    let position: DynamicIslandExpandedRegionPosition
    let priority: Double
    let content: Content
    private(set) var margins: DynamicIslandNode.Margins?

    /// A region.
    ///
    /// - Parameters:
    ///   - position: The position of the region.
    ///   - priority: Of the leading and the trailing region, the higher one may take the full width of the island.
    ///     Default: 0, which shares the width equally.
    ///   - content: The view. Several views are stacked vertically.
    public init(_ position: DynamicIslandExpandedRegionPosition, priority: Double = 0, @ViewBuilder content: () -> Content) {
        self.position = position
        self.priority = priority
        self.content = content()
    }

    /// The margins in points, where the region is at an edge of the island. If an edge is set several times, the innermost call
    /// wins.
    public func contentMargins(_ edges: Edge.Set = .all, _ length: Double) -> DynamicIslandExpandedRegion<Content> {
        var region = self
        var margins = self.margins ?? .init()
        margins.set(edges, length)
        region.margins = margins
        return region
    }
}

public struct DynamicIslandExpandedRegionPosition: Hashable, Sendable {
    let node: DynamicIslandNode.Position

    /// Beside the camera and below it, at the leading edge.
    public static let leading = Self(node: .leading)
    /// Beside the camera and below it, at the trailing edge.
    public static let trailing = Self(node: .trailing)
    /// Below the camera.
    public static let center = Self(node: .center)
    /// Below all other regions.
    public static let bottom = Self(node: .bottom)
}

/// The regions of an expanded island.
public struct DynamicIslandExpandedContent<Content: View> {
    let resolve: (Resolution) -> [DynamicIslandNode.Region]

    func resolve(in resolution: Resolution) -> [DynamicIslandNode.Region] { resolve(resolution) }
}

/// Combines the regions in a closure.
@resultBuilder
public enum DynamicIslandExpandedContentBuilder {
    public static func buildExpression<Content: View>(_ region: DynamicIslandExpandedRegion<Content>)
        -> DynamicIslandExpandedContent<Content>
    {
        DynamicIslandExpandedContent { resolution in
            [
                .init(
                    position: region.position.node, priority: region.priority,
                    content: resolution.part(region.content, stacked: .vertical), margins: region.margins)
            ]
        }
    }

    public static func buildExpression<Content: View>(_ content: DynamicIslandExpandedContent<Content>)
        -> DynamicIslandExpandedContent<Content>
    { content }

    public static func buildBlock() -> DynamicIslandExpandedContent<EmptyView> { DynamicIslandExpandedContent { _ in [] } }

    public static func buildBlock<Content: View>(_ content: DynamicIslandExpandedContent<Content>)
        -> DynamicIslandExpandedContent<
            Content
        >
    { content }

    public static func buildBlock<each Content: View>(_ content: repeat DynamicIslandExpandedContent<each Content>)
        -> DynamicIslandExpandedContent<TupleView<repeat each Content>>
    {
        var parts: [(Resolution) -> [DynamicIslandNode.Region]] = []
        repeat parts.append((each content).resolve)
        return DynamicIslandExpandedContent { [parts] resolution in parts.flatMap { $0(resolution) } }
    }

    public static func buildOptional<Content: View>(_ content: DynamicIslandExpandedContent<Content>?)
        -> DynamicIslandExpandedContent<Content?>
    { DynamicIslandExpandedContent { content?.resolve($0) ?? [] } }

    public static func buildEither<First: View, Second: View>(first: DynamicIslandExpandedContent<First>)
        -> DynamicIslandExpandedContent<_ConditionalContent<First, Second>>
    { DynamicIslandExpandedContent(resolve: first.resolve) }

    public static func buildEither<First: View, Second: View>(second: DynamicIslandExpandedContent<Second>)
        -> DynamicIslandExpandedContent<_ConditionalContent<First, Second>>
    { DynamicIslandExpandedContent(resolve: second.resolve) }

    public static func buildLimitedAvailability<Content: View>(_ content: DynamicIslandExpandedContent<Content>)
        -> DynamicIslandExpandedContent<AnyView>
    { DynamicIslandExpandedContent(resolve: content.resolve) }
}
