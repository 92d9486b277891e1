public import LiveActivityUI

/// A picture of the network. A Live Activity may not load one, and neither does a snapshot: what is shown while it loads stays.
public struct AsyncImage<Content: View>: View {
    private let content: Content

    public init(url: URL?, scale: CGFloat = 1) where Content == Color { content = Color.gray.opacity(0.3) }

    public init<Loaded: View, Placeholder: View>(
        url: URL?, scale: CGFloat = 1, @ViewBuilder content: @escaping (Image) -> Loaded,
        @ViewBuilder placeholder: @escaping () -> Placeholder
    ) where Content == _ConditionalContent<Loaded, Placeholder> {
        self.content = .second(placeholder())
    }

    public init(
        url: URL?, scale: CGFloat = 1, transaction: Transaction = Transaction(),
        @ViewBuilder content: @escaping (AsyncImagePhase) -> Content
    ) {
        self.content = content(.empty)
    }

    public var body: some View { content }
}

/// How far a picture of the network is.
public enum AsyncImagePhase: Sendable {
    case empty
    case success(Image)
    case failure(any Error)

    public var image: Image? {
        if case .success(let image) = self { return image }
        return nil
    }

    public var error: (any Error)? {
        if case .failure(let error) = self { return error }
        return nil
    }
}
