public import Foundation

extension View {
    // MARK: Background and overlay

    /// Draws a view behind this one. The size of this view is proposed to it.
    @inlinable public func background<Background: View>(alignment: Alignment = .center, @ViewBuilder content: () -> Background)
        -> ModifiedContent<Self, _AddedViewModifier<Background>>
    { modifier(_AddedViewModifier(.background, content(), alignment)) }

    @_disfavoredOverload
    @inlinable public func background<Background: View>(_ background: Background, alignment: Alignment = .center)
        -> ModifiedContent<Self, _AddedViewModifier<Background>>
    { modifier(_AddedViewModifier(.background, background, alignment)) }

    /// Fills the frame of this view with a style. The edges have no effect.
    @inlinable public func background<Style: ShapeStyle>(_ style: Style, ignoresSafeAreaEdges edges: Edge.Set = .all)
        -> ModifiedContent<Self, _AddedViewModifier<_StyleView<Style>>>
    { modifier(_AddedViewModifier(.background, _StyleView(style: style))) }

    /// Fills the frame with the environment's background style.
    @inlinable public func background(ignoresSafeAreaEdges edges: Edge.Set = .all)
        -> ModifiedContent<Self, _AddedViewModifier<_StyleView<BackgroundStyle>>>
    { background(BackgroundStyle()) }

    /// Fills a shape behind this view. The fill style has no effect.
    @inlinable public func background<Style: ShapeStyle, Figure: Shape>(
        _ style: Style, in shape: Figure, fillStyle: FillStyle = FillStyle()
    ) -> ModifiedContent<Self, _AddedViewModifier<_ShapeView<Figure, Style>>> {
        modifier(_AddedViewModifier(.background, shape.fill(style)))
    }

    /// Fills a shape behind this view with the environment's background style. The fill style has no effect.
    @inlinable public func background<Figure: Shape>(in shape: Figure, fillStyle: FillStyle = FillStyle())
        -> ModifiedContent<Self, _AddedViewModifier<_ShapeView<Figure, BackgroundStyle>>>
    { background(BackgroundStyle(), in: shape) }

    /// Draws a view over this one. The size of this view is proposed to it.
    @inlinable public func overlay<Overlay: View>(alignment: Alignment = .center, @ViewBuilder content: () -> Overlay)
        -> ModifiedContent<Self, _AddedViewModifier<Overlay>>
    { modifier(_AddedViewModifier(.overlay, content(), alignment)) }

    @_disfavoredOverload @inlinable public func overlay<Overlay: View>(_ overlay: Overlay, alignment: Alignment = .center)
        -> ModifiedContent<Self, _AddedViewModifier<Overlay>>
    { modifier(_AddedViewModifier(.overlay, overlay, alignment)) }

    /// Covers the frame of this view with a style. The edges have no effect.
    @inlinable public func overlay<Style: ShapeStyle>(_ style: Style, ignoresSafeAreaEdges edges: Edge.Set = .all)
        -> ModifiedContent<Self, _AddedViewModifier<_StyleView<Style>>>
    { modifier(_AddedViewModifier(.overlay, _StyleView(style: style))) }

    /// Fills a shape over this view. The fill style has no effect.
    @inlinable public func overlay<Style: ShapeStyle, Figure: Shape>(
        _ style: Style, in shape: Figure, fillStyle: FillStyle = FillStyle()
    ) -> ModifiedContent<Self, _AddedViewModifier<_ShapeView<Figure, Style>>> {
        modifier(_AddedViewModifier(.overlay, shape.fill(style)))
    }

    /// Draws the view with the opacity of `mask`.
    @inlinable public func mask<Mask: View>(alignment: Alignment = .center, @ViewBuilder _ mask: () -> Mask)
        -> ModifiedContent<Self, _AddedViewModifier<Mask>>
    { modifier(_AddedViewModifier(.mask, mask(), alignment)) }
    @inlinable public func mask<Mask: View>(_ mask: Mask) -> ModifiedContent<Self, _AddedViewModifier<Mask>> {
        modifier(_AddedViewModifier(.mask, mask))
    }

    // MARK: Shape

    /// Draws only the part of the view inside a shape. The fill style has no effect.
    @inlinable public func clipShape<Figure: Shape>(_ shape: Figure, style: FillStyle = FillStyle())
        -> ModifiedContent<Self, _ClipModifier<Figure>>
    { modifier(_ClipModifier(shape: shape)) }
    /// Draws only the part of the view inside its frame.
    @inlinable public func clipped(antialiased: Bool = false) -> ModifiedContent<Self, _ClipModifier<Rectangle>> {
        clipShape(Rectangle())
    }
    /// Clips the view to its frame with rounded corners of `radius` points.
    @inlinable public func cornerRadius(_ radius: CGFloat, antialiased: Bool = true)
        -> ModifiedContent<Self, _ClipModifier<RoundedRectangle>>
    { clipShape(RoundedRectangle(cornerRadius: radius, style: .circular)) }
    /// Draws a border of `width` points inside the frame.
    @inlinable public func border<Style: ShapeStyle>(_ content: Style, width: CGFloat = 1)
        -> ModifiedContent<Self, _AddedViewModifier<_StrokeShapeView<Rectangle, Style>>>
    { modifier(_AddedViewModifier(.overlay, Rectangle().strokeBorder(content, lineWidth: width))) }
    /// No effect: the system handles touches.
    @inlinable public func contentShape<Figure: Shape>(_ shape: Figure, eoFill: Bool = false) -> Self { self }
    @inlinable public func contentShape<Figure: Shape>(_ kind: ContentShapeKinds, _ shape: Figure, eoFill: Bool = false) -> Self
    { self }
    /// No effect: a `ContainerRelativeShape` always follows the outline of the surface.
    @inlinable public func containerShape<Figure: InsettableShape>(_ shape: Figure) -> Self { self }

    // MARK: Effects

    /// Makes the view translucent: 0 is invisible, 1 opaque. Values outside are clamped.
    @inlinable public func opacity(_ opacity: Double) -> _WithEffect { effect(.opacity(opacity.clamped)) }
    /// Does not draw the view, but keeps its space.
    @inlinable public func hidden() -> _WithEffect { effect(.hidden) }
    /// Adds a shadow. Radius and offset are in points.
    @inlinable public func shadow(
        color: Color = Color(.sRGBLinear, white: 0, opacity: 0.33), radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
    ) -> ModifiedContent<Self, _ResolvedModifier<Color>> {
        resolved(color) { color, resolution in
            .shadow(resolution.resolved(color), radius: Double(radius), x: Double(x), y: Double(y))
        }
    }
    /// Blurs the view by `radius` points. `opaque` has no effect.
    @inlinable public func blur(radius: CGFloat, opaque: Bool = false) -> _WithEffect { effect(.blur(radius: Double(radius))) }
    /// Draws the view rotated clockwise, without changing its frame.
    @inlinable public func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> _WithEffect {
        effect(.rotation(degrees: angle.degrees, anchor: anchor.node))
    }
    /// Draws the view scaled, without changing its frame.
    @inlinable public func scaleEffect(_ scale: CGFloat, anchor: UnitPoint = .center) -> _WithEffect {
        scaleEffect(x: scale, y: scale, anchor: anchor)
    }
    /// Draws the view scaled by a factor for each direction, without changing its frame.
    @inlinable public func scaleEffect(_ scale: CGSize, anchor: UnitPoint = .center) -> _WithEffect {
        scaleEffect(x: scale.width, y: scale.height, anchor: anchor)
    }
    @inlinable public func scaleEffect(x: CGFloat = 1, y: CGFloat = 1, anchor: UnitPoint = .center) -> _WithEffect {
        effect(.scale(x: Double(x), y: Double(y), anchor: anchor.node))
    }
    /// No effect: views are drawn without perspective.
    @inlinable public func rotation3DEffect(
        _ angle: Angle, axis: (x: CGFloat, y: CGFloat, z: CGFloat), anchor: UnitPoint = .center, anchorZ: CGFloat = 0,
        perspective: CGFloat = 1
    ) -> Self { self }
    /// Changes the saturation: 0 is gray, 1 leaves colors as they are.
    @inlinable public func saturation(_ amount: Double) -> _WithEffect { effect(.saturation(amount)) }
    /// Adds `amount` to every color component: 0 leaves colors as they are, 1 is white.
    @inlinable public func brightness(_ amount: Double) -> _WithEffect { effect(.brightness(amount)) }
    /// Changes the contrast: 1 leaves colors as they are.
    @inlinable public func contrast(_ amount: Double) -> _WithEffect { effect(.contrast(amount)) }
    /// Removes color: 0 leaves colors as they are, 1 is gray.
    @inlinable public func grayscale(_ amount: Double) -> _WithEffect { effect(.grayscale(amount)) }
    /// Rotates the hue of all colors.
    @inlinable public func hueRotation(_ angle: Angle) -> _WithEffect { effect(.hueRotation(degrees: angle.degrees)) }
    @inlinable public func colorInvert() -> _WithEffect { effect(.colorInvert) }
    /// Multiplies all colors with a color.
    @inlinable public func colorMultiply(_ color: Color) -> ModifiedContent<Self, _ResolvedModifier<Color>> {
        resolved(color) { color, resolution in .colorMultiply(resolution.resolved(color)) }
    }
    /// Sets the blend mode of the view with the content behind it.
    @inlinable public func blendMode(_ blendMode: BlendMode) -> _WithEffect { effect(.blendMode(blendMode.rawValue)) }
    /// No effect: views are composited one after the other.
    @inlinable public func compositingGroup() -> Self { self }
    /// No effect: views are drawn directly.
    @inlinable public func drawingGroup(opaque: Bool = false, colorMode: ColorRenderingMode = .nonLinear) -> Self { self }
    /// No effect: nothing is animated.
    @inlinable public func geometryGroup() -> Self { self }

    // MARK: Privacy and redaction

    /// Marks private content. A locked device shows it as blocks if its user chose that.
    @inlinable public func privacySensitive(_ sensitive: Bool = true) -> ModifiedContent<Self, _PrivacyModifier> {
        modifier(_PrivacyModifier(isSensitive: sensitive))
    }
    /// Shows blocks instead of text and images.
    @inlinable public func redacted(reason: RedactionReasons) -> ModifiedContent<Self, _RedactionModifier> {
        modifier(_RedactionModifier(reasons: reason))
    }
    /// Shows content although a view outside redacts it.
    @inlinable public func unredacted() -> ModifiedContent<Self, _RedactionModifier> {
        modifier(_RedactionModifier(reasons: nil))
    }
    /// Marks a view whose content is out of date while an intent runs.
    @inlinable public func invalidatableContent(_ invalidatable: Bool = true) -> ModifiedContent<Self, _InvalidationModifier> {
        modifier(_InvalidationModifier(isInvalidatable: invalidatable))
    }
}

/// The purpose of a content shape. Accepted and not used.
public struct ContentShapeKinds: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    /// Kinds in a bit mask.
    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let interaction = Self(rawValue: 1)
    public static let dragPreview = Self(rawValue: 2)
    public static let contextMenuPreview = Self(rawValue: 4)
    public static let hoverEffect = Self(rawValue: 8)
    public static let accessibility = Self(rawValue: 16)
}

/// The color space of a drawing group. Accepted and not used.
public enum ColorRenderingMode: Hashable, Sendable {
    case nonLinear, linear, extendedLinear
}
