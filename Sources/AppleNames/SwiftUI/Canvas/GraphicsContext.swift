public import AppleUIKit
public import Foundation
public import LiveActivityUI

/// The drawing context of a ``Canvas``'s closure.
///
/// A copy draws into the same picture, with changes of its own of the transform, the opacity, the clip and the filters.
public struct GraphicsContext {
    /// The opacity of what is drawn next, 0 to 1.
    public var opacity = 1.0
    /// The blend mode of the following drawings.
    public var blendMode = BlendMode.normal
    /// The transform of the following drawings. Texts, images and symbols are not sheared.
    public var transform = CGAffineTransform.identity

    var clips: [(path: Path, isInverse: Bool)] = []
    var filters: [Filter] = []
    let size: CGSize
    let layer = Layer()
    private let resolution: Resolution
    private let symbols: CanvasSymbols

    /// The drawings, in order.
    final class Layer { var views: [AnyView] = [] }

    init(size: CGSize, resolution: Resolution, symbols: CanvasSymbols) {
        (self.size, self.resolution, self.symbols) = (size, resolution, symbols)
    }

    public var environment: EnvironmentValues { resolution.environment }
    /// The smallest rectangle around all clips; the canvas if there is none.
    public var clipBoundingRect: CGRect {
        let frame = CGRect(origin: .zero, size: size)
        return clips.reduce(frame) { $1.isInverse ? $0 : $0.intersection($1.path.boundingRect) }
    }

    // MARK: - Transform, clips and filters

    /// Scales what is drawn next.
    public mutating func scaleBy(x: CGFloat, y: CGFloat) { transform = transform.scaledBy(x: x, y: y) }
    /// Moves what is drawn next.
    public mutating func translateBy(x: CGFloat, y: CGFloat) { transform = transform.translatedBy(x: x, y: y) }
    /// Turns what is drawn next clockwise around the origin.
    public mutating func rotate(by angle: Angle) { transform = transform.rotated(by: CGFloat(angle.radians)) }
    public mutating func concatenate(_ matrix: CGAffineTransform) { transform = matrix.concatenating(transform) }

    /// Draws only inside a path from now on, or only outside it. The style of the fill has no effect.
    public mutating func clip(to path: Path, style: FillStyle = FillStyle(), options: ClipOptions = ClipOptions()) {
        clips.append((path.applying(transform), options.contains(.inverse)))
    }

    /// Filters what is drawn next. The options have no effect.
    public mutating func addFilter(_ filter: Filter, options: FilterOptions = FilterOptions()) { filters.append(filter) }

    /// Draws into a layer to which this context's opacity, clip and filters apply as a whole.
    public func drawLayer(content: (inout GraphicsContext) throws -> Void) rethrows {
        var inner = GraphicsContext(size: size, resolution: resolution, symbols: symbols)
        inner.transform = transform
        try content(&inner)
        add(inner.drawing)
    }

    // MARK: - Texts, images and symbols

    public func resolve(_ text: Text) -> ResolvedText { ResolvedText(text: text, resolution: resolution) }
    public func resolve(_ image: Image) -> ResolvedImage {
        ResolvedImage(image: image, size: ResolvedText.size(of: image, in: .unspecified, resolution))
    }
    /// A view of the canvas's `symbols` by its tag; `nil` if none has it.
    public func resolveSymbol<ID: Hashable>(id: ID) -> ResolvedSymbol? {
        symbols.node(AnyHashable(id)).map { node in
            ResolvedSymbol(node: node, size: ResolvedText.size(of: NodeView(node: node), in: .unspecified, resolution))
        }
    }
}

extension GraphicsContext {
    public struct ClipOptions: OptionSet, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        public static let inverse = Self(rawValue: 1)
    }

    /// Options of a filter. They have no effect.
    public struct FilterOptions: OptionSet, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        public static let linearColor = Self(rawValue: 1)
    }

    /// A text that can be measured and drawn.
    public struct ResolvedText {
        let text: Text
        let resolution: Resolution
        /// The shading that replaces a symbol's own style.
        public var shading = Shading.foreground

        init(text: Text, resolution: Resolution) { (self.text, self.resolution) = (text, resolution) }

        /// Its size in points if this much space is proposed.
        public func measure(in size: CGSize) -> CGSize {
            Self.size(of: text, in: ProposedSize(width: Double(size.width), height: Double(size.height)), resolution)
        }
        /// The distance of its first baseline from the top, in points: about, as this is not measured.
        public func firstBaseline(in size: CGSize) -> CGFloat { lineHeight * 0.8 }
        /// The distance of its last baseline from the top, in points: about, as this is not measured.
        public func lastBaseline(in size: CGSize) -> CGFloat { measure(in: size).height - lineHeight * 0.2 }

        private var lineHeight: CGFloat { measure(in: CGSize(width: CGFloat.infinity, height: 0)).height }

        static func size(of view: some View, in proposal: ProposedSize, _ resolution: Resolution) -> CGSize {
            let part = resolution.part()
            let node = part.run { part.node(of: view) }
            let environment = resolution.environment
            return sizeThatFits(
                proposal, node, measuring: environment.textMeasuring ?? ApproximateTextMeasuring(), at: environment.now)
        }
    }

    /// An image that can be drawn.
    public struct ResolvedImage {
        let image: Image
        public let size: CGSize
        public var baseline: CGFloat { size.height }
        /// The shading of a template; `nil` for its own colors.
        public var shading: Shading?

        init(image: Image, size: CGSize) { (self.image, self.size) = (image, size) }
    }

    /// A view that can be drawn.
    public struct ResolvedSymbol {
        let node: ViewNode
        public let size: CGSize
    }
}
