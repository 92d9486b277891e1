public import Foundation

/// An image: a system image by name, or one of the app's own.
///
/// Only the name is stored. The renderer looks it up and draws a placeholder if there is no such image. A name with a
/// path is never looked up.
public struct Image: Hashable, Sendable {
    let source: ImageNode.Source
    let variableValue: Double?
    /// The accessibility label.
    let label: Text?
    let isDecorative: Bool
    var isResizable = false
    var renderingMode: TemplateRenderingMode?
    var symbolRenderingMode: SymbolRenderingMode?

    init(
        _ source: ImageNode.Source, variableValue: Double? = nil, label: Text? = nil, isDecorative: Bool = false
    ) { (self.source, self.variableValue, self.label, self.isDecorative) = (source, variableValue, label, isDecorative) }

    /// Whether an image is drawn in one color.
    public enum TemplateRenderingMode: Hashable, Sendable {
        /// Drawn in the foreground style, or in the image's own colors.
        case template, original
    }

    /// The size of a symbol relative to the text.
    public enum Scale: Hashable, Sendable {
        /// Factors 0.8, 1 and 1.2.
        case small, medium, large
    }

    /// The treatment of an image in a larger frame. Accepted and not used; images are stretched.
    public enum ResizingMode: Hashable, Sendable {
        case tile, stretch
    }

    /// The quality of scaling. Accepted and not used.
    public enum Interpolation: Hashable, Sendable {
        case none, low, medium, high
    }

    /// The orientation of an image. Not used.
    public enum Orientation: UInt8, Hashable, Sendable, CaseIterable {
        case up, upMirrored, down, downMirrored, left, leftMirrored, right, rightMirrored
    }
}

extension Image {
    public init(systemName: String) { self.init(.system(systemName)) }

    /// A system image with a variable value, clamped to 0…1.
    public init(systemName: String, variableValue: Double?) {
        self.init(.system(systemName), variableValue: variableValue?.clamped)
    }

    /// An image of the app's asset catalog.
    public init(_ name: String, bundle: Bundle? = nil) { self.init(.asset(name)) }
    /// An image of the app's asset catalog with an accessibility label.
    public init(_ name: String, bundle: Bundle? = nil, label: Text) { self.init(.asset(name), label: label) }
    /// A symbol of the app's asset catalog with a variable value, clamped to 0…1.
    public init(_ name: String, variableValue: Double?, bundle: Bundle? = nil) {
        self.init(.asset(name), variableValue: variableValue?.clamped)
    }

    /// An image of the app's asset catalog that VoiceOver skips.
    public init(decorative name: String, bundle: Bundle? = nil) { self.init(.asset(name), isDecorative: true) }

    /// An image from the encoded bytes of a PNG.
    public init(_png bytes: [UInt8], label: Text? = nil, isDecorative: Bool = false) {
        self.init(.data(bytes), label: label, isDecorative: isDecorative)
    }

    /// The image, resizable to any frame. The parameters have no effect.
    public func resizable(capInsets: EdgeInsets = EdgeInsets(), resizingMode: ResizingMode = .stretch) -> Image {
        var image = self
        image.isResizable = true
        return image
    }

    /// The image drawn in one color, or in its own colors; `nil` is the default of its kind.
    public func renderingMode(_ renderingMode: TemplateRenderingMode?) -> Image {
        var image = self
        image.renderingMode = renderingMode
        return image
    }

    /// No effect: the renderer chooses the quality.
    public func interpolation(_ interpolation: Interpolation) -> Image { self }
    public func antialiased(_ isAntialiased: Bool) -> Image { self }
}

extension Image: View {
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
        var named: NamedImage?
        if case .asset(let name) = source, let found = environment.namedImages[name] {
            named = found
            source = .data(environment.colorScheme == .dark ? found.darkPNG ?? found.png : found.png)
        }
        let paints = isSymbol ? symbolPaints(image, source, paint) : [paint]
        return ImageNode(
            source: source, font: font, paint: paints[0], isResizable: image.isResizable,
            secondaryPaints: Array(paints.dropFirst()), scale: environment.imageScale.value,
            variableValue: image.variableValue,
            isTemplate: image.renderingMode.map { $0 == .template } ?? named?.isTemplate ?? isSymbol,
            label: image.isDecorative ? "" : image.label.map { words(of: $0) },
            pixelsPerPoint: named?.pixelsPerPoint(at: font.size, scale: environment.imageScale) ?? 1)
    }

    /// The paints of a symbol's layers. The second and third are translucent versions of the first, or the palette of
    /// `foregroundStyle`.
    private func symbolPaints(_ image: Image, _ source: ImageNode.Source, _ paint: Paint) -> [Paint] {
        let mode = image.symbolRenderingMode ?? environment.symbolRenderingMode
        if mode == .multicolor, case .system(let name) = source, let color = SystemImages.color(of: name) {
            let own = Paint.color(color.resolved(in: environment.appearance))
            // On a filled shape the sign is white.
            let isEnclosed = SystemImages.drawing(of: name, isLayered: true).map { $0.enclosure != nil && $0.isFilled } ?? false
            return isEnclosed ? [.color(ResolvedColor(red: 1, green: 1, blue: 1)), own] : [own]
        }
        return [paint] + layerPaints(mode)
    }

    private func layerPaints(_ mode: SymbolRenderingMode?) -> [Paint] {
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
