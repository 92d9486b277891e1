import Foundation
import LiveActivityUI
import Testing

/// Resolved views, compared as a whole.
@Suite struct ResolutionTests {
    var environment: EnvironmentValues {
        var environment = EnvironmentValues()
        environment.locale = Locale(identifier: "en_US")
        return environment
    }

    func resolve(_ view: some View, _ change: (inout EnvironmentValues) -> Void = { _ in }) throws -> ViewNode {
        var environment = environment
        change(&environment)
        return try ViewNode(resolving: view, in: environment)
    }

    func text(_ string: String, size: Double = 17, weight: Int = 400, paint: Paint = .black) -> ViewNode {
        ViewNode(
            .text(
                TextNode(
                    runs: [TextRun(.string(string), font: .init(size: size, weight: weight), paint: paint)], locale: "en-US")))
    }

    @Test func aModifierOfAGroupGoesToEachView() throws {
        let stack = VStack {
            Group {
                Text(verbatim: "a")
                Text(verbatim: "b")
            }
            .padding(3)
        }
        let three = ViewEffect.padding(.init(top: 3, leading: 3, bottom: 3, trailing: 3))
        var (a, b) = (text("a"), text("b"))
        (a.effects, b.effects) = ([three], [three])
        #expect(try resolve(stack) == ViewNode(.stack(StackNode(axis: .vertical, children: [a, b]))))
    }

    @Test func effectsStandInTheirOrder() throws {
        let node = try resolve(Text(verbatim: "a").opacity(0.5).frame(width: 10).padding(.top, 2))
        #expect(
            node.effects == [
                .opacity(0.5), .frame(FrameNode(minWidth: 10, idealWidth: 10, maxWidth: 10)), .padding(.init(top: 2)),
            ])
    }

    @Test func aSymbolOfSeveralColorsHasItsOwn() throws {
        func paints(_ name: String, _ mode: SymbolRenderingMode?) throws -> [Paint] {
            let view = Image(systemName: name).symbolRenderingMode(mode).foregroundStyle(.green)
            let image = try #require(try resolve(view).image)
            return [image.paint] + image.secondaryPaints
        }
        func paint(_ color: Color) throws -> Paint {
            guard case .paint(let paint) = try resolve(color).content else { return .white }
            return paint
        }
        #expect(try paints("cloud.sun.rain", .multicolor) == [try paint(.gray)])
        // The sign in a filled symbol is white; a symbol that is not filled has a single color.
        #expect(try paints("xmark.circle.fill", .multicolor) == [.white, try paint(.red)])
        #expect(try paints("xmark.circle", .multicolor) == [try paint(.red)])
        // A symbol without colors of its own gets the foreground's, and so does every symbol in another mode.
        #expect(try paints("calendar", .multicolor) == [try paint(.green)])
        #expect(try paints("xmark.circle.fill", .monochrome) == [try paint(.green)])
        #expect(try paints("xmark.circle.fill", nil) == [try paint(.green)])
    }

    @Test func whatIsNotThereTakesNoPlace() throws {
        let isShown = false
        let nothing: Text? = nil
        let stack = HStack {
            if isShown { Text(verbatim: "a") }
            nothing
            EmptyView().padding()
            ForEach([Int](), id: \.self) { Text("\($0)") }
        }
        #expect(try resolve(stack) == ViewNode(.stack(StackNode(axis: .horizontal, children: []))))
        #expect(try resolve(EmptyView()) == ViewNode(.empty))
    }

    @Test func branchesLoopsAndElements() throws {
        struct Step: Identifiable { var id: Int }
        enum Phase { case one, two(Int) }
        let phase = Phase.two(7)
        let stack = HStack {
            switch phase {
            case .one: Text(verbatim: "one")
            case .two(let number): Text(verbatim: "two \(number)")
            }
            if case .two(let number) = phase, number > 5 { Text(verbatim: "many") } else { Text(verbatim: "few") }
            if #available(iOS 17, *) { Text(verbatim: "new") }
            ForEach([Step(id: 1)]) { Text(verbatim: "\($0.id)") }
            ForEach(0..<2) { Text(verbatim: "\($0)") }
            for word in ["x", "y"] { Text(verbatim: word) }
        }
        let node = try #require(try resolve(stack).stack)
        #expect(node.children == ["two 7", "many", "new", "1", "0", "1", "x", "y"].map { text($0) })
    }

    @Test func theEnvironmentIsReadWhereTheViewStands() throws {
        struct Family: View {
            @Environment(\.activityFamily) private var family
            @Environment(\.layoutDirection) var direction
            @Environment(\.greeting) var greeting
            var body: some View { Text(verbatim: "\(family.rawValue) \(direction == .rightToLeft) \(greeting)") }
        }
        let stack = HStack {
            Family()
            Family().environment(\.layoutDirection, .rightToLeft).environment(\.greeting, "Hi")
        }
        let node = try #require(try resolve(stack) { $0.activityFamily = .small }.stack)
        var turned = text("small true Hi")
        var inner = try #require(turned.text)
        inner.isRightToLeft = true
        turned = ViewNode(.text(inner), effects: [.layoutDirection(rightToLeft: true)])
        #expect(node.children == [text("small false Hello"), turned])
    }

    @Test func aSpacerOfNegativeLengthIsNoRowOfItsGrid() throws {
        let grid = Grid {
            Spacer(minLength: -5)
            GridRow { Text(verbatim: "a") }
        }
        guard case .grid(let node) = try resolve(grid).content else {
            Issue.record("no grid")
            return
        }
        #expect(node.rows.map(\.cells.count) == [1, 1])
        #expect(node.rows.first?.cells.first?.content == ViewNode(.spacer(minLength: 0)))
    }

    @Test func outsideOfAResolutionTheEnvironmentIsTheDefault() {
        @Environment(\.greeting) var greeting
        #expect(greeting == "Hello")
    }

    @Test func aForegroundStyleHasLevels() throws {
        let stack = HStack {
            Text(verbatim: "a").foregroundStyle(.secondary)
            Text(verbatim: "b")
            Text(verbatim: "c").foregroundStyle(.primary)
        }
        let plain = try #require(try resolve(stack).stack)
        let red = try #require(try resolve(stack.foregroundStyle(.red)).stack)
        let base = ResolvedColor(red: 1, green: 59 / 255, blue: 48 / 255)
        var light = base
        light.opacity = 0.6
        let label = ResolvedColor(red: 60 / 255, green: 60 / 255, blue: 67 / 255, opacity: 0.6)
        #expect(plain.children == [text("a", paint: .color(label)), text("b"), text("c")])
        #expect(
            red.children == [
                text("a", paint: .color(light)), text("b", paint: .color(base)), text("c", paint: .color(base)),
            ])
    }

    @Test func aColorFollowsTheScheme() throws {
        let node = try resolve(Color.blue.environment(\.colorScheme, .dark))
        #expect(node == ViewNode(.paint(.color(ResolvedColor(red: 10 / 255, green: 132 / 255, blue: 1)))))
        #expect(try resolve(Color("Brand")) { $0.namedColors = ["Brand": .white] } == ViewNode(.paint(.white)))
    }

    @Test func theAccentColorIsThatOfTheCatalogIfItHasOne() throws {
        #expect(try resolve(Color.accentColor) { $0.namedColors = ["AccentColor": .white] } == ViewNode(.paint(.white)))
        #expect(try resolve(Color.accentColor) == resolve(Color.blue))
    }

    @Test(arguments: [(ColorScheme.light, [UInt8(1)]), (.dark, [2])])
    func anImageOfTheCatalogHasItsPixelsForTheScheme(scheme: ColorScheme, bytes: [UInt8]) throws {
        let node = try resolve(Image("pizza").environment(\.colorScheme, scheme)) {
            $0.namedImages = ["pizza": NamedImage(png: [1], darkPNG: [2], pixelsPerPoint: 3, isTemplate: true)]
        }
        guard case .image(let image) = node.content else { return #expect(Bool(false), "\(node)") }
        #expect(image.source == .data(bytes))
        #expect(image.pixelsPerPoint == 3 && image.isTemplate)
    }

    private func kind(_ view: some View) throws -> ControlNode.Kind { try #require(try resolve(view).control).kind }

    @Test func anIntentReachesItsControl() throws {
        struct StopIntent: LiveActivityIntent {
            static let title: LocalizedStringResource = "Stop"
            func perform() async throws -> some IntentResult { .result() }
        }
        #expect(try kind(Button("Pause", intent: ActivityAction("pause"))) == .button(action: "pause"))
        #expect(try kind(Button(intent: StopIntent()) { Text("Stop") }) == .button(action: "StopIntent"))
        #expect(try kind(Button("Stop") {}) == .button(action: nil))
        #expect(try kind(Toggle("Mute", isOn: true, intent: ActivityAction("mute"))) == .toggle(isOn: true, action: "mute"))
    }

    /// The paint of a control's label, and its tint.
    private func paints(_ view: some View) throws -> [Paint] {
        let control = try #require(try resolve(view).control)
        guard case .text(let text) = control.label.content else { return [] }
        return text.runs.map(\.paint) + [control.tint]
    }

    private func paint(_ color: Color) throws -> Paint {
        guard case .paint(let paint) = try resolve(color).content else { return .white }
        return paint
    }

    @Test func theLabelOfAButtonHasTheTintOrIsWhiteOnIt() throws {
        let button = Button("Go", intent: ActivityAction("go"))
        let (green, blue, red) = (try paint(.green), try paint(.accentColor), try paint(.red))
        #expect(try paints(button) == [blue, blue])
        #expect(try paints(button.buttonStyle(.bordered).tint(.green)) == [green, green])
        #expect(try paints(button.buttonStyle(.borderless).tint(.green)) == [green, green])
        #expect(try paints(button.buttonStyle(.borderedProminent).tint(.green)) == [.white, green])
        #expect(try paints(button.buttonStyle(.plain).tint(.green)) == [.black, green], "not decorated")
        let delete = Button(role: .destructive, intent: ActivityAction("go")) { Text("Delete") }
        #expect(try paints(delete.buttonStyle(.bordered)) == [red, red])
        #expect(try paints(delete.buttonStyle(.borderedProminent)) == [.white, red])
        #expect(try paints(delete.buttonStyle(.bordered).tint(.green)) == [green, green])
        #expect(try paints(button.buttonStyle(.borderedProminent).foregroundStyle(.red)) == [red, blue], "the author's own")
        let own = Button(intent: ActivityAction("go")) { Text("Go").foregroundStyle(.red) }
        #expect(try paints(own.buttonStyle(.borderedProminent)) == [red, blue])
        #expect(
            try resolve(
                HStack {
                    button; Text("a")
                }
            ).stack?.children.last?.text?.runs.map(\.paint) == [.black], "only the label")
    }

    @Test func aToggleThatIsAButtonIsLabelledAsOne() throws {
        func toggle(_ isOn: Bool) -> some View { Toggle("Mute", isOn: isOn, intent: ActivityAction("mute")) }
        let blue = try paint(.accentColor)
        #expect(try paints(toggle(true).toggleStyle(.button)) == [.white, blue])
        #expect(try paints(toggle(false).toggleStyle(.button)) == [blue, blue])
        #expect(try paints(toggle(true)) == [.black, blue])
        #expect(try paints(Link("Map", destination: URL(string: "https://example.com")!)) == [.black, blue])
    }

    @Test func anUnknownProgressIsGrayWithoutATint() throws {
        func tint(_ view: some View) throws -> Paint? {
            guard case .progress(let progress) = try resolve(view).content else { return nil }
            return progress.tint
        }
        let (gray, blue, green) = (try paint(.gray), try paint(.accentColor), try paint(.green))
        #expect(try tint(ProgressView()) == gray)
        #expect(try tint(ProgressView().tint(.green)) == green)
        #expect(try tint(ProgressView().progressViewStyle(CircularProgressViewStyle(tint: .green))) == green)
        #expect(try tint(ProgressView().progressViewStyle(.linear)) == blue)
        #expect(try tint(ProgressView(value: 0.5)) == blue)
        #expect(try tint(ProgressView(value: 0.5).progressViewStyle(.circular)) == blue)
    }

    @Test func theLimitsOfAnOpenRingAreSmall() throws {
        let gauge = Gauge(value: 3, in: 0...10) {
            Text("Speed")
        } currentValueLabel: {
            Text("3")
        } minimumValueLabel: {
            Text("0")
        } maximumValueLabel: {
            Text("10")
        }
        func sizes(_ view: some View) throws -> [Double?] {
            guard case .gauge(let node) = try resolve(view).content else { return [] }
            return [node.currentValueLabel, node.minimumValueLabel, node.maximumValueLabel].map { label in
                guard case .text(let text)? = label?.content else { return nil }
                return text.runs.first?.font.size
            }
        }
        #expect(try sizes(gauge.gaugeStyle(.accessoryCircular)) == [17, 10, 10])
        #expect(try sizes(gauge.gaugeStyle(.accessoryCircular).font(.system(size: 13))) == [13, 13, 13], "the author's own")
        #expect(try sizes(gauge.gaugeStyle(.accessoryLinear)) == [17, 17, 17])
        guard case .gauge(let node) = try resolve(gauge.gaugeStyle(.accessoryCircularCapacity)).content,
            case .text(let value)? = node.currentValueLabel?.content
        else {
            Issue.record("no text")
            return
        }
        #expect((value.lineLimit, value.minimumScaleFactor) == (1, 0.5), "it shrinks to the ring")
    }

    @Test func privateContentIsHiddenWhereTheSurfaceAsks() throws {
        let view = Text(verbatim: "a").privacySensitive()
        #expect(try resolve(view).effects == [.privacySensitive])
        #expect(try resolve(view) { $0.redactionReasons = .privacy }.effects == [.privacySensitive, .redacted("privacy")])
    }

    @Test func aReaderGetsTheSizeOfItsPlace() throws {
        let bar = GeometryReader { geometry in
            Color.black.frame(width: geometry.size.width * 0.25)
            GeometryReader { inner in Color.black.frame(height: inner.size.height / 2) }
        }
        .frame(height: 8)
        let outer = try #require(try resolve(bar) { $0.containerSize = .init(width: 200, height: 80) }.geometry)
        let stack = try #require(outer.content.stack)
        let reader = try #require(stack.children.last?.geometry, "no reader in a reader")
        #expect(outer.width == 200 && outer.height == 8)
        #expect(reader.width == 200 && reader.height == 8)
        #expect(stack.children.first?.effects == [.frame(FrameNode(minWidth: 50, idealWidth: 50, maxWidth: 50))])
        #expect(reader.content.effects == [.frame(FrameNode(minHeight: 4, idealHeight: 4, maxHeight: 4))])
    }

    @Test func aShapeOfAnAppsOwnIsMadeForItsPlace() throws {
        struct Corner: Shape {
            func path(in rect: CGRect) -> Path {
                Path { path in
                    path.move(to: .zero)
                    path.addLine(to: CGPoint(x: rect.maxX, y: rect.maxY))
                }
            }
        }
        let node = try resolve(Corner().fill(.black).frame(width: 30, height: 20))
        #expect(
            node.content
                == .shape(ShapeNode(.path([.move(x: 0, y: 0), .line(x: 30, y: 20)], width: 30, height: 20), paint: .black)))
        #expect(
            try resolve(Color.black.frame(width: 4, height: 6).clipShape(Corner().trim(from: 0.5, to: 2))).effects.last
                == .clip(.trimmed(.path([.move(x: 0, y: 0), .line(x: 4, y: 6)], width: 4, height: 6), from: 0.5, to: 1)))
    }

    @Test func stylesOfAnAppsOwnDrawAllOfIt() throws {
        struct Framed: ButtonStyle {
            func makeBody(configuration: Configuration) -> some View { configuration.label.padding(1) }
        }
        struct Share: ProgressViewStyle {
            func makeBody(configuration: Configuration) -> some View {
                Text(verbatim: "\(configuration.fractionCompleted ?? -1)")
            }
        }
        struct Reversed: LabelStyle {
            func makeBody(configuration: Configuration) -> some View {
                HStack {
                    configuration.title; configuration.icon
                }
            }
        }
        let button = Button("Go", intent: ActivityAction("go")).buttonStyle(Framed())
        let control = try #require(try resolve(button).control)
        #expect(control.style == .plain && control.kind == .button(action: "go"))
        #expect(control.label.effects == [.padding(.init(top: 1, leading: 1, bottom: 1, trailing: 1))])
        #expect(try resolve(ProgressView(value: 1, total: 4).progressViewStyle(Share())) == text("0.25"))
        let label = try #require(try resolve(Label("Go", systemImage: "car").labelStyle(Reversed())).stack)
        #expect(label.children.first == text("Go"))
    }

    @Test func aTimelineShowsNow() throws {
        let view = TimelineView(.everyMinute) { context in Text(verbatim: "\(context.date.timeIntervalSinceReferenceDate)") }
        #expect(try resolve(view) { $0.now = Date(timeIntervalSinceReferenceDate: 7) } == text("7.0"))
    }
}

extension Paint {
    static let black = Paint.color(ResolvedColor(red: 0, green: 0, blue: 0))
    static let white = Paint.color(ResolvedColor(red: 1, green: 1, blue: 1))
}

private struct GreetingKey: EnvironmentKey {
    static let defaultValue = "Hello"
}

extension EnvironmentValues {
    fileprivate var greeting: String {
        get { self[GreetingKey.self] }
        set { self[GreetingKey.self] = newValue }
    }
}
