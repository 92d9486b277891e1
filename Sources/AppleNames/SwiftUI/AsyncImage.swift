public import LiveActivityUI

/// An image from the network. Live Activities cannot load images, so the placeholder is always shown.
public struct AsyncImage<Content: View>: View {
    private let content: Content

    /// Creates an image with a gray placeholder.
    public init(url: URL?, scale: CGFloat = 1) where Content == Color { content = Color.gray.opacity(0.3) }

    public init<Loaded: View, Placeholder: View>(
        url: URL?, scale: CGFloat = 1, @ViewBuilder content: @escaping (Image) -> Loaded,
        @ViewBuilder placeholder: @escaping () -> Placeholder
    ) where Content == _ConditionalContent<Loaded, Placeholder> { self.content = .second(placeholder()) }

    /// The view for the phase `empty`.
    public init(
        url: URL?, scale: CGFloat = 1, transaction: Transaction = Transaction(),
        @ViewBuilder content: @escaping (AsyncImagePhase) -> Content
    ) { self.content = content(.empty) }

    public var body: some View { content }
}

/// The phase of loading an image. Always `empty` here.
public enum AsyncImagePhase: Sendable {
    /// Nothing is loaded.
    case empty
    case success(Image)
    case failure(any Error)

    /// The loaded image, or `nil`.
    public var image: Image? {
        if case .success(let image) = self { return image }
        return nil
    }

    /// The error, or `nil`.
    public var error: (any Error)? {
        if case .failure(let error) = self { return error }
        return nil
    }
}
