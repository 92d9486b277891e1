public import Foundation
public import LiveActivityUI

/// A view whose closure draws its contents, once, for the view's final size.
///
/// The drawing is converted to shapes, texts and images of the resolved tree, so every renderer can draw it.
public struct Canvas<Symbols: View>: View {
    public var renderer: (inout GraphicsContext, CGSize) -> Void
    /// The views that the closure can draw, identified by their tags.
    public var symbols: Symbols

    /// Creates a canvas whose drawing refers to views by their tags. The first three parameters have no effect.
    public init(
        opaque: Bool = false, colorMode: ColorRenderingMode = .nonLinear, rendersAsynchronously: Bool = false,
        renderer: @escaping (inout GraphicsContext, CGSize) -> Void, @ViewBuilder symbols: () -> Symbols
    ) { (self.renderer, self.symbols) = (renderer, symbols()) }

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        guard resolution.count() else { return }
        nodes.append(
            resolution.contentOnceLaidOut { size, inner in
                var context = GraphicsContext(size: size, resolution: inner, symbols: CanvasSymbols(view.symbols, in: inner))
                view.renderer(&context, size)
                return inner.node(of: context.drawing.clipped(), stacked: .depth)
            })
    }
}

extension Canvas where Symbols == EmptyView {
    /// Creates a canvas. The first three parameters have no effect.
    public init(
        opaque: Bool = false, colorMode: ColorRenderingMode = .nonLinear, rendersAsynchronously: Bool = false,
        renderer: @escaping (inout GraphicsContext, CGSize) -> Void
    ) { (self.renderer, symbols) = (renderer, EmptyView()) }
}

/// The views of a canvas by their tags.
struct CanvasSymbols {
    private let nodes: [(tag: AnyHashable, node: ViewNode)]

    init(_ symbols: some View, in resolution: Resolution) {
        nodes = PartValues.nodes(of: symbols, in: resolution).compactMap { node, values in
            (values[ObjectIdentifier(TagKey.self)] as? AnyHashable).map { ($0, node) }
        }
    }

    func node(_ tag: AnyHashable) -> ViewNode? { nodes.first { $0.tag == tag }?.node }
}
