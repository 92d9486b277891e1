#if Preview
import Foundation
import LiveActivityPreview
import LiveActivitySurfaces
import Testing

/// A picture of an element that Apple's widgets draw, made by hand so that it is independent of the plugins.
struct Specimen: Sendable, CustomTestStringConvertible {
    var name: String
    /// The drawing on the background.
    var view: ViewNode
    var size: CGSize
    var isDark: Bool
    var picture: Picture { Self.picture(of: view, like: self) }
    var testDescription: String { name }

    static let now = Date(timeIntervalSinceReferenceDate: 803_667_600)

    init(_ name: String, width: Double, height: Double, isDark: Bool = true, _ view: ViewNode) {
        self.name = name
        self.view = view
        self.size = CGSize(width: width, height: height)
        self.isDark = isDark
    }

    /// A specimen's picture with another view.
    static func picture(of view: ViewNode, like specimen: Specimen) -> Picture {
        let ground: ResolvedColor =
            specimen.isDark
            ? ResolvedColor(red: 0.11, green: 0.11, blue: 0.12) : ResolvedColor(red: 1, green: 1, blue: 1)
        let card = view.effect(.padding(EdgeInsetsNode(top: 10, leading: 10, bottom: 10, trailing: 10)))
            .effect(.frame(FrameNode(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading)))
            .effect(.background(ViewNode(.paint(.color(ground))), .center))
        return Picture(card, size: specimen.size, at: now)
    }

    static let all: [Specimen] = [
        Specimen("weights", width: 240, height: 230, weights),
        Specimen("scripts", width: 240, height: 210, isDark: false, scripts),
        Specimen("lines", width: 240, height: 240, lines), Specimen("shapes", width: 240, height: 150, isDark: false, shapes),
        Specimen("effects", width: 240, height: 150, effects), Specimen("progress", width: 240, height: 150, progress),
        Specimen("symbols", width: 240, height: 150, isDark: false, symbols),
        Specimen("controls", width: 240, height: 150, controls),
        Specimen("right-to-left", width: 240, height: 110, mirrored), Specimen("narrow", width: 240, height: 170, narrow),
        Specimen("emoji", width: 240, height: 130, isDark: false, emoji),
        Specimen("layers", width: 240, height: 90, isDark: false, layers),
        Specimen("island", width: 391, height: 300, isDark: false, islands),
    ]

    // MARK: Text

    private static let weights = ViewNode.column(
        ViewNode.text("Ultra light 100", size: 15, weight: 100), .text("Regular 400", size: 15),
        .text("Medium 500", size: 15, weight: 500),
        .text("Semibold 600", size: 15, weight: 600), .text("Black 900", size: 15, weight: 900),
        .text("Rounded 0123", size: 22, weight: 700, design: .rounded), .text("Monospaced", size: 13, design: .monospaced),
        .text("Serif headline", size: 17, weight: 700, design: .serif))

    private static let scripts = ViewNode.column(
        ViewNode.text("يصل الطلب خلال ١٢ دقيقة", size: 15, locale: "ar", dark: true),
        .text("ההזמנה מגיעה", size: 15, locale: "he", dark: true),
        .text("ご注文は12分で届きます", size: 15, locale: "ja", dark: true), .text("骨直今 骨直今", size: 15, locale: "zh-Hans", dark: true),
        .text("주문이 도착합니다", size: 15, locale: "ko", dark: true), .text("Žluťoučký kůň, größer", size: 15, dark: true),
        .text("🛵 👨‍👩‍👧 🇩🇪 ok", size: 15, dark: true))

    private static let lines = ViewNode.column(
        ViewNode.text("A line that is too long for its place is cut at its end", size: 13, lineLimit: 1),
        .text("A line that is too long shrinks first", size: 17, lineLimit: 1, minimumScaleFactor: 0.5),
        .text("Two lines, centred where there is place for more than one of them", size: 13, lineLimit: 2, alignment: .center),
        .text("Paragraphs\nbreak where they say", size: 13, alignment: .trailing),
        ViewNode(
            .text(
                TextNode(runs: [
                    TextRun(.string("12"), font: ResolvedFont(size: 26, weight: 700), paint: .orange),
                    TextRun(.string(" min "), font: ResolvedFont(size: 13, weight: 500), paint: .white),
                    TextRun(.image(.symbol("bicycle", 13, .orange)), font: ResolvedFont(size: 13), paint: .orange),
                    TextRun(.string(" late"), font: ResolvedFont(size: 13), paint: .white, underline: true),
                ]))),
        .text("redacted words", size: 15).effect(.redacted("privacy")))

    /// Views with little space: a long word is not hyphenated, a clock is not broken; emoji keep their colors and take the
    /// opacity.
    private static let narrow = ViewNode.column(
        ViewNode.text("Discount", size: 17).effect(.frame(FrameNode(minWidth: 50, maxWidth: 50))),
        ViewNode(.text(TextNode(runs: [clock]))).effect(
            .frame(FrameNode(minWidth: 50, maxWidth: 50, alignment: NodeAlignment(horizontal: .leading)))),
        .row(
            .text("🍕 ok", size: 20), ViewNode.text("🍕 ok", size: 20).effect(.opacity(0.4)),
            .text("🍕 ok", size: 20, weight: 700, design: .rounded)),
        .row(
            ViewNode(.progress(ProgressNode(style: .circular, value: .indeterminate, tint: .orange, track: .track))),
            .text("still one size", size: 13)))

    /// Emoji that symbol fonts also contain, with and without a variation selector, joined ones, and texts that are not emoji.
    private static let emoji = ViewNode.column(
        .text("🫒 📚 🏆 📦 👍 ☀️ ❤️ ⭐️ ✅ ⚡️", size: 16, dark: true),
        .text("👩🏽‍🚀 🏳️‍🌈 🧑‍🤝‍🧑 1️⃣ 🇯🇵 👍🏿 ❤️‍🔥", size: 16, dark: true),
        .text("🏆 📚 ☀️", size: 16, weight: 700, design: .rounded, dark: true),
        .text("✓ ♥︎ → © 7", size: 16, dark: true))

    private static let clock = TextRun(
        .timer(now...now + 4_320, pauseTime: nil, countsDown: true, showsHours: true), font: ResolvedFont(size: 17),
        paint: .white)

    // MARK: Shapes

    private static let shapes = ViewNode.column(
        .row(
            .shape(.circle, .orange), .shape(.capsule, .orange),
            .shape(.roundedRectangle(width: 12, height: 12, isContinuous: true), .orange),
            .shape(.roundedRectangle(width: 12, height: 12, isContinuous: false), .orange),
            .shape(.unevenRoundedRectangle(topLeading: 16, bottomLeading: 0, bottomTrailing: 8, topTrailing: 4), .orange)),
        .row(
            .shape(.circle, .blue, StrokeStyleNode(lineWidth: 4)),
            .shape(.trimmed(.circle, from: 0, to: 0.7), .blue, StrokeStyleNode(lineWidth: 5, cap: .round)),
            .shape(.rectangle, .blue, StrokeStyleNode(lineWidth: 2, dash: [5, 3])),
            .shape(.rotated(.inset(.rectangle, by: 8), degrees: 45), .blue),
            .shape(
                .path(
                    [.move(x: 0, y: 10), .quadCurve(x: 10, y: 10, controlX: 5, controlY: -8), .line(x: 5, y: 0), .close],
                    width: 10,
                    height: 10), .blue)),
        .row(
            .shape(.rectangle, .linear(rainbow, start: UnitPointNode(x: 0, y: 0), end: UnitPointNode(x: 1, y: 1))),
            .shape(.circle, .radial(rainbow, center: UnitPointNode(x: 0.5, y: 0.5), startRadius: 2, endRadius: 20)),
            .shape(.circle, .angular(rainbow, center: UnitPointNode(x: 0.5, y: 0.5), startDegrees: 0, endDegrees: 360)),
            .shape(.capsule, .elliptical(rainbow, center: UnitPointNode(x: 0.5, y: 0.5), startFraction: 0, endFraction: 0.5)),
            .shape(.rectangle, .linear(rainbow, start: UnitPointNode(x: 0, y: 0), end: UnitPointNode(x: 0, y: 1)))))

    private static let rainbow = [
        GradientStop(ResolvedColor(red: 1, green: 0.2, blue: 0.3), at: 0),
        GradientStop(ResolvedColor(red: 1, green: 0.8, blue: 0.1), at: 0.5),
        GradientStop(ResolvedColor(red: 0.2, green: 0.5, blue: 1), at: 1),
    ]

    private static let tile = ViewNode.shape(.roundedRectangle(width: 8, height: 8, isContinuous: true), .orange)

    private static let effects = ViewNode.column(
        .row(
            tile.effect(.shadow(ResolvedColor(red: 1, green: 1, blue: 1, opacity: 0.8), radius: 4, x: 0, y: 2)),
            tile.effect(.blur(radius: 3)),
            tile.effect(.opacity(0.4)), tile.effect(.rotation(degrees: 20, anchor: UnitPointNode(x: 0.5, y: 0.5))),
            tile.effect(.scale(x: 0.6, y: 0.9, anchor: UnitPointNode(x: 0, y: 1)))),
        .row(
            tile.effect(.grayscale(1)), tile.effect(.hueRotation(degrees: 140)), tile.effect(.colorInvert),
            tile.effect(.brightness(0.2)),
            tile.effect(.saturation(0.3))),
        .row(
            tile.effect(.clip(.circle)), tile.effect(.mask(.text("Mask", size: 15, weight: 900), .center)),
            tile.effect(.overlay(.shape(.circle, .blue), .center)).effect(.opacity(0.5)),
            tile.effect(.overlay(.shape(.circle, .blue).effect(.blendMode("multiply")), .center)), tile.effect(.hidden)))

    // MARK: Parts

    private static let progress = ViewNode.column(
        ViewNode(.progress(ProgressNode(style: .linear, value: .fraction(0.4), tint: .orange, track: .track))),
        ViewNode(
            .progress(
                ProgressNode(
                    style: .linear, value: .interval(now - 60...(now + 180), countsDown: true), tint: .blue, track: .track,
                    label: .text("Counts down", size: 12), currentValueLabel: .text("three quarters", size: 11)))),
        .row(
            ViewNode(.progress(ProgressNode(style: .circular, value: .fraction(0.7), tint: .orange, track: .track))),
            ViewNode(.progress(ProgressNode(style: .circular, value: .indeterminate, tint: .orange, track: .track))),
            ViewNode(
                .gauge(
                    GaugeNode(
                        style: .accessoryCircular, fraction: 0.3, tint: .orange, track: .track,
                        currentValueLabel: .text("30", size: 14, weight: 600)))),
            ViewNode(.gauge(GaugeNode(style: .accessoryCircularCapacity, fraction: 0.6, tint: .blue, track: .track)))),
        ViewNode(.gauge(GaugeNode(style: .accessoryLinear, fraction: 0.6, tint: .blue, track: .track))))

    private static let symbols = ViewNode.column(
        row(["timer", "pause.fill", "checkmark.circle.fill", "figure.run", "tram.fill", "bell.badge.fill"], 20),
        row(
            [
                "shippingbox.circle.fill", "phone.circle.fill", "location.circle", "mic.slash.fill", "infinity",
                "no.such.symbol",
            ], 20),
        row(
            ["heart.fill", "star", "arrow.forward", "fork.knife", "brain.head.profile", "cup.and.saucer.fill"], 20, weight: 800),
        .row(
            ViewNode(.image(ImageNode(source: .asset("logo"), font: ResolvedFont(size: 24), paint: .blue))),
            ViewNode(.image(ImageNode(source: .data([1, 2, 3]), font: ResolvedFont(size: 24), paint: .blue))),
            ViewNode(
                .image(
                    ImageNode(
                        source: .system("person.circle.fill"), font: ResolvedFont(size: 24), paint: .orange,
                        secondaryPaints: [.blue])))))

    /// Symbols with several colors: the shape around an icon is a separate layer.
    private static let layers = ViewNode.column(
        .row(
            layered("play.circle.fill", .white, .orange), layered("exclamationmark.circle.fill", .white, .blue),
            layered("checkmark.square.fill", .black, .orange), layered("phone.circle.fill", .white, .blue)),
        .row(
            layered("play.circle", .orange, .blue), layered("person.2.fill", .orange, .blue),
            ViewNode(.image(.symbol("clock.badge.unheard", 24, .orange)))))

    private static func layered(_ name: String, _ first: Paint, _ second: Paint) -> ViewNode {
        ViewNode(
            .image(
                ImageNode(source: .system(name), font: ResolvedFont(size: 24), paint: first, secondaryPaints: [second, second]))
        )
    }

    // MARK: Islands

    /// Parts of an island that are empty or too long.
    private static let islands = ViewNode.column(
        island(
            .compactIPhone393, height: SizedSurface.islandHeight,
            [.init(.compactLeading, symbol, margins: .init(leading: 7)), .init(.compactTrailing, ViewNode(.empty))]),
        island(
            .expandedIPhone393, height: 84,
            [.init(.expandedLeading, symbol, margins: margins), .init(.expandedCenter, .text("In the middle", size: 15))]),
        island(
            .expandedIPhone393, height: 110,
            [
                .init(.expandedLeading, symbol, margins: margins),
                .init(.expandedTrailing, .text("9:41", size: 15), margins: margins),
                .init(
                    .expandedCenter, .text("A line of the center that is far too long for its place", size: 15, lineLimit: 1)),
                .init(.expandedBottom, .text("below everything", size: 13), margins: margins),
            ]))

    private static let symbol = ViewNode(.image(.symbol("bicycle", 17, .orange)))
    private static let margins = EdgeInsetsNode(top: 14, leading: 14, bottom: 14, trailing: 14)

    private static func island(_ surface: SizedSurface, height: Double, _ parts: [Presentation.Part]) -> ViewNode {
        let presentation = Presentation(
            surface: surface, activity: ActivityID(rawValue: 0), kind: "specimen", revision: 1, isStale: false, parts: parts,
            background: .black, controls: .work, isRightToLeft: false, isLuminanceReduced: false, isNightMode: false)
        let size = CGSize(width: presentation.size(measuring: PangoTextMeasuring(), at: now).width, height: height)
        return presentation.tree(measuring: PangoTextMeasuring(), at: now)
            .effect(.frame(FrameNode(minWidth: size.width, maxWidth: size.width, minHeight: height, maxHeight: height)))
            .effect(.background(ViewNode(.paint(.black)), .center))
    }

    private static func row(_ names: [String], _ size: Double, weight: Int = 400) -> ViewNode {
        ViewNode(
            .stack(
                StackNode(
                    axis: .horizontal, spacing: 10,
                    children: names.map { ViewNode(.image(.symbol($0, size, .blue, weight: weight))) })))
    }

    private static let controls = ViewNode.column(
        .row(button(.borderedProminent, "Prominent", .white), button(.bordered, "Bordered", .orange)),
        .row(button(.plain, "Plain", .orange), button(.bordered, "Off", .orange, isEnabled: false)),
        ViewNode(.control(ControlNode(kind: .toggle(isOn: true, action: nil), tint: .orange, label: .text("On", size: 15)))),
        ViewNode(.divider(.track)))

    private static func button(_ style: ControlNode.Style, _ title: String, _ paint: Paint, isEnabled: Bool = true) -> ViewNode
    {
        var label = ViewNode.text(title, size: 14, weight: 600)
        if case .text(var text) = label.content {
            text.runs[0].paint = paint
            label.content = .text(text)
        }
        return ViewNode(
            .control(ControlNode(kind: .button(action: nil), style: style, isEnabled: isEnabled, tint: .orange, label: label)))
    }

    private static let mirrored = ViewNode.column(
        .row(
            ViewNode(.image(.symbol("arrow.forward", 15, .orange))), .text("الوصول", size: 15, weight: 600, locale: "ar"),
            ViewNode(.spacer(minLength: nil)), .text("5:23", size: 15, weight: 600)),
        ViewNode(.progress(ProgressNode(style: .linear, value: .fraction(0.3), tint: .orange, track: .track))),
        .shape(.rectangle, .linear(rainbow, start: UnitPointNode(x: 0, y: 0.5), end: UnitPointNode(x: 1, y: 0.5)))
    ).effect(.layoutDirection(rightToLeft: true))
}

extension ViewNode {
    func effect(_ effect: ViewEffect) -> ViewNode { ViewNode(content, effects: effects + [effect]) }

    static func column(_ views: ViewNode...) -> ViewNode {
        ViewNode(
            .stack(StackNode(axis: .vertical, alignment: NodeAlignment(horizontal: .leading), spacing: 6, children: views)))
    }

    static func row(_ views: ViewNode...) -> ViewNode {
        ViewNode(.stack(StackNode(axis: .horizontal, spacing: 8, children: views)))
    }

    static func shape(_ outline: ShapeNode.Outline, _ paint: Paint, _ stroke: StrokeStyleNode? = nil) -> ViewNode {
        ViewNode(.shape(ShapeNode(outline, paint: paint, stroke: stroke, isInside: stroke != nil)))
    }

    static func text(
        _ string: String, size: Double, weight: Int = 400, design: ResolvedFont.Design = .default, locale: String = "en",
        lineLimit: Int? = nil, minimumScaleFactor: Double = 1, alignment: NodeAlignment.Horizontal = .leading,
        dark: Bool = false
    ) -> ViewNode {
        let run = TextRun(
            .string(string), font: ResolvedFont(size: size, weight: weight, design: design), paint: dark ? .black : .white)
        return ViewNode(
            .text(
                TextNode(
                    runs: [run], alignment: alignment, lineLimit: lineLimit, minimumScaleFactor: minimumScaleFactor,
                    locale: locale,
                    isRightToLeft: ["ar", "he"].contains(locale))))
    }
}

extension ImageNode {
    static func symbol(_ name: String, _ size: Double, _ paint: Paint, weight: Int = 400) -> ImageNode {
        ImageNode(source: .system(name), font: ResolvedFont(size: size, weight: weight), paint: paint)
    }
}

extension Paint {
    static let white = Paint.color(ResolvedColor(red: 1, green: 1, blue: 1))
    static let black = Paint.color(ResolvedColor(red: 0, green: 0, blue: 0))
    static let orange = Paint.color(ResolvedColor(red: 1, green: 0.62, blue: 0.04))
    static let blue = Paint.color(ResolvedColor(red: 0.04, green: 0.48, blue: 1))
    static let track = Paint.color(ResolvedColor(red: 0.5, green: 0.5, blue: 0.55, opacity: 0.35))
}

extension NodeAlignment {
    static let topLeading = NodeAlignment(horizontal: .leading, vertical: .top)
}
#endif
