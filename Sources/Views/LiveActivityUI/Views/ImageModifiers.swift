extension Image {
    /// The image with its layers colored in a mode; `nil` is that of the environment.
    public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> Image {
        var image = self
        image.symbolRenderingMode = mode
        return image
    }
    /// No effect: the dynamic range is that of the image.
    public func allowedDynamicRange(_ range: DynamicRange?) -> Image { self }
    /// No effect: no surface of a Live Activity recolors images.
    public func widgetAccentedRenderingMode(_ mode: WidgetAccentedRenderingMode?) -> some View { self }

    /// The dynamic range of an image. Accepted and not used.
    public enum DynamicRange: Hashable, Sendable {
        case standard, constrainedHigh, high
    }
}

/// How images are recolored in an accented widget. Accepted and not used.
public enum WidgetAccentedRenderingMode: Hashable, Sendable {
    case accented, desaturated, accentedDesaturated, fullColor
}
