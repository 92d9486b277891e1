public import LiveActivityUI

// Previews are only drawn by Xcode. `#Preview` is type-checked and expands to nothing; a `PreviewProvider` is never
// called.

/// A preview of a view. Type-checked, and without effect here.
@freestanding(declaration)
public macro Preview(_ name: String? = nil, @ViewBuilder body: @escaping @MainActor () -> any View) =
    #externalMacro(module: "PreviewMacros", type: "Preview")

/// A preview of a view with traits. Type-checked, and without effect here.
@freestanding(declaration)
public macro Preview(
    _ name: String? = nil, traits: PreviewTrait<Preview.ViewTraits>, _ additionalTraits: PreviewTrait<Preview.ViewTraits>...,
    @ViewBuilder body: @escaping @MainActor () -> any View
) = #externalMacro(module: "PreviewMacros", type: "Preview")

/// Provides previews in the older form. Never called here.
@MainActor @preconcurrency
public protocol PreviewProvider {
    /// The type of the previews.
    associatedtype Previews: View

    /// The previews.
    @ViewBuilder static var previews: Previews { get }
}

/// The kinds of preview traits.
public enum Preview {
    /// Traits of views.
    public enum ViewTraits: Sendable {}
}

/// A trait of a preview. Accepted and not used.
public struct PreviewTrait<Kind>: Sendable {
    /// As in SwiftUI.
    public static var portrait: Self { Self() }
    /// As in SwiftUI.
    public static var landscapeLeft: Self { Self() }
    /// As in SwiftUI.
    public static var landscapeRight: Self { Self() }
    /// As in SwiftUI.
    public static var portraitUpsideDown: Self { Self() }
    /// As in SwiftUI.
    public static var defaultLayout: Self { Self() }
    /// As in SwiftUI.
    public static var sizeThatFitsLayout: Self { Self() }
    /// As in SwiftUI.
    public static func fixedLayout(width: CGFloat, height: CGFloat) -> Self { Self() }
}

/// The size of a preview. Accepted and not used.
public enum PreviewLayout: Sendable {
    /// As in SwiftUI.
    case device, sizeThatFits
    /// A size in points.
    case fixed(width: CGFloat, height: CGFloat)
}

/// The device of a preview. Accepted and not used.
public struct PreviewDevice: RawRepresentable, ExpressibleByStringLiteral, Sendable {
    public let rawValue: String

    /// A device by its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A device by its name.
    public init(stringLiteral value: String) { rawValue = value }
}

/// The orientation of a preview. Accepted and not used.
public enum InterfaceOrientation: Hashable, Sendable {
    /// As in SwiftUI.
    case portrait, portraitUpsideDown, landscapeLeft, landscapeRight
}

extension View {
    /// No effect: previews are not drawn here.
    public func previewDisplayName(_ value: String?) -> Self { self }
    /// No effect: previews are not drawn here.
    public func previewLayout(_ value: PreviewLayout) -> Self { self }
    /// No effect: previews are not drawn here.
    public func previewDevice(_ value: PreviewDevice?) -> Self { self }
    /// No effect: previews are not drawn here.
    public func previewInterfaceOrientation(_ value: InterfaceOrientation) -> Self { self }
}
