public import Foundation
public import LiveActivityUI

/// An app's own layout of views.
///
/// It is called twice: first for its size if the whole surface is proposed, which limits its frame, and after the surrounding
/// layout for the positions of its views in that frame. So a layout that becomes taller when it is narrower gets the height for
/// the surface's width.
public protocol Layout: Animatable {
    /// The values that a layout caches between calls.
    associatedtype Cache = Void
    typealias Subviews = LayoutSubviews

    /// Properties for surrounding stacks. Not used here.
    static var layoutProperties: LayoutProperties { get }
    func makeCache(subviews: Subviews) -> Cache
    /// Updates the cached values. Never called here, because views do not change.
    func updateCache(_ cache: inout Cache, subviews: Subviews)
    /// The preferred spacing around the layout. Never called here.
    func spacing(subviews: Subviews, cache: inout Cache) -> ViewSpacing
    /// The size in points for a proposed size.
    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) -> CGSize
    /// Places its views in a frame, in points.
    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache)
    /// The position of an alignment guide. Never called here.
    func explicitAlignment(
        of guide: HorizontalAlignment, in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache
    ) -> CGFloat?
    func explicitAlignment(
        of guide: VerticalAlignment, in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache
    ) -> CGFloat?
}

extension Layout {
    public static var layoutProperties: LayoutProperties { LayoutProperties() }
    public func updateCache(_ cache: inout Cache, subviews: Subviews) { cache = makeCache(subviews: subviews) }
    public func spacing(subviews: Subviews, cache: inout Cache) -> ViewSpacing { ViewSpacing() }
    public func explicitAlignment(
        of guide: HorizontalAlignment, in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache
    ) -> CGFloat? { nil }
    public func explicitAlignment(
        of guide: VerticalAlignment, in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache
    ) -> CGFloat? { nil }

    public func callAsFunction<Content: View>(@ViewBuilder _ content: () -> Content) -> some View {
        _ArrangedView(layout: self, content: content())
    }
}

extension Layout where Cache == Void { public func makeCache(subviews: Subviews) {} }

/// Properties of a layout for surrounding stacks. Not used here.
public struct LayoutProperties: Sendable {
    /// The axis along which the layout places its views.
    public var stackOrientation: Axis?
    public init() {}
}

/// The preferred spacing around a view: 8 points, the default of a stack.
public struct ViewSpacing: Sendable {
    public static let zero = ViewSpacing()
    public init() {}
    public func distance(to next: ViewSpacing, along axis: Axis) -> CGFloat { 8 }
    public mutating func formUnion(_ other: ViewSpacing, edges: Edge.Set = .all) {}
    public func union(_ other: ViewSpacing, edges: Edge.Set = .all) -> ViewSpacing { self }
}

/// The space proposed to a view in points. `nil` means the ideal length, 0 the minimum and infinity the maximum.
public struct ProposedViewSize: Hashable, Sendable {
    public var width: CGFloat?
    public var height: CGFloat?

    public static let zero = ProposedViewSize(width: 0, height: 0)
    public static let unspecified = ProposedViewSize(width: nil, height: nil)
    public static let infinity = ProposedViewSize(width: .infinity, height: .infinity)

    public init(width: CGFloat?, height: CGFloat?) { (self.width, self.height) = (width, height) }
    public init(_ size: CGSize) { self.init(width: size.width, height: size.height) }

    /// The size, with the given lengths in place of unspecified ones.
    public func replacingUnspecifiedDimensions(by size: CGSize = CGSize(width: 10, height: 10)) -> CGSize {
        CGSize(width: width ?? size.width, height: height ?? size.height)
    }

    var node: ProposedSize { ProposedSize(width: width.map { Double($0) }, height: height.map { Double($0) }) }
}
