public import Foundation
public import LiveActivityUI

/// The views of an arrangement, in order.
public struct LayoutSubviews: RandomAccessCollection {
    private let views: [LayoutSubview]
    /// In which direction texts run.
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

/// A view of an arrangement.
public struct LayoutSubview {
    let node: ViewNode
    let place = Place()
    private let values: [ObjectIdentifier: Any]
    private let measure: LayoutMeasure

    /// Where it was placed.
    final class Place { var frame: CGRect? }

    init(node: ViewNode, values: [ObjectIdentifier: Any], measure: LayoutMeasure) {
        (self.node, self.values, self.measure) = (node, values, measure)
    }

    /// Its `layoutPriority`.
    public var priority: Double { node.effects.reduce(0) { if case .layoutPriority(let value) = $1 { value } else { $0 } } }
    /// The distances that it wants around it.
    public var spacing: ViewSpacing { ViewSpacing() }

    /// A value that was set with `layoutValue(key:value:)`.
    public subscript<Key: LayoutValueKey>(key: Key.Type) -> Key.Value {
        values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue
    }

    /// The size in points that it takes of a proposed one.
    public func sizeThatFits(_ proposal: ProposedViewSize) -> CGSize { measure(node, proposal) }
    public func dimensions(in proposal: ProposedViewSize) -> ViewDimensions {
        let size = sizeThatFits(proposal)
        return ViewDimensions(width: size.width, height: size.height)
    }
    /// Puts a part of it at a point of the arrangement's frame, at the size that it takes of a proposed one.
    public func place(at position: CGPoint, anchor: UnitPoint = .topLeading, proposal: ProposedViewSize) {
        let size = sizeThatFits(proposal)
        let origin = CGPoint(x: position.x - anchor.x * size.width, y: position.y - anchor.y * size.height)
        place.frame = CGRect(origin: origin, size: size)
    }
}

/// A value that a view says to the arrangement around it.
public protocol LayoutValueKey {
    /// Its type.
    associatedtype Value
    /// The value of a view that says none.
    static var defaultValue: Value { get }
}

extension View {
    public func layoutValue<Key: LayoutValueKey>(key: Key.Type, value: Key.Value) -> some View { partValue(value, for: key) }
}

/// Measures nodes as the layout does.
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
