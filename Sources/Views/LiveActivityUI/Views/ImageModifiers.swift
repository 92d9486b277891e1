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
    public struct DynamicRange: Hashable, Sendable {
        private let name: String

        public static let standard = Self(name: "standard")
        public static let constrainedHigh = Self(name: "constrainedHigh")
        public static let high = Self(name: "high")
    }
}

/// How images are recolored in an accented widget. Accepted and not used.
public struct WidgetAccentedRenderingMode: Hashable, Sendable {
    private let name: String

    public static let accented = Self(name: "accented")
    public static let desaturated = Self(name: "desaturated")
    public static let accentedDesaturated = Self(name: "accentedDesaturated")
    public static let fullColor = Self(name: "fullColor")
}
