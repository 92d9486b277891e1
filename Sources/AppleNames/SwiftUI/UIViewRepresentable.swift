public import LiveActivityUI

// Views of UIKit in files that a widget extension shares with its app. A Live Activity cannot show them. They compile, and are
// drawn as nothing.

/// The common requirements of views and screens of UIKit.
public protocol UIKitRepresentable: View where Body == EmptyView {
    associatedtype Coordinator = Void
    typealias Context = UIKitRepresentableContext<Self>

    func makeCoordinator() -> Coordinator
}

extension UIKitRepresentable {
    public var body: EmptyView { EmptyView() }
}

extension UIKitRepresentable where Coordinator == Void {
    public func makeCoordinator() {}
}

public struct UIKitRepresentableContext<Representable: UIKitRepresentable> {
    public let coordinator: Representable.Coordinator
    public let environment: EnvironmentValues
}

public typealias UIViewRepresentableContext<Representable: UIViewRepresentable> = UIKitRepresentableContext<Representable>

/// A view of UIKit, which is never created.
public protocol UIViewRepresentable: UIKitRepresentable {
    associatedtype UIViewType

    func makeUIView(context: Context) -> UIViewType
    func updateUIView(_ view: UIViewType, context: Context)
}

public typealias UIViewControllerRepresentableContext<Representable: UIViewControllerRepresentable> =
    UIKitRepresentableContext<Representable>

/// A screen of UIKit, which is never created.
public protocol UIViewControllerRepresentable: UIKitRepresentable {
    associatedtype UIViewControllerType

    func makeUIViewController(context: Context) -> UIViewControllerType
    func updateUIViewController(_ controller: UIViewControllerType, context: Context)
}
