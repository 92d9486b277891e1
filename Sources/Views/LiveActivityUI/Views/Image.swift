public import Foundation

/// A picture: a symbol of the system by its name, or one of the app's own.
///
/// A name is only kept: whoever draws looks it up, and shows a placeholder where there is none. A name with a path in it is no name.
public struct Image: Hashable, Sendable {
    let source: ImageNode.Source
    let variableValue: Double?
    /// What is said of it; empty for a decorative one.
    let label: Text?
    let isDecorative: Bool
    var isResizable = false
    var renderingMode: TemplateRenderingMode?
    var symbolRenderingMode: SymbolRenderingMode?

    init(
        _ source: ImageNode.Source, variableValue: Double? = nil, label: Text? = nil, isDecorative: Bool = false
    ) {
        self.source = source
        self.variableValue = variableValue
        self.label = label
        self.isDecorative = isDecorative
    }

    public enum TemplateRenderingMode: Hashable, Sendable {
        case template, original
    }

    public enum Scale: Hashable, Sendable {
        case small, medium, large
    }

    public enum ResizingMode: Hashable, Sendable {
        case tile, stretch
    }

    public enum Interpolation: Hashable, Sendable {
        case none, low, medium, high
    }

    public enum Orientation: UInt8, Hashable, Sendable, CaseIterable {
        case up, upMirrored, down, downMirrored, left, leftMirrored, right, rightMirrored
    }
}

extension Image {
    /// A symbol of the system.
    public init(systemName: String) { self.init(.system(systemName)) }

    /// A symbol of the system, drawn as far as `variableValue` says (0 to 1).
    public init(systemName: String, variableValue: Double?) {
        self.init(.system(systemName), variableValue: variableValue?.clamped)
    }

    /// A picture in the app's asset catalogue.
    public init(_ name: String, bundle: Bundle? = nil) { self.init(.asset(name)) }
    public init(_ name: String, bundle: Bundle? = nil, label: Text) { self.init(.asset(name), label: label) }
    public init(_ name: String, variableValue: Double?, bundle: Bundle? = nil) {
        self.init(.asset(name), variableValue: variableValue?.clamped)
    }

    /// A picture that says nothing to people who do not see it.
    public init(decorative name: String, bundle: Bundle? = nil) { self.init(.asset(name), isDecorative: true) }

    /// A picture of the app's own: the encoded bytes of a PNG.
    public init(_png bytes: [UInt8]) { self.init(.data(bytes)) }

    /// May take any size; `capInsets` and `resizingMode` are not kept.
    public func resizable(capInsets: EdgeInsets = EdgeInsets(), resizingMode: ResizingMode = .stretch) -> Image {
        var image = self
        image.isResizable = true
        return image
    }

    public func renderingMode(_ renderingMode: TemplateRenderingMode?) -> Image {
        var image = self
        image.renderingMode = renderingMode
        return image
    }

    /// Not kept: whoever draws does it as well as it can.
    public func interpolation(_ interpolation: Interpolation) -> Image { self }
    /// Not kept: whoever draws does it as well as it can.
    public func antialiased(_ isAntialiased: Bool) -> Image { self }
}

extension Image: View {
    public typealias Body = Never

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        guard resolution.count() else { return }
        let font = resolution.font(TextAttributes())
        nodes.append(ViewNode(.image(resolution.image(view, font: font, paint: resolution.foregroundPaint))))
    }
}

extension Resolution {
    func image(_ image: Image, font: ResolvedFont, paint: Paint) -> ImageNode {
        var source = image.source
        var isSymbol = false
        if case .system(let name) = source {
            isSymbol = true
            source = .system(environment.symbolVariants.applied(to: name))
        }
        return ImageNode(
            source: source, font: font, paint: paint, isResizable: image.isResizable,
            secondaryPaints: isSymbol ? layerPaints(image) : [], scale: environment.imageScale.value,
            variableValue: image.variableValue, isTemplate: image.renderingMode.map { $0 == .template } ?? isSymbol,
            label: image.isDecorative ? "" : image.label.map { words(of: $0) })
    }

    /// A symbol's second and third layer: lighter than the first, or of the palette that `foregroundStyle` says.
    private func layerPaints(_ image: Image) -> [Paint] {
        let mode = image.symbolRenderingMode ?? environment.symbolRenderingMode
        let hasPalette = (environment.foreground?.styles.count ?? 1) > 1
        guard mode == .hierarchical || mode == .palette || (mode == nil && hasPalette) else { return [] }
        return [foregroundPaint(level: 2), foregroundPaint(level: 3)]
    }
}

extension Image.Scale {
    var value: Double {
        switch self {
        case .small: 0.8
        case .medium: 1
        case .large: 1.2
        }
    }
}
