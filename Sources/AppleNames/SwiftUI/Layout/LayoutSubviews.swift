public import Foundation
public import LiveActivityUI

/// The views of a layout, in order.
public struct LayoutSubviews: RandomAccessCollection {
    private let views: [LayoutSubview]
    /// The layout direction: left to right or right to left.
    public let layoutDirection: LayoutDirection

    init(_ nodes: [(node: ViewNode, values: [ObjectIdentifier: Any])], in resolution: Resolution) {
        let measure = LayoutMeasure(resolution.environment)
        views = nodes.map { LayoutSubview(node: $0.node, values: $0.values, measure: measure) }
        layoutDirection = resolution.environment.layoutDirection
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { views.count }
    public subscript(position: Int) -> LayoutSubview { views[position] }
}

public struct LayoutSubview {
    let node: ViewNode
    let place = Place()
    private let values: [ObjectIdentifier: Any]
    private let measure: LayoutMeasure

    /// The frame at which it was placed; `nil` before.
    final class Place { var frame: CGRect? }

    init(node: ViewNode, values: [ObjectIdentifier: Any], measure: LayoutMeasure) {
        (self.node, self.values, self.measure) = (node, values, measure)
    }

    /// The view's layout priority.
    public var priority: Double { node.effects.reduce(0) { if case .layoutPriority(let value) = $1 { value } else { $0 } } }
    /// The preferred spacing around the view.
    public var spacing: ViewSpacing { ViewSpacing() }

    /// The value that was set with `layoutValue(key:value:)`, or the key's default.
    public subscript<Key: LayoutValueKey>(key: Key.Type) -> Key.Value {
        values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue
    }

    /// The size in points for a proposed size.
    public func sizeThatFits(_ proposal: ProposedViewSize) -> CGSize { measure(node, proposal) }
    public func dimensions(in proposal: ProposedViewSize) -> ViewDimensions {
        let size = sizeThatFits(proposal)
        return ViewDimensions(width: size.width, height: size.height)
    }
    /// Places the view's anchor at a point of the layout's frame, at the view's size for the proposed size.
    public func place(at position: CGPoint, anchor: UnitPoint = .topLeading, proposal: ProposedViewSize) {
        let size = sizeThatFits(proposal)
        let origin = CGPoint(x: position.x - anchor.x * size.width, y: position.y - anchor.y * size.height)
        place.frame = CGRect(origin: origin, size: size)
    }
}

/// A key for a value that a view passes to the layout around it.
public protocol LayoutValueKey {
    associatedtype Value
    /// The value for views that do not set one.
    static var defaultValue: Value { get }
}

extension View {
    public func layoutValue<Key: LayoutValueKey>(key: Key.Type, value: Key.Value) -> some View { partValue(value, for: key) }
}

/// Measures nodes like the layout engine.
struct LayoutMeasure {
    private let measuring: any TextMeasuring
    private let now: Date

    init(_ environment: EnvironmentValues) {
        (measuring, now) = (environment.textMeasuring ?? ApproximateTextMeasuring(), environment.now)
    }

    func callAsFunction(_ node: ViewNode, _ proposal: ProposedViewSize) -> CGSize {
        LiveActivityUI.sizeThatFits(proposal.node, node, measuring: measuring, at: now)
    }
}
