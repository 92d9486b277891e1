#if Preview
public import Foundation
public import LiveActivitySurfaces

extension Picture {
    /// Creates a picture of a presentation as it appears on its device.
    ///
    /// - Parameters:
    ///   - presentation: The presentation.
    ///   - colorScheme: The appearance of the surroundings, such as the wallpaper. The colors of the presentation are
    ///     already resolved.
    ///   - isFramed: Whether to draw the surroundings. `false` draws only the surface, with its background filling the
    ///     picture.
    ///   - now: The time that self-updating texts show.
    public init(_ presentation: Presentation, colorScheme: ColorScheme = .dark, isFramed: Bool = true, at now: Date) {
        let measuring = PangoTextMeasuring()
        let size = presentation.size(measuring: measuring, at: now)
        let node = layout(presentation.tree(measuring: measuring, at: now), in: size, measuring: measuring, at: now)
        let look = SurfaceFrame.Look(
            isDark: colorScheme == .dark || presentation.isLuminanceReduced,
            isLuminanceReduced: presentation.isLuminanceReduced,
            background: presentation.background.color, keyline: presentation.keylineTint,
            cameraCenter: presentation.cameraCenter(measuring: measuring, at: now))
        let frame = SurfaceFrame(presentation.surface, content: size, look: look)
        let bounds = CGRect(origin: .zero, size: size)
        var content = Layer(
            node, bounds: bounds, at: frame.origin, scale: frame.scale, clip: frame.outline, cornerRadius: frame.cornerRadius)
        guard isFramed else {
            content.origin = .zero
            let scaled = CGSize(width: size.width * frame.scale, height: size.height * frame.scale)
            let ground = Self.layer(
                .shape(frame.outline, .color(look.background)), CGRect(origin: .zero, size: scaled), at: now)
            self.init(size: scaled, layers: [ground, content], at: now)
            return
        }
        let behind = frame.behind.map { Self.layer($0.1, $0.0, at: now) }
        let inFront = frame.inFront.map { Self.layer($0.1, $0.0, at: now) }
        self.init(size: frame.size, layers: behind + [content] + inFront, at: now)
    }

    /// Creates a layer with a view that fills a rectangle of the picture.
    package static func layer(_ node: ViewNode, _ rect: CGRect, at now: Date) -> Layer {
        Layer(
            layout(node, in: rect.size, measuring: PangoTextMeasuring(), at: now),
            bounds: CGRect(origin: .zero, size: rect.size),
            at: rect.origin)
    }
}
#endif
