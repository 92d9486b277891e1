public import AppleCombine
public import AppleUIKit
import Foundation
public import LiveActivityUI

/// Renders views to images on iOS. Renders nothing here.
@MainActor public final class ImageRenderer<Content: View>: ObservableObject {
    public var content: Content
    public var scale = 1.0
    /// Whether the image is opaque. Not used here.
    public var isOpaque = false
    /// The size that is proposed to the content. Not used here.
    public var proposedSize = ProposedViewSize.unspecified
    public var allowedDynamicRange: Image.DynamicRange?
    public var colorMode = ColorRenderingMode.nonLinear

    /// Creates a renderer for a view.
    public init(content: Content) { self.content = content }

    /// Never calls `renderer`.
    public func render(
        rasterizationScale: CGFloat = 1, renderer: (CGSize, @escaping (CGContext) -> Void) -> Void
    ) {}
    /// Always `nil`.
    public var uiImage: UIImage? { nil }
    public var cgImage: CGImage? { nil }
}
