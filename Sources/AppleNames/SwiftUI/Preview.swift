public import LiveActivityUI

// `#Preview` is type-checked and expands to nothing, and a `PreviewProvider` is not called: `live-activities ios previews` draws both, with
// functions in place of the macros.

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

/// Lets a preview have a variable such as a `@State` of its own.
@attached(peer)
public macro Previewable() = #externalMacro(module: "PreviewMacros", type: "Preview")

/// Provides previews in the older form.
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

/// A trait of a preview. Only the layout is used, by `live-activities ios previews`.
public struct PreviewTrait<Kind>: Sendable {
    /// The size that is asked for; `nil` for another trait.
    package var layout: PreviewLayout?

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
    public static var sizeThatFitsLayout: Self { Self(layout: .sizeThatFits) }
    /// As in SwiftUI.
    public static func fixedLayout(width: CGFloat, height: CGFloat) -> Self {
        Self(layout: .fixed(width: width, height: height))
    }
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

private struct PreviewName: EnvironmentKey {
    static var defaultValue: String? { nil }
}

extension EnvironmentValues {
    /// The name that `previewDisplayName` gave.
    package var previewName: String? {
        get { self[PreviewName.self] }
        set { self[PreviewName.self] = newValue }
    }
}

extension View {
    /// The name of a Live Activity's preview in a ``PreviewProvider``.
    public func previewDisplayName(_ value: String?) -> some View { environment(\.previewName, value) }
    /// No effect: previews are not drawn here.
    public func previewLayout(_ value: PreviewLayout) -> Self { self }
    /// No effect: previews are not drawn here.
    public func previewDevice(_ value: PreviewDevice?) -> Self { self }
    /// No effect: previews are not drawn here.
    public func previewInterfaceOrientation(_ value: InterfaceOrientation) -> Self { self }
}
