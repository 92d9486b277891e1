public import Foundation

/// The size of a view, for an alignment guide.
///
/// A guide is asked for before the layout is known, so that its answer must be a sum of a length and a share of the view's width and
/// height, as `d[.trailing] - 4` or `d.height / 2` are; the baselines of a text are at its bottom.
public struct ViewDimensions: Hashable, Sendable {
    public let width: CGFloat
    public let height: CGFloat

    public subscript(guide: HorizontalAlignment) -> CGFloat {
        switch guide.node {
        case .leading: 0
        case .center: width / 2
        case .trailing: width
        }
    }

    public subscript(guide: VerticalAlignment) -> CGFloat {
        switch guide.node {
        case .top: 0
        case .center: height / 2
        case .bottom, .firstTextBaseline, .lastTextBaseline: height
        }
    }

    public subscript(explicit guide: HorizontalAlignment) -> CGFloat? { nil }
    public subscript(explicit guide: VerticalAlignment) -> CGFloat? { nil }
}

extension View {
    public func alignmentGuide(_ guide: HorizontalAlignment, computeValue: @escaping (ViewDimensions) -> CGFloat)
        -> ModifiedContent<Self, _EffectModifier>
    { self.guide(.init(horizontal: guide.node), isHorizontal: true, computeValue) }

    public func alignmentGuide(_ guide: VerticalAlignment, computeValue: @escaping (ViewDimensions) -> CGFloat)
        -> ModifiedContent<Self, _EffectModifier>
    { self.guide(.init(vertical: guide.node), isHorizontal: false, computeValue) }

    private func guide(_ alignment: NodeAlignment, isHorizontal: Bool, _ value: (ViewDimensions) -> CGFloat)
        -> ModifiedContent<Self, _EffectModifier>
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
