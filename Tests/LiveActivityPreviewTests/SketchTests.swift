#if Preview
import Foundation
import LiveActivityPreview
import LiveActivityUI
import Testing

@Suite struct SketchTests {
    @Test func sketch() throws {
        func color(_ r: Double, _ g: Double, _ b: Double, _ a: Double = 1) -> Paint { .color(ResolvedColor(red: r, green: g, blue: b, opacity: a)) }
        let white = color(1, 1, 1)
        let grey = color(0.92, 0.92, 0.96, 0.6)
        func text(_ s: String, _ size: Double, _ weight: Int, _ paint: Paint, design: ResolvedFont.Design = .default, mono: Bool = false, lineLimit: Int? = nil) -> ViewNode {
            ViewNode(.text(TextNode(runs: [TextRun(.string(s), font: ResolvedFont(size: size, weight: weight, design: design, hasMonospacedDigits: mono), paint: paint)], lineLimit: lineLimit)))
        }
        func symbol(_ s: String, _ size: Double, _ paint: Paint, weight: Int = 600) -> ViewNode {
            ViewNode(.image(ImageNode(source: .system(s), font: ResolvedFont(size: size, weight: weight), paint: paint)))
        }
        func stack(_ axis: StackNode.Axis, _ spacing: Double?, _ alignment: NodeAlignment = .center, _ children: [ViewNode]) -> ViewNode {
            ViewNode(.stack(StackNode(axis: axis, alignment: alignment, spacing: spacing, children: children)))
        }
        let leading = NodeAlignment(horizontal: .leading)
        let orange = color(1, 0.62, 0.04)
        var badge = symbol("shippingbox.fill", 20, white)
        badge.effects = [.frame(FrameNode(minWidth: 44, idealWidth: 44, maxWidth: 44, minHeight: 44, idealHeight: 44, maxHeight: 44)),
            .background(ViewNode(.shape(ShapeNode(.roundedRectangle(width: 12, height: 12, isContinuous: true), paint: .linear([GradientStop(ResolvedColor(red: 1, green: 0.7, blue: 0.2), at: 0), GradientStop(ResolvedColor(red: 1, green: 0.4, blue: 0.1), at: 1)], start: UnitPointNode(x: 0, y: 0), end: UnitPointNode(x: 0, y: 1))))), .center),
            .shadow(ResolvedColor(red: 0, green: 0, blue: 0, opacity: 0.5), radius: 4, x: 0, y: 2)]
        var row = stack(.horizontal, 12, .center, [
            badge,
            stack(.vertical, 2, leading, [text("Arrives in 12 min", 17, 600, white), text("Pizzeria Lucia · no. 42 is on its way to you", 13, 500, grey, lineLimit: 1)]),
            ViewNode(.spacer(minLength: 8)),
            text("16:34", 28, 700, orange, design: .rounded, mono: true),
        ])
        row.effects = []
        let steps = stack(.horizontal, 6, .center, ["takeoutbag.and.cup.and.straw.fill", "fork.knife", "bicycle", "house.fill"].enumerated().map { i, s in
            var bar = ViewNode(.progress(ProgressNode(style: .linear, value: .fraction(i == 0 ? 1 : i == 1 ? 0.6 : 0), tint: orange, track: color(1, 1, 1, 0.18))))
            bar.effects = []
            return stack(.horizontal, 6, .center, [symbol(s, 13, i < 2 ? orange : grey), bar])
        })
        let button = ViewNode(.control(ControlNode(kind: .button(action: nil), tint: orange, label: text("Leave at door", 13, 600, orange))))
        let icons = ["timer", "pause.fill", "play.fill", "checkmark.circle.fill", "figure.run", "tram.fill", "bell.badge.fill", "shippingbox.circle.fill", "timer.circle.fill", "phone.circle.fill", "mic.slash.fill", "brain.head.profile", "location.circle", "house.circle.fill", "infinity", "chevron.right", "not.a.symbol", "dumbbell.fill"]
        let iconRow = stack(.horizontal, 4, .center, icons.map { symbol($0, 11, white) })
        let arabic = ViewNode(.text(TextNode(runs: [TextRun(.string("يصل الطلب خلال 12 دقيقة 🛵"), font: ResolvedFont(size: 15, weight: 600), paint: white)], locale: "ar", isRightToLeft: true)))
        let cjk = text("ご注文は12分で届きます 没有问题 주문", 13, 500, grey)
        let ring = ViewNode(.progress(ProgressNode(style: .circular, value: .fraction(0.7), tint: orange, track: color(1, 1, 1, 0.18), currentValueLabel: text("70", 11, 700, white))), effects: [.frame(FrameNode(minWidth: 36, idealWidth: 36, maxWidth: 36, minHeight: 36, idealHeight: 36, maxHeight: 36))])
        var card = stack(.vertical, 10, leading, [row, steps, stack(.horizontal, 8, .center, [button, ring, arabic]), cjk, iconRow])
        card.effects = [.padding(EdgeInsetsNode(top: 14, leading: 14, bottom: 14, trailing: 14)), .frame(FrameNode(maxWidth: .infinity, maxHeight: .infinity)), .background(ViewNode(.paint(color(0.11, 0.11, 0.12))), .center), .clip(.roundedRectangle(width: 24, height: 24, isContinuous: true))]
        let now = Date(timeIntervalSinceReferenceDate: 800_000_000)
        let picture = Picture(card, size: CGSize(width: 371, height: 210), at: now)
        let clock = ContinuousClock()
        let png = picture.png(scale: 3)
        try Data(png).write(to: URL(fileURLWithPath: "/tmp/sketch.png"))
        try Data(picture.svg().utf8).write(to: URL(fileURLWithPath: "/tmp/sketch.svg"))
        print("size", png.count, clock.measure { _ = picture.png(scale: 3) }, clock.measure { _ = layout(card, in: picture.size, measuring: PangoTextMeasuring(), at: now) })
        var night = picture
        night.tone = .night
        try Data(night.png(scale: 2)).write(to: URL(fileURLWithPath: "/tmp/sketch-night.png"))
        #expect(picture.png(scale: 3) == png)
    }
}
#endif
