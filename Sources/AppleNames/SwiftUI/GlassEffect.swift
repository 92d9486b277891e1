public import LiveActivityUI

/// The glass material of iOS 26. On a device it refracts the content behind it, which is unknown here, so it is drawn as a
/// material with a bright edge.
public struct Glass: Equatable, Sendable {
    fileprivate enum Kind { case regular, clear, identity }

    fileprivate let kind: Kind
    fileprivate var color: Color?

    public static let regular = Glass(kind: .regular)
    public static let clear = Glass(kind: .clear)
    public static let identity = Glass(kind: .identity)

    public func tint(_ color: Color?) -> Glass {
        var glass = self
        glass.color = color
        return glass
    }
    /// Returns the glass itself, because an image has no gestures.
    public func interactive(_ isEnabled: Bool = true) -> Glass { self }
}

/// The default shape of glass: a capsule.
public struct DefaultGlassEffectShape: Shape {
    public init() {}
    public func path(in rect: CGRect) -> Path { Capsule().path(in: rect) }
}

extension View {
    public func glassEffect(_ glass: Glass = .regular, in shape: some Shape = DefaultGlassEffectShape()) -> some View {
        background {
            if glass.kind != .identity {
                shape.fill(glass.kind == .clear ? Material.ultraThin : .thin)
                    .overlay { if let color = glass.color { shape.fill(color.opacity(0.6)) } }
                    .overlay { shape.stroke(.white.opacity(0.25), lineWidth: 0.5) }
            }
        }
    }

    /// Has no effect: the identifier is for animations.
    public func glassEffectID(_ id: (some Hashable & Sendable)?, in namespace: Namespace.ID) -> Self { self }
    /// Has no effect: each view has its own glass.
    public func glassEffectUnion(id: (some Hashable & Sendable)?, namespace: Namespace.ID) -> Self { self }
    /// Has no effect: an image shows the state after an animation.
    public func glassEffectTransition(_ transition: GlassEffectTransition) -> Self { self }
}

/// Transitions of glass. They have no effect.
public struct GlassEffectTransition: Sendable {
    public static let identity = Self()
    public static let matchedGeometry = Self()
    public static let materialize = Self()
}

/// Views whose glass merges on a device. Drawn as its content, each view with its own glass.
public struct GlassEffectContainer<Content: View>: View {
    private let content: Content
    public var body: some View { content }

    public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) { self.content = content() }
}

/// A button of glass; drawn as a bordered one.
public struct GlassButtonStyle: PrimitiveButtonStyle, Sendable {
    public init() {}
    /// Creates the style. The glass has no effect.
    public init(_ glass: Glass) {}
    public func makeBody(configuration: Configuration) -> some View { Button(configuration).buttonStyle(.bordered) }
}

/// A button of glass in the tint; drawn as a prominent one.
public struct GlassProminentButtonStyle: PrimitiveButtonStyle, Sendable {
    public init() {}
    public func makeBody(configuration: Configuration) -> some View { Button(configuration).buttonStyle(.borderedProminent) }
}

extension PrimitiveButtonStyle where Self == GlassButtonStyle {
    public static var glass: Self { Self() }
    /// A button of glass. The glass has no effect.
    public static func glass(_ glass: Glass) -> Self { Self(glass) }
}
extension PrimitiveButtonStyle where Self == GlassProminentButtonStyle { public static var glassProminent: Self { Self() } }
