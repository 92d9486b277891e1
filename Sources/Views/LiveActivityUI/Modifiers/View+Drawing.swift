public import Foundation

extension View {
    // MARK: Behind and before

    @inlinable public func background<Background: View>(alignment: Alignment = .center, @ViewBuilder content: () -> Background)
        -> ModifiedContent<Self, _BackgroundModifier<Background>>
    { modifier(_BackgroundModifier(content: content(), alignment: alignment)) }

    @_disfavoredOverload
    @inlinable public func background<Background: View>(_ background: Background, alignment: Alignment = .center)
        -> ModifiedContent<Self, _BackgroundModifier<Background>>
    { modifier(_BackgroundModifier(content: background, alignment: alignment)) }

    @inlinable public func background<Style: ShapeStyle>(_ style: Style, ignoresSafeAreaEdges edges: Edge.Set = .all)
        -> ModifiedContent<Self, _BackgroundModifier<_StyleView<Style>>>
    { modifier(_BackgroundModifier(content: _StyleView(style: style), alignment: .center)) }

    @inlinable public func background(ignoresSafeAreaEdges edges: Edge.Set = .all)
        -> ModifiedContent<Self, _BackgroundModifier<_StyleView<BackgroundStyle>>>
    { background(BackgroundStyle()) }

    @inlinable public func background<Style: ShapeStyle, Figure: Shape>(
        _ style: Style, in shape: Figure, fillStyle: FillStyle = FillStyle()
    ) -> ModifiedContent<Self, _BackgroundModifier<_ShapeView<Figure, Style>>> {
        modifier(_BackgroundModifier(content: shape.fill(style), alignment: .center))
    }

    @inlinable public func background<Figure: Shape>(in shape: Figure, fillStyle: FillStyle = FillStyle())
        -> ModifiedContent<Self, _BackgroundModifier<_ShapeView<Figure, BackgroundStyle>>>
    { background(BackgroundStyle(), in: shape) }

    @inlinable public func overlay<Overlay: View>(alignment: Alignment = .center, @ViewBuilder content: () -> Overlay)
        -> ModifiedContent<Self, _OverlayModifier<Overlay>>
    { modifier(_OverlayModifier(content: content(), alignment: alignment)) }

    @_disfavoredOverload
    @inlinable public func overlay<Overlay: View>(_ overlay: Overlay, alignment: Alignment = .center)
        -> ModifiedContent<Self, _OverlayModifier<Overlay>>
    { modifier(_OverlayModifier(content: overlay, alignment: alignment)) }

    @inlinable public func overlay<Style: ShapeStyle>(_ style: Style, ignoresSafeAreaEdges edges: Edge.Set = .all)
        -> ModifiedContent<Self, _OverlayModifier<_StyleView<Style>>>
    { modifier(_OverlayModifier(content: _StyleView(style: style), alignment: .center)) }

    @inlinable public func overlay<Style: ShapeStyle, Figure: Shape>(
        _ style: Style, in shape: Figure, fillStyle: FillStyle = FillStyle()
    ) -> ModifiedContent<Self, _OverlayModifier<_ShapeView<Figure, Style>>> {
        modifier(_OverlayModifier(content: shape.fill(style), alignment: .center))
    }

    /// Draws the view only where `mask` is.
    @inlinable public func mask<Mask: View>(alignment: Alignment = .center, @ViewBuilder _ mask: () -> Mask)
        -> ModifiedContent<Self, _MaskModifier<Mask>>
    { modifier(_MaskModifier(content: mask(), alignment: alignment)) }
    @inlinable public func mask<Mask: View>(_ mask: Mask) -> ModifiedContent<Self, _MaskModifier<Mask>> {
        modifier(_MaskModifier(content: mask, alignment: .center))
    }

    // MARK: Outline

    @inlinable public func clipShape<Figure: Shape>(_ shape: Figure, style: FillStyle = FillStyle())
        -> ModifiedContent<Self, _ClipModifier<Figure>>
    { modifier(_ClipModifier(shape: shape)) }
    @inlinable public func clipped(antialiased: Bool = false) -> ModifiedContent<Self, _ClipModifier<Rectangle>> {
        clipShape(Rectangle())
    }
    @inlinable public func cornerRadius(_ radius: CGFloat, antialiased: Bool = true)
        -> ModifiedContent<Self, _ClipModifier<RoundedRectangle>>
    { clipShape(RoundedRectangle(cornerRadius: radius, style: .circular)) }
    @inlinable public func border<Style: ShapeStyle>(_ content: Style, width: CGFloat = 1)
        -> ModifiedContent<Self, _OverlayModifier<_StrokeShapeView<Rectangle, Style>>>
    { modifier(_OverlayModifier(content: Rectangle().strokeBorder(content, lineWidth: width), alignment: .center)) }
    /// Touches are the system's affair.
    @inlinable public func contentShape<Figure: Shape>(_ shape: Figure, eoFill: Bool = false) -> Self { self }
    /// Touches are the system's affair.
    @inlinable public func contentShape<Figure: Shape>(_ kind: ContentShapeKinds, _ shape: Figure, eoFill: Bool = false) -> Self
    { self }
    @inlinable public func containerShape<Figure: InsettableShape>(_ shape: Figure) -> Self { self }

    // MARK: Effects

    @inlinable public func opacity(_ opacity: Double) -> ModifiedContent<Self, _EffectModifier> {
        effect(.opacity(opacity.clamped))
    }
    @inlinable public func hidden() -> ModifiedContent<Self, _EffectModifier> { effect(.hidden) }
    @inlinable public func shadow(
        color: Color = Color(.sRGBLinear, white: 0, opacity: 0.33), radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
    ) -> ModifiedContent<Self, _ResolvedModifier<Color>> {
        resolved(color) { color, resolution in
            .shadow(resolution.resolved(color), radius: Double(radius), x: Double(x), y: Double(y))
        }
    }
    @inlinable public func blur(radius: CGFloat, opaque: Bool = false) -> ModifiedContent<Self, _EffectModifier> {
        effect(.blur(radius: Double(radius)))
    }
    @inlinable public func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> ModifiedContent<Self, _EffectModifier>
    {
        effect(.rotation(degrees: angle.degrees, anchor: anchor.node))
    }
    @inlinable public func scaleEffect(_ scale: CGFloat, anchor: UnitPoint = .center) -> ModifiedContent<Self, _EffectModifier>
    {
        scaleEffect(x: scale, y: scale, anchor: anchor)
    }
    @inlinable public func scaleEffect(_ scale: CGSize, anchor: UnitPoint = .center) -> ModifiedContent<Self, _EffectModifier> {
        scaleEffect(x: scale.width, y: scale.height, anchor: anchor)
    }
    @inlinable public func scaleEffect(x: CGFloat = 1, y: CGFloat = 1, anchor: UnitPoint = .center)
        -> ModifiedContent<Self, _EffectModifier>
    { effect(.scale(x: Double(x), y: Double(y), anchor: anchor.node)) }
    /// Turned out of its plane: a picture keeps it flat.
    @inlinable public func rotation3DEffect(
        _ angle: Angle, axis: (x: CGFloat, y: CGFloat, z: CGFloat), anchor: UnitPoint = .center, anchorZ: CGFloat = 0,
        perspective: CGFloat = 1
    ) -> Self { self }
    @inlinable public func saturation(_ amount: Double) -> ModifiedContent<Self, _EffectModifier> {
        effect(.saturation(amount))
    }
    @inlinable public func brightness(_ amount: Double) -> ModifiedContent<Self, _EffectModifier> {
        effect(.brightness(amount))
    }
    @inlinable public func contrast(_ amount: Double) -> ModifiedContent<Self, _EffectModifier> { effect(.contrast(amount)) }
    @inlinable public func grayscale(_ amount: Double) -> ModifiedContent<Self, _EffectModifier> { effect(.grayscale(amount)) }
    @inlinable public func hueRotation(_ angle: Angle) -> ModifiedContent<Self, _EffectModifier> {
        effect(.hueRotation(degrees: angle.degrees))
    }
    @inlinable public func colorInvert() -> ModifiedContent<Self, _EffectModifier> { effect(.colorInvert) }
    @inlinable public func colorMultiply(_ color: Color) -> ModifiedContent<Self, _ResolvedModifier<Color>> {
        resolved(color) { color, resolution in .colorMultiply(resolution.resolved(color)) }
    }
    @inlinable public func blendMode(_ blendMode: BlendMode) -> ModifiedContent<Self, _EffectModifier> {
        effect(.blendMode(blendMode.rawValue))
    }
    /// Views are drawn one after the other, whether they are a group or not.
    @inlinable public func compositingGroup() -> Self { self }
    /// Views are drawn as they are.
    @inlinable public func drawingGroup(opaque: Bool = false, colorMode: ColorRenderingMode = .nonLinear) -> Self { self }
    /// Views are drawn as they are.
    @inlinable public func geometryGroup() -> Self { self }

    // MARK: What is hidden from others

    /// Content that a locked device hides when the person chose so (WK-26).
    @inlinable public func privacySensitive(_ sensitive: Bool = true) -> ModifiedContent<Self, _PrivacyModifier> {
        modifier(_PrivacyModifier(isSensitive: sensitive))
    }
    /// Shows blocks in place of text and images.
    @inlinable public func redacted(reason: RedactionReasons) -> ModifiedContent<Self, _RedactionModifier> {
        modifier(_RedactionModifier(reasons: reason))
    }
    /// Shows content that is redacted outside.
    @inlinable public func unredacted() -> ModifiedContent<Self, _RedactionModifier> {
        modifier(_RedactionModifier(reasons: nil))
    }
    /// Marks a view that awaits the result of an intent (WK-17).
    @inlinable public func invalidatableContent(_ invalidatable: Bool = true) -> ModifiedContent<Self, _InvalidationModifier> {
        modifier(_InvalidationModifier(isInvalidatable: invalidatable))
    }
}

public struct ContentShapeKinds: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let interaction = Self(rawValue: 1)
    public static let dragPreview = Self(rawValue: 2)
    public static let contextMenuPreview = Self(rawValue: 4)
    public static let hoverEffect = Self(rawValue: 8)
    public static let accessibility = Self(rawValue: 16)
}

public enum ColorRenderingMode: Hashable, Sendable {
    case nonLinear, linear, extendedLinear
}
