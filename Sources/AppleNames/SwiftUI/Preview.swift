public import LiveActivityUI

// A preview is Xcode's: `#Preview` is type-checked, and then nothing comes of it; a `PreviewProvider` is a type that nobody asks.

/// A view in Xcode's canvas.
@freestanding(declaration)
public macro Preview(_ name: String? = nil, @ViewBuilder body: @escaping @MainActor () -> any View) =
    #externalMacro(module: "PreviewMacros", type: "Preview")

/// A view in Xcode's canvas, in surroundings that `traits` tell.
@freestanding(declaration)
public macro Preview(
    _ name: String? = nil, traits: PreviewTrait<Preview.ViewTraits>, _ additionalTraits: PreviewTrait<Preview.ViewTraits>...,
    @ViewBuilder body: @escaping @MainActor () -> any View
) = #externalMacro(module: "PreviewMacros", type: "Preview")

/// Has the views of Xcode's canvas, the older way.
@MainActor @preconcurrency
public protocol PreviewProvider {
    associatedtype Previews: View

    @ViewBuilder static var previews: Previews { get }
}

/// What kinds of traits there are.
public enum Preview {
    public enum ViewTraits: Sendable {}
}

/// The surroundings of a preview.
public struct PreviewTrait<Kind>: Sendable {
    public static var portrait: Self { Self() }
    public static var landscapeLeft: Self { Self() }
    public static var landscapeRight: Self { Self() }
    public static var portraitUpsideDown: Self { Self() }
    public static var defaultLayout: Self { Self() }
    public static var sizeThatFitsLayout: Self { Self() }
    public static func fixedLayout(width: CGFloat, height: CGFloat) -> Self { Self() }
}

public enum PreviewLayout: Sendable {
    case device, sizeThatFits
    case fixed(width: CGFloat, height: CGFloat)
}

public struct PreviewDevice: RawRepresentable, ExpressibleByStringLiteral, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }
}

public enum InterfaceOrientation: Hashable, Sendable {
    case portrait, portraitUpsideDown, landscapeLeft, landscapeRight
}

extension View {
    public func previewDisplayName(_ value: String?) -> Self { self }
    public func previewLayout(_ value: PreviewLayout) -> Self { self }
    public func previewDevice(_ value: PreviewDevice?) -> Self { self }
    public func previewInterfaceOrientation(_ value: InterfaceOrientation) -> Self { self }
}
