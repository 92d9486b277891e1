import CardFixtures
import Foundation
import LiveActivityUI
import Testing

/// The JSON of a resolved view: compact, tagged by type, and equal to the view when it is read again.
@Suite struct ViewNodeJSONTests {
    @Test func aCardReadsWell() throws {
        struct Card: View {
            var body: some View {
                HStack(alignment: .firstTextBaseline, spacing: 4) {
                    Text(verbatim: "5 min").font(.caption.weight(.semibold)).lineLimit(1)
                    Spacer(minLength: 0)
                    Image(systemName: "car").foregroundStyle(.white.opacity(0.7))
                }
                .padding(.horizontal, 8)
                .frame(maxWidth: .infinity, alignment: .leading)
            }
        }
        var environment = EnvironmentValues()
        environment.locale = Locale(identifier: "en")
        let text = try WireEncoder().encode(ViewNode(resolving: Card(), in: environment))
        #expect(
            String(decoding: text, as: UTF8.self) == """
                {"type":"hstack","alignment":{"vertical":"firstTextBaseline"},"spacing":4,"children":[\
                {"type":"text","runs":[{"string":"5 min","font":{"size":12,"weight":600},"paint":"#000000"}],"lineLimit":1},\
                {"type":"spacer","minLength":0},\
                {"type":"image","systemName":"car","font":{"size":17},"paint":{"color":"#FFFFFF","opacity":0.7},"isTemplate":true}],\
                "effects":[{"type":"padding","leading":8,"trailing":8},\
                {"type":"frame","maxWidth":"infinity","alignment":{"horizontal":"leading"}}]}
                """)
    }

    @Test(arguments: 0..<200)
    func everyTreeComesBack(seed: UInt64) throws {
        var trees = RandomTrees(seed: seed)
        let node = trees.node(depth: 4)
        let text = try WireEncoder().encode(node)
        #expect(try WireDecoder().decode(ViewNode.self, from: text) == node, "seed \(seed)")
        let data = try JSONEncoder().encode(node)
        #expect(try JSONDecoder().decode(ViewNode.self, from: data) == node, "seed \(seed), by Foundation")
    }

    private static func schema() throws -> JSONSchema { try JSONSchema("Documentation/presentation.schema.json") }

    @Test(arguments: 0..<200)
    func everyTreeFitsTheSchema(seed: UInt64) throws {
        var trees = RandomTrees(seed: seed)
        let text = try WireEncoder().encode(trees.node(depth: 4))
        let problem = try Self.schema().problem(with: text, as: "view")
        #expect(problem == nil, "seed \(seed)")
    }

    @Test func whatIsNoViewDoesNotFitTheSchema() throws {
        let schema = try Self.schema()
        for text in [
            #"{"type":"hologram"}"#, #"{"type":"paint","paint":"red"}"#, #"{"type":"spacer","minLength":"much"}"#,
            #"{"type":"empty","effects":[{"type":"sparkle"}]}"#, "[]", "{}", #"{"type":"spacer","minLenght":1}"#,
        ] { #expect(try schema.problem(with: Array(text.utf8), as: "view") != nil, "\(text)") }
    }

    @Test(arguments: [
        #"{"type":"hologram"}"#, #"{"type":"paint","paint":"red"}"#, ##"{"type":"paint","paint":"#+12345"}"##,
        ##"{"type":"paint","paint":"#-00000"}"##,
        #"{"type":"spacer","minLength":"much"}"#, #"{"type":"empty","effects":[{"type":"sparkle"}]}"#, "[]", "{}",
    ])
    func whatIsNoViewIsRefused(json: String) {
        #expect(throws: DecodingError.self) { try WireDecoder().decode(ViewNode.self, from: Array(json.utf8)) }
    }
}

/// Random trees that use every feature of a node.
struct RandomTrees {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    private mutating func below(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(bound))
    }

    private mutating func flag() -> Bool { below(2) == 0 }
    private mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }
    private mutating func maybe<Value>(_ value: Value) -> Value? { flag() ? value : nil }
    private mutating func number() -> Double { pick([0, 1, -1, 0.1, 12, 1e300, -1e-300, .infinity, -.infinity, 1.0 / 3]) }
    private mutating func string() -> String { pick(["", "a", "#FFFFFF", "Ä€", "👩‍👩‍👧‍👦", "\u{0}\n\"\\"]) }
    private mutating func date() -> Date { Date(timeIntervalSinceReferenceDate: Double(below(1_000))) }
    private mutating func dates() -> ClosedRange<Date> {
        let start = date()
        return start...(start + Double(below(100)))
    }
    private mutating func url() -> URL { pick([URL(string: "app://a?b=c")!, URL(string: "https://example.com/%20")!]) }

    private mutating func color() -> ResolvedColor {
        let parts: [Double] = [0, 1, 60.0 / 255, 0.1, 1.0 / 3]
        return ResolvedColor(red: pick(parts), green: pick(parts), blue: pick(parts), opacity: pick([1, 0, 0.6]))
    }

    private mutating func point() -> UnitPointNode { pick([UnitPointNode(x: 0.5, y: 0.5), UnitPointNode(x: number(), y: 0)]) }

    private mutating func paint() -> Paint {
        let stops = (0..<below(3)).map { _ in GradientStop(color(), at: number()) }
        return switch below(8) {
        case 0: .linear(stops, start: point(), end: point())
        case 1: .radial(stops, center: point(), startRadius: number(), endRadius: number())
        case 2: .angular(stops, center: point(), startDegrees: number(), endDegrees: number())
        case 3: .elliptical(stops, center: point(), startFraction: number(), endFraction: number())
        case 4: .material(color())
        default: .color(color())
        }
    }

    private mutating func font() -> ResolvedFont {
        ResolvedFont(
            family: maybe(string()), size: number(), weight: pick([100, 400, 900]),
            design: pick([.default, .rounded, .monospaced, .serif]), isItalic: flag(), hasMonospacedDigits: flag(),
            isSmallCaps: flag(), width: pick([0, -0.2]), leading: pick([0, 1]))
    }

    private mutating func image() -> ImageNode {
        ImageNode(
            source: pick([.system(string()), .asset(string()), .data([0, 255, 7])]), font: font(), paint: paint(),
            isResizable: flag(), secondaryPaints: flag() ? [paint()] : [], scale: pick([1, 0.8]),
            variableValue: maybe(number()),
            isTemplate: flag(), label: maybe(string()))
    }

    private mutating func run() -> TextRun {
        let content: TextRun.Content =
            switch below(4) {
            case 0: .string(string())
            case 1: .timer(dates(), pauseTime: maybe(date()), countsDown: flag(), showsHours: flag())
            case 2: .date(date(), style: pick([.timer, .relative, .offset, .date, .time]))
            default: .image(image())
            }
        return TextRun(
            content, font: font(), paint: paint(), tracking: number(), baselineOffset: number(), underline: flag(),
            strikethrough: flag())
    }

    private mutating func text() -> TextNode {
        TextNode(
            runs: (0..<below(3)).map { _ in run() }, alignment: pick([.leading, .center, .trailing]),
            lineLimit: maybe(below(9)),
            reservesSpace: flag(), minimumScaleFactor: number(), truncation: pick([.head, .middle, .tail]),
            lineSpacing: number(), allowsTightening: flag(), locale: pick(["en", "ar-EG"]), isRightToLeft: flag(),
            timeZone: maybe("Europe/Berlin"))
    }

    private mutating func alignment() -> NodeAlignment {
        NodeAlignment(
            horizontal: pick([.leading, .center, .trailing]),
            vertical: pick([.top, .center, .bottom, .firstTextBaseline, .lastTextBaseline]))
    }

    private mutating func outline(depth: Int) -> ShapeNode.Outline {
        switch below(depth > 0 ? 13 : 8) {
        case 0: .rectangle
        case 1: .roundedRectangle(width: number(), height: number(), isContinuous: flag())
        case 2: .unevenRoundedRectangle(topLeading: number(), bottomLeading: number(), bottomTrailing: 0, topTrailing: number())
        case 3: .circle
        case 4: .ellipse
        case 5: .capsule
        case 6: .containerRelative
        case 7:
            .path(
                [
                    .move(x: number(), y: number()), .line(x: number(), y: number()),
                    .quadCurve(x: number(), y: 1, controlX: 2, controlY: number()),
                    .curve(x: 1, y: 2, control1X: 3, control1Y: number(), control2X: 5, control2Y: 6), .close,
                ], width: number(), height: number())
        case 8: .inset(outline(depth: depth - 1), by: number())
        case 9: .trimmed(outline(depth: depth - 1), from: number(), to: number())
        case 10: .rotated(outline(depth: depth - 1), degrees: number())
        case 11: .offset(outline(depth: depth - 1), x: number(), y: number())
        default: .scaled(outline(depth: depth - 1), x: number(), y: number())
        }
    }

    mutating func node(depth: Int) -> ViewNode {
        ViewNode(content(depth: depth), effects: (0..<below(4)).map { _ in effect(depth: depth) })
    }

    private mutating func nodes(_ depth: Int) -> [ViewNode] { (0..<below(4)).map { _ in node(depth: depth - 1) } }
    private mutating func label(_ depth: Int) -> ViewNode? { flag() ? node(depth: depth - 1) : nil }

    private mutating func content(depth: Int) -> ViewNode.Content {
        switch below(depth > 0 ? 13 : 7) {
        case 0: .empty
        case 1: .text(text())
        case 2: .image(image())
        case 3:
            .shape(
                ShapeNode(
                    outline(depth: 2), paint: paint(),
                    stroke: maybe(
                        StrokeStyleNode(
                            lineWidth: number(), cap: pick([.butt, .round, .square]), join: pick([.miter, .round, .bevel]),
                            dash: flag() ? [number(), 2] : [], dashPhase: number())), isInside: flag()))
        case 4: .paint(paint())
        case 5: .spacer(minLength: maybe(number()))
        case 6: .divider(paint())
        case 7:
            .stack(
                StackNode(
                    axis: pick([.horizontal, .vertical, .depth]), alignment: alignment(), spacing: maybe(number()),
                    children: nodes(depth)))
        case 8:
            .progress(
                ProgressNode(
                    style: pick([.linear, .circular]),
                    value: pick([.fraction(number()), .interval(dates(), countsDown: flag()), .indeterminate]), tint: paint(),
                    track: paint(), label: label(depth), currentValueLabel: label(depth)))
        case 9:
            .gauge(
                GaugeNode(
                    style: pick([.linearCapacity, .accessoryLinear, .accessoryCircularCapacity]), fraction: number(),
                    tint: paint(), track: paint(), label: label(depth), currentValueLabel: label(depth),
                    minimumValueLabel: label(depth), maximumValueLabel: label(depth)))
        case 10:
            .control(
                ControlNode(
                    kind: pick([
                        .button(action: maybe("go")), .toggle(isOn: flag(), action: maybe("mute")), .link(url()),
                    ]), style: pick([.automatic, .plain, .switch_]), borderShape: pick([.automatic, .circle]),
                    role: pick([nil, .cancel, .destructive]), isEnabled: flag(), tint: paint(), label: node(depth: depth - 1)))
        case 11:
            .grid(
                GridNode(
                    alignment: alignment(), horizontalSpacing: maybe(number()),
                    rows: [
                        .init(
                            cells: nodes(depth).map { .init($0, columns: 1 + below(3)) }, alignment: maybe(.top),
                            isWhole: flag())
                    ]))
        default:
            flag()
                ? .geometry(width: number(), height: number(), content: node(depth: depth - 1))
                : .fitting(FittingAxes(horizontal: flag(), vertical: flag()), nodes(depth))
        }
    }

    private mutating func effect(depth: Int) -> ViewEffect {
        let added = depth > 0 ? node(depth: depth - 1) : ViewNode(.empty)
        let effects: [ViewEffect] = [
            .padding(.init(top: number(), leading: number(), bottom: 0, trailing: number())),
            .frame(
                FrameNode(minWidth: maybe(number()), maxWidth: maybe(number()), idealHeight: maybe(7), alignment: alignment())),
            .frame(FrameNode(minWidth: 3, idealWidth: 3, maxWidth: 3, minHeight: 4, idealHeight: 4, maxHeight: 4)),
            .fixedSize(horizontal: flag(), vertical: flag()), .aspectRatio(maybe(number()), fill: flag()),
            .layoutPriority(number()), .offset(x: number(), y: number()), .position(x: number(), y: number()),
            .alignmentGuide(
                NodeAlignment(horizontal: .trailing), isHorizontal: true, at: GuideNode(offset: number(), width: 1)),
            .alignmentGuide(NodeAlignment(vertical: .lastTextBaseline), isHorizontal: false, at: GuideNode(height: number())),
            .zIndex(number()), .gridColumns(below(9)), .layoutDirection(rightToLeft: flag()), .background(added, alignment()),
            .overlay(added, alignment()), .mask(added, alignment()), .clip(outline(depth: 1)), .opacity(number()),
            .shadow(color(), radius: number(), x: number(), y: number()), .blur(radius: number()),
            .rotation(degrees: number(), anchor: point()), .scale(x: number(), y: number(), anchor: point()),
            .saturation(number()), .brightness(number()), .contrast(number()), .grayscale(number()),
            .hueRotation(degrees: number()), .colorInvert, .colorMultiply(color()), .blendMode("multiply"), .hidden,
            .redacted("placeholder"), .unredacted, .privacySensitive, .invalidatable, .widgetURL(url()),
            .contentTransition("numericText"),
            .accessibility(
                AccessibilityNode(
                    label: maybe(string()), value: maybe(string()), hint: maybe(string()), isHidden: flag(),
                    traits: ["isHeader"])),
            .identity(string()), .belowIfTooWide, .containerBackground(added), .activityBackgroundTint(maybe(color())),
            .activitySystemActionForegroundColor(maybe(color())),
        ]
        return pick(effects)
    }
}
