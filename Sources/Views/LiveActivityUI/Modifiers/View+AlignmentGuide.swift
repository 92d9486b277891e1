public import Foundation

/// The dimensions of a view that are passed to an alignment guide.
///
/// The closure of a guide runs before the layout, so its result must be linear: a constant plus multiples of the width
/// and height, such as `d[.trailing] - 4` or `d.height / 2`. Both baselines are taken to be at the bottom.
public struct ViewDimensions: Hashable, Sendable {
    /// The width in points.
    public let width: CGFloat
    /// The height in points.
    public let height: CGFloat

    package init(width: CGFloat, height: CGFloat) { (self.width, self.height) = (width, height) }

    /// The default position of a guide, in points from the leading edge.
    public subscript(guide: HorizontalAlignment) -> CGFloat {
        switch guide.node {
        case .leading: 0
        case .center: width / 2
        case .trailing: width
        }
    }

    /// The default position of a guide, in points from the top.
    public subscript(guide: VerticalAlignment) -> CGFloat {
        switch guide.node {
        case .top: 0
        case .center: height / 2
        case .bottom, .firstTextBaseline, .lastTextBaseline: height
        }
    }

    /// Always `nil`: explicit guides are not known before the layout.
    public subscript(explicit guide: HorizontalAlignment) -> CGFloat? { nil }
    public subscript(explicit guide: VerticalAlignment) -> CGFloat? { nil }
}

extension View {
    /// Moves a horizontal guide of the view. The closure must be linear, see ``ViewDimensions``.
    public func alignmentGuide(_ guide: HorizontalAlignment, computeValue: @escaping (ViewDimensions) -> CGFloat)
        -> _WithEffect
    { self.guide(.init(horizontal: guide.node), isHorizontal: true, computeValue) }

    /// Moves a vertical guide of the view. The closure must be linear, see ``ViewDimensions``.
    public func alignmentGuide(_ guide: VerticalAlignment, computeValue: @escaping (ViewDimensions) -> CGFloat) -> _WithEffect {
        self.guide(.init(vertical: guide.node), isHorizontal: false, computeValue)
    }

    private func guide(_ alignment: NodeAlignment, isHorizontal: Bool, _ value: (ViewDimensions) -> CGFloat)
        -> _WithEffect
    {
        let constant = value(ViewDimensions(width: 0, height: 0))
        let width = value(ViewDimensions(width: 1, height: 0)) - constant
        let height = value(ViewDimensions(width: 0, height: 1)) - constant
        return effect(
            .alignmentGuide(
                alignment, isHorizontal: isHorizontal,
                at: GuideNode(offset: Double(constant), width: Double(width), height: Double(height))))
    }
}
