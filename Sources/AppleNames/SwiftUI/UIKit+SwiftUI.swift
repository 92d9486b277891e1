public import AppleUIKit
public import LiveActivityUI

extension Color {
    public init(_ color: UIColor) { self = color.color }
    // For `Color(.pink)`, which is not a color of UIKit.
    @_disfavoredOverload public init(_ color: Color) { self = color }
    public init(uiColor color: UIColor) { self = color.color }
    public init(_ cgColor: CGColor) { self.init(cgColor: cgColor) }
    /// A color of the app's asset catalog.
    public init(_ resource: ColorResource) { self.init(resource.name) }
}

extension Font {
    public init(_ font: UIFont) { self = font.font }
    public init(_ font: CTFont) { self = font.font }
}

extension Label where Title == Text, Icon == Image {
    /// A title with an image of the app's asset catalog.
    public init(_ titleKey: LocalizedStringKey, image resource: ImageResource) {
        self.init(titleKey, image: resource.name)
    }
    @_disfavoredOverload public init<Content: StringProtocol>(_ title: Content, image resource: ImageResource) {
        self.init(title, image: resource.name)
    }
}

extension Image {
    /// An image of the app's asset catalog.
    public init(_ resource: ImageResource) { self.init(resource.name) }

    /// An image of the app's asset catalog that assistive technologies skip.
    public init(decorative resource: ImageResource) { self.init(decorative: resource.name) }

    /// A bitmap that assistive technologies skip. The scale and the orientation are not used.
    public init(decorative cgImage: CGImage, scale: CGFloat, orientation: Orientation = .up) {
        self.init(_png: [UInt8](cgImage.data), isDecorative: true)
    }

    /// A bitmap with an accessibility label. The scale and the orientation are not used.
    public init(_ cgImage: CGImage, scale: CGFloat, orientation: Orientation = .up, label: Text) {
        self.init(_png: [UInt8](cgImage.data), label: label)
    }

    public init(uiImage: UIImage) {
        let image =
            switch uiImage.source {
            case .data(let data): Image(_png: [UInt8](data))
            case .asset(let name): Image(name)
            case .system(let name): Image(systemName: name)
            }
        switch uiImage.renderingMode {
        case .automatic: self = image
        case .alwaysOriginal: self = image.renderingMode(.original)
        case .alwaysTemplate: self = image.renderingMode(.template)
        }
    }
}
