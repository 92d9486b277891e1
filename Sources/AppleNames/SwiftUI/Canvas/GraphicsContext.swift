public import AppleUIKit
public import Foundation
public import LiveActivityUI

/// The drawing context of a ``Canvas``'s closure.
///
/// A copy draws into the same canvas, but has its own transform, opacity, clip and filters.
public struct GraphicsContext {
    /// The opacity of the following drawings, 0 to 1.
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
    /// The bounding rectangle of all clips; the whole canvas without a clip.
    public var clipBoundingRect: CGRect {
        let frame = CGRect(origin: .zero, size: size)
        return clips.reduce(frame) { $1.isInverse ? $0 : $0.intersection($1.path.boundingRect) }
    }

    // MARK: - Transform, clips and filters

    /// Scales the following drawings.
    public mutating func scaleBy(x: CGFloat, y: CGFloat) { transform = transform.scaledBy(x: x, y: y) }
    /// Moves the following drawings.
    public mutating func translateBy(x: CGFloat, y: CGFloat) { transform = transform.translatedBy(x: x, y: y) }
    /// Rotates the following drawings clockwise around the origin.
    public mutating func rotate(by angle: Angle) { transform = transform.rotated(by: CGFloat(angle.radians)) }
    public mutating func concatenate(_ matrix: CGAffineTransform) { transform = matrix.concatenating(transform) }

    /// Clips the following drawings to the inside or the outside of a path. The fill style has no effect.
    public mutating func clip(to path: Path, style: FillStyle = FillStyle(), options: ClipOptions = ClipOptions()) {
        clips.append((path.applying(transform), options.contains(.inverse)))
    }

    /// Applies a filter to the following drawings. The options have no effect.
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

        /// The size in points for a proposed size.
        public func measure(in size: CGSize) -> CGSize {
            Self.size(of: text, in: ProposedSize(width: Double(size.width), height: Double(size.height)), resolution)
        }
        /// The estimated distance of the first baseline from the top, in points.
        public func firstBaseline(in size: CGSize) -> CGFloat { lineHeight * 0.8 }
        /// The estimated distance of the last baseline from the top, in points.
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
