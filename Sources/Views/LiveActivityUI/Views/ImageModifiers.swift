extension Image {
    public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> Image {
        var image = self
        image.symbolRenderingMode = mode
        return image
    }
    /// Not kept: a picture has its own range.
    public func allowedDynamicRange(_ range: DynamicRange?) -> Image { self }
    /// Not kept: none of a Live Activity's surfaces paints images in a tint of its own.
    public func widgetAccentedRenderingMode(_ mode: WidgetAccentedRenderingMode?) -> some View { self }

    public struct DynamicRange: Hashable, Sendable {
        private let name: String

        public static let standard = Self(name: "standard")
        public static let constrainedHigh = Self(name: "constrainedHigh")
        public static let high = Self(name: "high")
    }
}

public struct WidgetAccentedRenderingMode: Hashable, Sendable {
    private let name: String

    public static let accented = Self(name: "accented")
    public static let desaturated = Self(name: "desaturated")
    public static let accentedDesaturated = Self(name: "accentedDesaturated")
    public static let fullColor = Self(name: "fullColor")
}
