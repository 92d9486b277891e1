#if Preview
import Foundation
import LiveActivityCore
import LiveActivitySurfaces

/// The surroundings of a presentation on its device: wallpaper, island, card or menu bar.
///
/// Sizes are Apple's where they are published. Corners of cards, margins around a surface and colors of wallpapers are
/// chosen to look similar.
struct SurfaceFrame {
    /// The size of the whole picture in points.
    var size: CGSize
    /// The position of the surface in it, before ``scale``.
    var origin: CGPoint
    var scale = 1.0
    var outline: ShapeNode.Outline
    var cornerRadius: Double
    /// Views behind and in front of the presentation, each with its rectangle in the picture.
    var behind: [(CGRect, ViewNode)] = []
    var inFront: [(CGRect, ViewNode)] = []

    /// The appearance of the device.
    struct Look {
        var isDark: Bool
        var isLuminanceReduced: Bool
        var background: ResolvedColor
        var keyline: ResolvedColor?
        /// The middle of the camera in points from the left edge of the surface; `nil` for the middle of the surface.
        var cameraCenter: Double?
    }

    /// - Parameter content: The size of the presentation.
    init(_ surface: SizedSurface, content: CGSize, look: Look) {
        switch (surface.surface, surface.presentation) {
        case (.compact, _): self = .island(around: content, height: content.height, look)
        case (.expanded, _): self = .island(around: content, height: content.height, look)
        case (.minimal, .attachedMinimal): self = .minimal(content, isAttached: true, look)
        case (.minimal, _): self = .minimal(content, isAttached: false, look)
        case (.standBy, .lockScreen): self = .standBy(content, scale: surface.scale, look)
        case (.standBy, _):
            self = .card(content, margins: (42, 24), radius: content.height / 2, screen: .black, screenRadius: 24, look)
        case (.menuBar, .compact), (.menuBar, .detachedMinimal), (.menuBar, .attachedMinimal): self = .menuBar(content, look)
        case (.menuBar, _): self = .popover(content, look)
        case (.smartStack, _): self = .card(content, margins: (8, 18), radius: 20, screen: .black, screenRadius: 34, look)
        case (.carPlay, _):
            let screen =
                look.isDark
                ? ResolvedColor(red: 0.04, green: 0.04, blue: 0.06) : ResolvedColor(red: 0.80, green: 0.82, blue: 0.86)
            self = .card(content, margins: (14, 14), radius: 14, screen: screen, screenRadius: 18, look)
        default: self = .lockScreen(content, look)
        }
    }

    private init(size: CGSize, origin: CGPoint, outline: ShapeNode.Outline, cornerRadius: Double) {
        (self.size, self.origin, self.outline, self.cornerRadius) = (size, origin, outline, cornerRadius)
    }

    // MARK: - Cards

    private static func lockScreen(_ content: CGSize, _ look: Look) -> SurfaceFrame {
        // The width of the screen less that of the presentation leaves 11 points on each side.
        card(content, margins: (11, 14), radius: 24, screen: nil, screenRadius: 30, look)
    }

    /// - Parameter screen: The color behind the card; `nil` for a wallpaper.
    private static func card(
        _ content: CGSize, margins: (x: Double, y: Double), radius: Double, screen: ResolvedColor?, screenRadius: Double,
        _ look: Look
    ) -> SurfaceFrame {
        let size = CGSize(width: content.width + 2 * margins.x, height: content.height + 2 * margins.y)
        let outline = ShapeNode.Outline.roundedRectangle(width: radius, height: radius, isContinuous: true)
        var frame = SurfaceFrame(
            size: size, origin: CGPoint(x: margins.x, y: margins.y), outline: outline, cornerRadius: radius)
        // A black card on a black screen is drawn in the gray that the system uses.
        let isLost =
            look.background.isBlack && screen?.isBlack == true && !look.isLuminanceReduced && radius < content.height / 2
        let ground = isLost ? ResolvedColor(red: 0.12, green: 0.12, blue: 0.13) : look.background
        frame.behind = [
            (
                CGRect(origin: .zero, size: size),
                screen.map { .rounded(screenRadius, .color($0)) } ?? wallpaper(look, radius: screenRadius)
            ),
            (CGRect(origin: frame.origin, size: content), .shape(outline, .color(ground))),
        ]
        return frame
    }

    /// The screen of a phone in landscape while it charges. A tint fills the whole screen.
    private static func standBy(_ content: CGSize, scale: Double, _ look: Look) -> SurfaceFrame {
        let screen = CGSize(width: 852, height: 393)
        let drawn = CGSize(width: content.width * scale, height: content.height * scale)
        var frame = SurfaceFrame(
            size: screen, origin: CGPoint(x: (screen.width - drawn.width) / 2, y: (screen.height - drawn.height) / 2),
            outline: .rectangle, cornerRadius: 24)
        frame.scale = scale
        // If the tint is clear or translucent, the screen behind it is black.
        let whole = CGRect(origin: .zero, size: screen)
        frame.behind = [(whole, .rounded(46, .color(.black))), (whole, .rounded(46, .color(look.background)))]
        if look.background.opacity == 1 { frame.behind.removeFirst() }
        return frame
    }

    // MARK: - Mac

    private static func menuBar(_ content: CGSize, _ look: Look) -> SurfaceFrame {
        let size = CGSize(width: content.width + 72, height: content.height)
        var frame = SurfaceFrame(
            size: size, origin: CGPoint(x: 36, y: 0), outline: .rectangle, cornerRadius: content.height / 2)
        let rect = CGRect(origin: .zero, size: size)
        frame.behind = [(rect, wallpaper(look, radius: 10)), (rect, .rounded(10, .color(look.background.faded(0.5))))]
        return frame
    }

    private static func popover(_ content: CGSize, _ look: Look) -> SurfaceFrame {
        let bar = 24.0
        let size = CGSize(width: content.width + 36, height: content.height + bar + 26)
        let outline = ShapeNode.Outline.roundedRectangle(width: 18, height: 18, isContinuous: true)
        var frame = SurfaceFrame(size: size, origin: CGPoint(x: 18, y: bar + 8), outline: outline, cornerRadius: 18)
        let ground = look.background.faded(0.5)
        let shadow = ViewEffect.shadow(ResolvedColor(red: 0, green: 0, blue: 0, opacity: 0.35), radius: 9, x: 0, y: 3)
        frame.behind = [
            (CGRect(origin: .zero, size: size), wallpaper(look, radius: 14)),
            (
                CGRect(x: 0, y: 0, width: size.width, height: bar),
                .shape(
                    .unevenRoundedRectangle(topLeading: 12, bottomLeading: 0, bottomTrailing: 0, topTrailing: 12),
                    .color(ground))
            ),
            (CGRect(origin: frame.origin, size: content), .shape(outline, .color(look.background), effects: [shadow])),
        ]
        return frame
    }

    // MARK: - Dynamic Island

    /// The distance from the top of the screen to the island in points, on an iPhone of 393 points.
    private static let top = 11.33

    private static func island(around content: CGSize, height: Double, _ look: Look) -> SurfaceFrame {
        let size = CGSize(width: content.width + 2 * top, height: height + top + 18)
        let radius = min(SizedSurface.islandCornerRadius, height / 2)
        let outline: ShapeNode.Outline =
            radius < SizedSurface.islandCornerRadius
            ? .capsule : .roundedRectangle(width: radius, height: radius, isContinuous: true)
        var frame = SurfaceFrame(size: size, origin: CGPoint(x: top, y: top), outline: outline, cornerRadius: radius)
        let rect = CGRect(origin: frame.origin, size: CGSize(width: content.width, height: height))
        frame.behind = [(CGRect(origin: .zero, size: size), wallpaper(look, radius: 22)), (rect, island(outline, look))]
        frame.inFront = [lens(CGPoint(x: look.cameraCenter.map { rect.minX + $0 } ?? rect.midX, y: rect.minY))]
        return frame
    }

    /// The width of the attached minimal presentation beyond that of its content, at its round end, in points.
    ///
    /// Source: Documentation/Reference.md, SEEN-04.
    private static let attachedEnd = 7.5

    /// Two activities: one attached to the camera, the other in a separate shape.
    private static func minimal(_ content: CGSize, isAttached: Bool, _ look: Look) -> SurfaceFrame {
        let height = SizedSurface.islandHeight
        let gap = 8.0
        let other = height
        let attached = attachedEnd + (isAttached ? content.width : other) + SizedSurface.cameraWidth
        let detached = isAttached ? other : content.width
        let size = CGSize(width: attached + gap + detached + 2 * top, height: height + top + 18)
        let x = isAttached ? top + attachedEnd : top + attached + gap
        var frame = SurfaceFrame(size: size, origin: CGPoint(x: x, y: top), outline: .capsule, cornerRadius: height / 2)
        frame.behind = [
            (CGRect(origin: .zero, size: size), wallpaper(look, radius: 22)),
            (CGRect(x: top, y: top, width: attached, height: height), island(.capsule, look)),
            (CGRect(x: top + attached + gap, y: top, width: detached, height: height), island(.capsule, look)),
        ]
        frame.inFront = [lens(CGPoint(x: top + attached - SizedSurface.cameraWidth / 2, y: top))]
        return frame
    }

    /// The black of the island. Its border is visible only against a dark wallpaper.
    ///
    /// Source: Documentation/Reference.md, SEEN-07.
    private static func island(_ outline: ShapeNode.Outline, _ look: Look) -> ViewNode {
        guard look.isDark else { return .shape(outline, .color(.black)) }
        var line = look.keyline ?? ResolvedColor(red: 1, green: 1, blue: 1, opacity: 0.2)
        line.opacity *= 0.45
        let keyline = ShapeNode(outline, paint: .color(line), stroke: StrokeStyleNode(lineWidth: 1), isInside: true)
        return .shape(outline, .color(.black), effects: [.overlay(ViewNode(.shape(keyline)), .center)])
    }

    /// The lens of the camera, at the right side of the island's middle.
    private static func lens(_ top: CGPoint) -> (CGRect, ViewNode) {
        let side = 11.0
        let glass = [
            GradientStop(ResolvedColor(red: 0.13, green: 0.16, blue: 0.30), at: 0),
            GradientStop(ResolvedColor(red: 0.05, green: 0.06, blue: 0.12), at: 0.55),
            GradientStop(ResolvedColor(red: 0.03, green: 0.03, blue: 0.04), at: 1),
        ]
        let center = CGPoint(
            x: top.x + SizedSurface.cameraWidth / 2 - SizedSurface.islandHeight / 2,
            y: top.y + SizedSurface.islandHeight / 2)
        return (
            CGRect(x: center.x - side / 2, y: center.y - side / 2, width: side, height: side),
            .shape(.circle, .radial(glass, center: UnitPointNode(x: 0.5, y: 0.5), startRadius: 0, endRadius: side / 2))
        )
    }

    private static func wallpaper(_ look: Look, radius: Double) -> ViewNode {
        func stop(_ red: Double, _ green: Double, _ blue: Double, _ location: Double) -> GradientStop {
            let shade = look.isLuminanceReduced ? 0.18 : 1
            return GradientStop(ResolvedColor(red: red * shade, green: green * shade, blue: blue * shade), at: location)
        }
        let colors =
            look.isDark
            ? [stop(0.09, 0.13, 0.29, 0), stop(0.20, 0.16, 0.38, 0.6), stop(0.34, 0.20, 0.38, 1)]
            : [stop(0.56, 0.73, 0.93, 0), stop(0.74, 0.78, 0.94, 0.6), stop(0.93, 0.80, 0.84, 1)]
        return .rounded(radius, .linear(colors, start: UnitPointNode(x: 0, y: 0), end: UnitPointNode(x: 1, y: 1)))
    }
}

extension ViewNode {
    static func shape(_ outline: ShapeNode.Outline, _ paint: Paint, effects: [ViewEffect] = []) -> ViewNode {
        ViewNode(.shape(ShapeNode(outline, paint: paint)), effects: effects)
    }

    static func rounded(_ radius: Double, _ paint: Paint) -> ViewNode {
        .shape(.roundedRectangle(width: radius, height: radius, isContinuous: true), paint)
    }
}

extension ResolvedColor {
    static let black = ResolvedColor(red: 0, green: 0, blue: 0)

    fileprivate func faded(_ opacity: Double) -> ResolvedColor {
        ResolvedColor(red: red, green: green, blue: blue, opacity: self.opacity * opacity)
    }

    fileprivate var isBlack: Bool { red == 0 && green == 0 && blue == 0 && opacity == 1 }
}
#endif
