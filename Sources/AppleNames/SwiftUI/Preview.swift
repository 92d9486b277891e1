public import LiveActivityUI

// `#Preview` is type-checked and expands to nothing, and a `PreviewProvider` is not called. `live-activities ios previews`
// draws both; it replaces the macros with functions.

/// A preview of a view. It is type-checked, but has no effect here.
@freestanding(declaration)
public macro Preview(_ name: String? = nil, @ViewBuilder body: @escaping @MainActor () -> any View) =
    #externalMacro(module: "PreviewMacros", type: "Preview")

/// A preview of a view with traits. It is type-checked, but has no effect here.
@freestanding(declaration)
public macro Preview(
    _ name: String? = nil, traits: PreviewTrait<Preview.ViewTraits>, _ additionalTraits: PreviewTrait<Preview.ViewTraits>...,
    @ViewBuilder body: @escaping @MainActor () -> any View
) = #externalMacro(module: "PreviewMacros", type: "Preview")

/// Declares a variable of a preview, such as a `@State`.
@attached(peer)
public macro Previewable() = #externalMacro(module: "PreviewMacros", type: "Preview")

/// Provides previews in the older form.
@MainActor @preconcurrency
public protocol PreviewProvider {
    associatedtype Previews: View

    @ViewBuilder static var previews: Previews { get }
}

public enum Preview { public enum ViewTraits: Sendable {} }

/// A trait of a preview. Only the layout is used, by `live-activities ios previews`.
public struct PreviewTrait<Kind>: Sendable {
    /// The requested size; `nil` for another trait.
    package var layout: PreviewLayout?

    public static var portrait: Self { Self() }
    public static var landscapeLeft: Self { Self() }
    public static var landscapeRight: Self { Self() }
    public static var portraitUpsideDown: Self { Self() }
    public static var defaultLayout: Self { Self() }
    public static var sizeThatFitsLayout: Self { Self(layout: .sizeThatFits) }
    public static func fixedLayout(width: CGFloat, height: CGFloat) -> Self {
        Self(layout: .fixed(width: width, height: height))
    }
    /// A trait that is not used: the modifier is not applied.
    public static func modifier(_ modifier: some PreviewModifier) -> Self { Self() }
}

/// Changes the views of previews. Never applied here.
public protocol PreviewModifier {
    associatedtype Context = Void
    associatedtype Body: View
    typealias Content = AnyView

    @MainActor static func makeSharedContext() async throws -> Context
    @MainActor @ViewBuilder func body(content: Content, context: Context) -> Body
}

extension PreviewModifier where Context == Void { public static func makeSharedContext() async throws {} }

/// The size of a preview. Accepted and not used.
public enum PreviewLayout: Sendable {
    case device, sizeThatFits
    case fixed(width: CGFloat, height: CGFloat)
}

/// The device of a preview. Accepted and not used.
public struct PreviewDevice: RawRepresentable, ExpressibleByStringLiteral, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }
}

/// The orientation of a preview. Accepted and not used.
public enum InterfaceOrientation: Hashable, Sendable {
    case portrait, portraitUpsideDown, landscapeLeft, landscapeRight
}

private struct PreviewName: EnvironmentKey { static var defaultValue: String? { nil } }

extension EnvironmentValues {
    /// The name that `previewDisplayName` has set.
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
    public func previewDevice(_ value: PreviewDevice?) -> Self { self }
    public func previewInterfaceOrientation(_ value: InterfaceOrientation) -> Self { self }
}
