public import AppleCombine
public import AppleUIKit
import Foundation
public import LiveActivityUI

/// Makes images of views on iOS. Here it makes none: a drawn view is not a file that an app could share.
@MainActor public final class ImageRenderer<Content: View>: ObservableObject {
    public var content: Content
    public var scale = 1.0
    /// Whether the image would have no transparent pixels.
    public var isOpaque = false

    /// A renderer of a view.
    public init(content: Content) { self.content = content }

    /// Always `nil`.
    public var uiImage: UIImage? { nil }
    public var cgImage: CGImage? { nil }
}
