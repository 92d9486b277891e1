extension Image {
    /// The image with its layers colored in a mode; `nil` uses the environment's.
    public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> Image {
        var image = self
        image.symbolRenderingMode = mode
        return image
    }
    /// Does nothing: the image keeps its dynamic range.
    public func allowedDynamicRange(_ range: DynamicRange?) -> Image { self }
    /// No effect: no surface of a Live Activity recolors images.
    public func widgetAccentedRenderingMode(_ mode: WidgetAccentedRenderingMode?) -> some View { self }

    /// The dynamic range of an image. Accepted and not used.
    public enum DynamicRange: Hashable, Sendable {
        case standard, constrainedHigh, high
    }
}

/// The coloring of images in an accented widget. Accepted and not used.
public enum WidgetAccentedRenderingMode: Hashable, Sendable {
    case accented, desaturated, accentedDesaturated, fullColor
}
