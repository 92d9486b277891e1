package import LiveActivityCore
package import LiveActivitySurfaces

extension Presentation {
    /// A presentation of these parts, with default values otherwise.
    package static func card(
        _ parts: [Presentation.Part], on surface: SizedSurface, background: Presentation.Background
    ) -> Presentation {
        Presentation(
            surface: surface, activity: ActivityID(rawValue: 1), kind: "note", revision: 1, isStale: false, parts: parts,
            background: background, controls: surface.takesActions ? .work : .off, isRightToLeft: false,
            isLuminanceReduced: false, isNightMode: false)
    }
}

extension ResolvedColor {
    package static func gray(_ byte: Int, _ opacity: Double = 1) -> ResolvedColor {
        ResolvedColor(red: Double(byte) / 255, green: Double(byte) / 255, blue: Double(byte) / 255, opacity: opacity)
    }
}

extension ResolvedFont {
    package static func plain(_ size: Double, weight: Int = 600) -> ResolvedFont { ResolvedFont(size: size, weight: weight) }
}

extension TextNode {
    package static func plain(
        _ text: String, _ color: ResolvedColor, weight: Int = 600, size: Double = 15, lineLimit: Int? = nil
    ) -> TextNode {
        TextNode(
            runs: [TextRun(.string(text), font: .plain(size, weight: weight), paint: .color(color))], lineLimit: lineLimit)
    }
}

extension ViewNode {
    package static func text(
        _ text: String, _ color: ResolvedColor = .gray(0), weight: Int = 600, size: Double = 15
    ) -> ViewNode { ViewNode(.text(.plain(text, color, weight: weight, size: size))) }

    package static func paint(_ color: ResolvedColor) -> ViewNode { ViewNode(.paint(.color(color))) }

    package static func rectangle(_ color: ResolvedColor) -> ViewNode {
        ViewNode(.shape(ShapeNode(.rectangle, paint: .color(color))))
    }

    package static func system(_ name: String) -> ViewNode {
        ViewNode(.image(ImageNode(source: .system(name), font: .plain(15), paint: .color(.gray(0xFF)))))
    }

    package static func button(_ action: ActionID?, small: Bool = false) -> ViewNode {
        ViewNode(
            .control(
                ControlNode(
                    kind: .button(action: action), style: .plain, tint: .color(.gray(0)),
                    label: .paint(.gray(0x80)).sized(small ? 20 : 60, 20))))
    }

    package static func sized(_ width: Double, _ height: Double, _ content: Content) -> ViewNode {
        ViewNode(content).sized(width, height)
    }

    package func sized(_ width: Double, _ height: Double) -> ViewNode {
        ViewNode(content, effects: effects + [.frame(FrameNode(width: width, height: height))])
    }
}
