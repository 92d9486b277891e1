import CardFixtures
import LiveActivityCore
import Testing

@testable import LiveActivityLint

/// Each rule just inside its limit, on it, and beyond it.
@Suite struct LintRuleTests {
    // MARK: Text

    @Test(arguments: [(400, [LintRule.lightText]), (499, [.lightText]), (500, []), (501, []), (900, [])])
    func textIsMediumOrHeavier(weight: Int, rules: [LintRule]) {
        #expect(Card(.text("12 min", weight: weight)).rules == rules)
        #expect(Card(.text(" ", weight: weight)).rules == [.emptyText], "there is nothing to read in it")
    }

    /// #767676 on white has 4.54:1 and #777777 has 4.48:1; on black #757575 has 4.56:1 and #737373 has 4.43:1.
    @Test func contrastIsAtLeastFourAndAHalf() {
        #expect(Card(.text("a", .gray(0x76))).rules == [])
        #expect(Card(.text("a", .gray(0x77))).rules == [.lowContrast])
        #expect(Card(.text("a", .gray(0x75)), background: .black).rules == [])
        #expect(Card(.text("a", .gray(0x73)), background: .black).rules == [.lowContrast])
        let finding = Card(.text("12 min", .gray(0x77))).findings.first
        #expect(finding?.message == "'12 min' in #777777 on #FFFFFF has 4.47:1")
        #expect(finding?.path == "content.Text")
        #expect(finding?.surface == .lockScreenIPhone393)
    }

    @Test func contrastIsThatOfWhatIsSeenBehindTheText() {
        func over(_ behind: ViewNode, _ text: ViewNode = .text("a", .gray(0))) -> ViewNode {
            ViewNode(text.content, effects: text.effects + [.background(behind, .center)])
        }
        #expect(Card(over(.rectangle(.gray(0xFF))), background: .black).rules == [])
        #expect(Card(over(.rectangle(.gray(0)))).rules == [.lowContrast], "black on black, over white")
        // Black at half opacity over white is #808080 (0x7F.8), on which black has a contrast of 5.3:1 and white of 3.9:1.
        #expect(Card(over(.rectangle(.gray(0, 0.5)))).rules == [])
        #expect(Card(over(.rectangle(.gray(0, 0.5)), .text("a", .gray(0xFF)))).rules == [.lowContrast])
        // The topmost background counts: a stack's layers, and their order by zIndex.
        let stack = ViewNode(
            .stack(StackNode(axis: .depth, children: [.rectangle(.gray(0)), .rectangle(.gray(0xFF)), .text("a", .gray(0))])))
        #expect(Card(stack).rules == [])
        let raised = ViewNode(
            .stack(
                StackNode(
                    axis: .depth,
                    children: [
                        ViewNode(.text(.plain("a", .gray(0))), effects: [.zIndex(1)]),
                        ViewNode(.paint(.color(.gray(0)))),
                    ])))
        #expect(Card(raised).rules == [.lowContrast])
        // A partly transparent text.
        #expect(Card(ViewNode(.text(.plain("a", .gray(0))), effects: [.opacity(0.5)])).rules == [.lowContrast])
        // The colours of a picture are unknown.
        let picture = ViewNode(
            .image(ImageNode(source: .asset("map"), font: .plain(12), paint: .color(.gray(0)), isResizable: true)))
        #expect(Card(over(picture, .text("a", .gray(0xFF)))).rules == [])
        #expect(Card(ViewNode(.text(.plain("a", .gray(0xFF))), effects: [.hidden])).rules == [])
    }

    @Test func contrastOnAGradientIsThatAtTheText() {
        let gradient = Paint.linear(
            [GradientStop(.gray(0), at: 0), GradientStop(.gray(0xFF), at: 1)], start: UnitPointNode(x: 0, y: 0.5),
            end: UnitPointNode(x: 1, y: 0.5))
        func row(_ alignment: NodeAlignment.Horizontal) -> ViewNode {
            ViewNode(
                .text(.plain("a", .gray(0xFF))),
                effects: [
                    .frame(FrameNode(maxWidth: .infinity, alignment: NodeAlignment(horizontal: alignment))),
                    .background(ViewNode(.paint(gradient)), .center),
                ])
        }
        #expect(Card(row(.leading)).rules == [])
        #expect(Card(row(.trailing)).rules == [.lowContrast])
    }

    @Test func aTextIsCutOnePointBelowItsWidth() throws {
        let text = TextNode.plain("Arrives in twelve minutes", .gray(0), lineLimit: 1)
        let width = ApproximateTextMeasuring().measure(text, at: Card.now, width: nil, height: nil).width
        func rules(_ width: Double) -> [LintRule] { Card(.sized(width, 40, .text(text))).rules }
        #expect(rules(width + 1) == [])
        #expect(rules(width) == [])
        #expect(rules(width - 1) == [.truncatedText])
        var shrinking = text
        shrinking.minimumScaleFactor = 0.9
        #expect(Card(.sized(width * 0.91, 40, .text(shrinking))).rules == [])
        #expect(Card(.sized(width * 0.89, 40, .text(shrinking))).rules == [.truncatedText])
    }

    /// A compact island grows with its content, up to the width of the expanded one.
    @Test func aCompactTextIsCutWhereTheIslandEnds() throws {
        let text = TextNode.plain("Arrives at twelve", .gray(0xFF), lineLimit: 1)
        let width = ApproximateTextMeasuring().measure(text, at: Card.now, width: nil, height: nil).width
        func rules(_ limit: Double) -> [LintRule] {
            let presentation = Presentation.card(
                [
                    .init(.compactLeading, ViewNode(.text(text)), margins: EdgeInsetsNode(leading: 7)),
                    .init(.compactTrailing, ViewNode(.empty)),
                ], on: .compactIPhone393.sized(width: 20...limit + 7), background: .black)
            return lint(presentation, options: LintOptions(now: Card.now)).map(\.rule)
        }
        #expect(rules(width + 1) == [])
        #expect(rules(width) == [])
        #expect(rules(width - 1) == [.truncatedText])
    }

    /// A timer takes all the width that it is offered (SEEN-02): it is reported where that is visible.
    @Test func aRunningTextIsReportedWhereItIsAtTheWrongSide() {
        var clock = TextNode.plain("", .gray(0))
        clock.runs[0].content = .timer(Card.now...(Card.now + 60), pauseTime: nil, countsDown: true, showsHours: true)
        func column(_ alignment: NodeAlignment.Horizontal, _ lines: NodeAlignment.Horizontal) -> ViewNode {
            clock.alignment = lines
            let stack = StackNode(
                axis: .vertical, alignment: NodeAlignment(horizontal: alignment),
                children: [.text("ETA"), ViewNode(.text(clock))])
            return ViewNode(.stack(stack))
        }
        for alignment in [NodeAlignment.Horizontal.leading, .center, .trailing] {
            #expect(Card(column(alignment, alignment)).rules == [])
        }
        let findings = Card(column(.trailing, .leading)).findings
        #expect(findings.map(\.rule) == [.runningTextWidth])
        #expect(findings.first?.path == "content.VStack[1].Text")
        #expect(findings.first?.message.hasSuffix("it appears at its leading edge, not at its trailing edge") == true)
        // In a frame that it fills to within eight points that is not visible.
        let size = sizeThatFits(
            .unspecified, ViewNode(.text(clock)), measuring: ApproximateTextMeasuring(), at: Card.now)
        let width = Double(size.width)
        func framed(_ width: Double) -> [LintRule] {
            clock.alignment = .leading
            return Card(.sized(width, 40, .text(clock))).rules
        }
        #expect(framed(width + 7.5) == [])
        #expect(framed(width + 8.5) == [.runningTextWidth])
    }

    @Test func aRunningTextInACompactIslandMakesItAsWideAsItCanBecome() {
        var clock = TextNode.plain("", .gray(0xFF))
        clock.runs[0].content = .timer(Card.now...(Card.now + 60), pauseTime: nil, countsDown: true, showsHours: true)
        clock.alignment = .trailing
        func findings(_ node: ViewNode) -> [String] {
            let presentation = Presentation.card(
                [
                    .init(.compactLeading, ViewNode(.empty)),
                    .init(.compactTrailing, node, margins: EdgeInsetsNode(trailing: 7)),
                ],
                on: .compactIPhone393, background: .black)
            return lint(presentation, options: LintOptions(now: Card.now)).filter { $0.rule == .runningTextWidth }.map(
                \.message)
        }
        #expect(findings(ViewNode(.text(clock))).map { $0.hasSuffix("the island gets its maximum width") } == [true])
        #expect(findings(.sized(52, 20, .text(clock))).count == 1, "in the middle of its frame is not at its trailing edge")
        clock.alignment = .center
        #expect(findings(.sized(52, 20, .text(clock))) == [])
    }

    @Test func aDriverNeverHasToScroll() {
        let long = ViewNode(.text(.plain("The courier is looking for the entrance of your house", .gray(0), size: 30)))
        let findings = Card(long, on: .carPlay170x78).findings
        #expect(findings.map(\.rule) == [.truncatedText])
        #expect(findings.first?.message.hasSuffix("; a driver cannot scroll it") == true)
        #expect(Card(.text("Near"), on: .carPlay170x78).rules == [])
    }

    @Test func numbersArePinnedInALanguageThatRunsFromRightToLeft() {
        func rules(_ text: String, isRightToLeft: Bool = true) -> [LintRule] {
            var node = TextNode.plain(text, .gray(0))
            node.isRightToLeft = isRightToLeft
            return Card(ViewNode(.text(node))).rules
        }
        for turned in ["5:23", "2 – 1", "3/10", "-7", "+3", "٥:٢٣", "1.500"] {
            #expect(rules(turned) == [.numbersNotPinned], "\(turned)")
            #expect(rules(turned, isRightToLeft: false) == [], "\(turned)")
        }
        for stays in ["7", "320", "5:23 دقيقة", "خمسة", "50%", "AF 1234-5"] { #expect(rules(stays) == [], "\(stays)") }
        var clock = TextNode.plain("", .gray(0))
        clock.alignment = .center
        clock.runs[0].content = .timer(Card.now...(Card.now + 60), pauseTime: nil, countsDown: true, showsHours: true)
        clock.isRightToLeft = true
        #expect(Card(ViewNode(.text(clock))).rules == [.numbersNotPinned])
        clock.isRightToLeft = false
        #expect(Card(ViewNode(.text(clock))).rules == [])
    }

    @Test func privateTextIsMarked() {
        func rules(_ text: String, _ effects: [ViewEffect] = [], known: Set<String> = []) -> [LintRule] {
            Card(ViewNode(.text(.plain(text, .gray(0))), effects: effects), privateTexts: known).rules
        }
        // 4539 1488 0343 6467 has a valid Luhn digit, its neighbour has not; the IBAN is the registry's example, and the same
        // with one digit changed.
        for secret in [
            "ask anna@example.com", "+49 30 901820", "(030) 90 18 20", "4539 1488 0343 6467", "DE89 3704 0044 0532 0130 00",
            "+1.415.555.0100", "415-555-0100", "1 (415) 555-0100", "030/901820", "call 030 901820 now", "0049 30 901820",
            "01.23.45.67.89", "+49 (0)30 901820", "٠٣٠ ٩٠١٨٢٠", "from 05/06/2026: 030 901820",
        ] {
            #expect(rules(secret) == [.unmarkedPrivateText], "\(secret)")
            #expect(rules(secret, [.privacySensitive]) == [], "\(secret)")
        }
        for plain in [
            "@anna", "a@b", "17:00-17:30", "Order 4711123", "4539 1488 0343 6468", "DE88 3704 0044 0532 0130 00", "2026-06-20",
            "05/06/2026", "05-06-2026", "05.06.2026", "06/20/2026 17:00", "03/04/2026 - 05/04/2026", "03/04/2026 – 05/04/2026",
            "7:30 07/07/2026", "05/06/26 17.30", "Gate 004 (12/34567)", "0 0 0 0 0 0 0", "004 5 6 7 8", "(1) 2 3 4 5 6 7",
            "0.1234567", "09.00-17.30", "00012345", "0123456 points", "٠٥/٠٦/٢٠٢٦", "1️⃣2️⃣3️⃣4️⃣ 5️⃣ 6️⃣",
        ] {
            #expect(rules(plain) == [], "\(plain)")
        }
        #expect(rules("Elm Street 7", known: ["Elm Street 7"]) == [.unmarkedPrivateText])
        #expect(rules("Elm Street 8", known: ["Elm Street 7"]) == [])
        let inside = ViewNode(
            .stack(StackNode(axis: .vertical, children: [.text("anna@example.com")])), effects: [.privacySensitive])
        #expect(Card(inside).rules == [], "marked from outside")
    }

    @Test func textIsNeitherEmptyNorAPage() {
        #expect(Card(.text("")).rules == [.emptyText])
        #expect(Card(.text(" \n")).rules == [.emptyText])
        #expect(Card(.text(".")).rules == [])
        func rules(_ count: Int) -> Set<LintRule> { Set(Card(.text(String(repeating: "x", count: count), size: 2)).rules) }
        #expect(!rules(499).contains(.longText))
        #expect(!rules(500).contains(.longText))
        #expect(rules(501).contains(.longText))
        #expect(rules(10_000).contains(.longText))
    }

    // MARK: Size

    @Test func aCardIsAtMostAHundredAndSixtyPointsHigh() {
        func rules(_ height: Double, _ surface: SizedSurface) -> [LintRule] {
            Card(.sized(100, height, .paint(.color(.gray(0)))), on: surface).rules
        }
        for surface in [SizedSurface.lockScreenIPhone393, .lockScreenIPad1366, .standByFullScreen, .menuBarPopover] {
            #expect(rules(159, surface) == [])
            #expect(rules(160, surface) == [])
            #expect(rules(161, surface) == [.tooTall])
        }
    }

    @Test func nothingThatIsReadStandsBeyondTheSurface() {
        func rules(_ x: Double) -> [LintRule] {
            Card(
                ViewNode(
                    .text(.plain("a", .gray(0))),
                    effects: [
                        .frame(FrameNode(maxWidth: .infinity, alignment: NodeAlignment(horizontal: .trailing))),
                        .offset(x: x, y: 0),
                    ])
            ).rules
        }
        #expect(rules(-1) == [])
        #expect(rules(0) == [])
        #expect(rules(1) == [.outsideSurface])
    }

    @Test func anImageIsNotLargerThanItsPlace() {
        func rules(_ width: Double, _ height: Double) -> [LintRule] {
            let image = ImageNode(source: .asset("logo"), font: .plain(12), paint: .color(.gray(0xFF)), isResizable: true)
            return Card(
                .sized(width, height, .image(image)), region: .minimal, on: .minimalDetached, background: .black
            ).rules.filter { $0 != .logoOnly }
        }
        #expect(rules(44, 36) == [])
        #expect(rules(45, 36.67) == [])
        #expect(rules(46, 36.67) == [.imageTooLarge])
        #expect(rules(45, 37) == [.imageTooLarge])
    }

    @Test func aPictureHasNoMorePixelsThanItsPlace() {
        func rules(_ width: UInt32, _ height: UInt32) -> [LintRule] {
            func bytes(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
            let png: [UInt8] =
                [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + bytes(width)
                + bytes(height)
            let image = ImageNode(source: .data(png), font: .plain(12), paint: .color(.gray(0)), isResizable: true)
            return Card(
                .sized(20, 20, .image(image)), region: .minimal, on: .minimalDetached, background: .black
            ).rules.filter { $0 != .logoOnly }
        }
        #expect(rules(135, 110) == [])
        #expect(rules(136, 110) == [.imageTooLarge])
        #expect(rules(135, 111) == [.imageTooLarge])
    }

    // MARK: Controls and links

    @Test func oneControlIsEnough() {
        func card(_ count: Int) -> Card {
            let buttons = ["pause", "stop", "more"].prefix(count).map { ViewNode.button(ActionID($0)) }
            return Card(ViewNode(.stack(StackNode(axis: .horizontal, children: buttons))))
        }
        #expect(card(0).rules == [])
        #expect(card(1).rules == [])
        #expect(card(2).rules == [.severalControls])
        #expect(card(3).findings.map(\.message) == ["3 controls: pause, stop, more"])
        #expect(card(3).findings.map(\.path) == ["content.HStack[1].Button"])
    }

    @Test func controlsStandWhereTheyWork() {
        let parts: [(SizedSurface, Presentation.Region, [LintRule])] = [
            (.lockScreenIPhone393, .content, []), (.expandedIPhone393, .expandedBottom, []),
            (.menuBarExpanded, .expandedBottom, []), (.standByFullScreen, .content, []), (.smartStack40mm, .content, []),
            // Controls are deactivated in CarPlay, but this is the watch's layout, where they work.
            (.carPlay240x100, .content, []),
            (.minimalAttached, .minimal, [.misplacedControl]), (.standByMinimal, .minimal, [.misplacedControl]),
            (.menuBarMinimal, .minimal, [.misplacedControl]),
        ]
        for (surface, part, rules) in parts {
            #expect(
                Card(.button("go", small: true), region: part, on: surface, background: .black).rules == rules, "\(surface)")
        }
        let link = ViewNode(
            .control(ControlNode(kind: .link(Card.url("a")), tint: .color(.gray(0)), label: .text("a", .gray(0xFF)))))
        #expect(Card(link, region: .minimal, on: .minimalAttached, background: .black).rules == [.misplacedControl])
        #expect(Card(link, region: .expandedBottom, on: .expandedIPhone393, background: .black).rules == [])
        #expect(Card(.button(nil)).rules == [.controlWithoutAction])
        #expect(Card(.button("go")).rules == [])
    }

    @Test func bothSidesOfACompactIslandLeadToOnePlace() {
        func rules(_ leading: String?, _ trailing: String?, whole: String? = nil) -> [LintRule] {
            func side(_ url: String?) -> ViewNode {
                ViewNode(.text(.plain("1", .gray(0xFF))), effects: url.map { [.widgetURL(Card.url($0))] } ?? [])
            }
            var presentation = Presentation.card(
                [
                    .init(.compactLeading, side(leading), margins: EdgeInsetsNode(leading: 7)),
                    .init(.compactTrailing, side(trailing), margins: EdgeInsetsNode(trailing: 7)),
                ], on: .compactIPhone393, background: .black)
            presentation.url = whole.map(Card.url)
            return lint(presentation, options: LintOptions(now: Card.now)).map(\.rule)
        }
        #expect(rules(nil, nil) == [])
        #expect(rules("a", "a") == [])
        #expect(rules("a", "b") == [.differentURLs])
        #expect(rules("a", nil) == [.differentURLs], "one opens a screen, the other the app")
        #expect(rules("a", nil, whole: "a") == [])
        #expect(rules("a", nil, whole: "b") == [.differentURLs])
    }

    @Test func aPresentationHasOneURL() {
        func rules(_ urls: [String]) -> [LintRule] {
            let texts = urls.map { ViewNode(.text(.plain($0, .gray(0))), effects: [.widgetURL(Card.url($0))]) }
            return Card(ViewNode(.stack(StackNode(axis: .vertical, children: texts)))).rules
        }
        #expect(rules(["a"]) == [])
        #expect(rules(["a", "b"]) == [.severalURLs])
    }

    // MARK: The island

    @Test func minimalShowsSomethingThatLives() {
        let image = ViewNode.system("bicycle")
        func rules(_ node: ViewNode) -> [LintRule] {
            Card(node, region: .minimal, on: .minimalAttached, background: .black).rules
        }
        #expect(rules(image) == [.logoOnly])
        let ring = ViewNode(
            .progress(
                ProgressNode(style: .circular, value: .fraction(0.5), tint: .color(.gray(0xFF)), track: .color(.gray(0x40)))))
        #expect(rules(ring) == [])
        #expect(rules(ViewNode(.stack(StackNode(axis: .depth, children: [ring, image])))) == [])
        #expect(rules(.text("7", .gray(0xFF))) == [])
        #expect(Card(image).rules == [], "elsewhere a symbol may stand alone")
    }

    @Test func anIslandStaysBlack() {
        func rules(_ effects: [ViewEffect], on surface: SizedSurface = .expandedIPhone393) -> [LintRule] {
            let part: Presentation.Region = surface.isIsland ? .expandedBottom : .content
            return Card(
                ViewNode(.text(.plain("a", .gray(0xFF))), effects: effects), region: part, on: surface,
                background: .black
            ).rules
        }
        let wide = ViewEffect.frame(FrameNode(maxWidth: .infinity))
        let blue = ResolvedColor(red: 0, green: 0, blue: 0.5)
        #expect(rules([.activityBackgroundTint(blue)]) == [.islandBackground])
        #expect(rules([.activityBackgroundTint(nil)]) == [])
        #expect(rules([.containerBackground(.paint(blue))]) == [.islandBackground])
        #expect(rules([wide, .background(.paint(blue), .center)]) == [.islandBackground])
        #expect(rules([wide, .background(.paint(.gray(0)), .center)]) == [], "black on black is not seen")
        #expect(rules([.background(.paint(blue), .center)]) == [], "a badge around a text")
        #expect(rules([.activityBackgroundTint(blue)], on: .lockScreenIPhone393) == [])
    }

    /// HIG-13. The expanded island is 84 points high here, so its corners have a radius of 42.
    @Test func roundCornersOfTheIslandCutNothing() {
        func rules(
            _ content: ViewNode.Content, _ effects: [ViewEffect] = [], at x: Double, _ y: Double,
            region: Presentation.Region = .expandedLeading, on surface: SizedSurface = .expandedIPhone393
        ) -> [LintRule] {
            let node = ViewNode(content, effects: effects + [.padding(EdgeInsetsNode(top: y, leading: x))])
            return Card(node, region: region, on: surface, background: .black).rules
        }
        let image = ViewNode.Content.image(
            ImageNode(source: .asset("logo"), font: .plain(12), paint: .color(.gray(0xFF)), isResizable: true))
        let square = [ViewEffect.frame(FrameNode(width: 40, height: 40))]
        // A corner on the diagonal: 42 - 42 / √2.
        #expect(rules(image, square, at: 12.4, 12.4) == [])
        #expect(rules(image, square, at: 12.302, 12.302) == [])
        #expect(rules(image, square, at: 12.1, 12.1) == [.cutAtCorner])
        let between = [ViewEffect.padding(EdgeInsetsNode(top: 0, bottom: 60))]
        #expect(rules(image, square + between, at: 0, 44) == [], "where the edge is straight")
        #expect(rules(image, square + between, at: 0, 41) == [.cutAtCorner])
        // A circle with a radius of 20 on the diagonal: 22 - 22 / √2.
        let circle = square + [.clip(.circle)]
        #expect(rules(image, circle, at: 6.5, 6.5) == [])
        #expect(rules(image, circle, at: 6.444, 6.444) == [])
        #expect(rules(image, circle, at: 6.3, 6.3) == [.cutAtCorner])
        #expect(rules(image, square + [.clip(.containerRelative)], at: 0, 0) == [], "it follows the corner")
        #expect(rules(image, square + [.hidden], at: 0, 0) == [])
        // The letters count, without the space above them.
        let text = ViewNode.Content.text(.plain("12 min", .gray(0xFF)))
        #expect(rules(text, at: 14, 10) == [])
        #expect(rules(text, at: 8, 6) == [.cutAtCorner])
        #expect(rules(.shape(ShapeNode(.rectangle, paint: .color(.gray(0x40)))), square, at: 0, 0) == [], "on purpose")
        // Half a circle at the end of a compact island: 18.33 - √(18.33² - 10²), for an image of 20 points in the middle.
        let small = [ViewEffect.frame(FrameNode(width: 20, height: 20))]
        func compact(_ x: Double) -> [LintRule] {
            let parts = [Presentation.Region.compactLeading, .compactTrailing].map { region in
                Presentation.Part(region, ViewNode(image, effects: small), margins: EdgeInsetsNode(leading: x, trailing: x))
            }
            return lint(
                .card(parts, on: .compactIPhone393, background: .black), options: LintOptions(now: Card.now)
            ).map(\.rule)
        }
        #expect(compact(3) == [])
        #expect(compact(2.8) == [.cutAtCorner, .cutAtCorner])
        for surface in [SizedSurface.menuBarExpanded, .expandedIPhone430] {
            #expect(rules(image, square, at: 8, 8, on: surface) == (surface.isIsland ? [.cutAtCorner] : []), "\(surface)")
        }
        let finding = Card(
            ViewNode(text, effects: [.padding(EdgeInsetsNode(top: 6, leading: 8))]), region: .expandedLeading,
            on: .expandedIPhone393, background: .black
        ).findings.first
        #expect(finding?.path == "expandedLeading.Text")
        #expect(finding?.message == "'12 min' reaches 4.9 points beyond the rounded corner, whose radius is 42")
    }

    // MARK: Animations

    @Test func animationsTakeTwoSecondsAtMost() throws {
        func rules(_ animation: Animation?) throws -> [LintRule] {
            let view = Text(verbatim: "7").font(.headline).foregroundStyle(.black).animation(animation, value: 1)
            return Card(try ViewNode(resolving: view, in: EnvironmentValues())).rules
        }
        #expect(try rules(nil) == [])
        #expect(try rules(.default) == [])
        #expect(try rules(.linear(duration: 1.9)) == [])
        #expect(try rules(.linear(duration: 2)) == [])
        #expect(try rules(.linear(duration: 2.1)) == [.longAnimation])
        #expect(try rules(.easeIn(duration: 1).repeatCount(2)) == [])
        #expect(try rules(.easeIn(duration: 1).repeatCount(3)) == [.longAnimation])
        #expect(try rules(.linear(duration: 4).speed(2)) == [])
        #expect(try rules(.linear.repeatForever()) == [.longAnimation])
    }

    // MARK: Values that cannot be drawn

    @Test func imageNamesAreNames() {
        func rules(_ name: String, isSystem: Bool) -> [LintRule] {
            let source = isSystem ? ImageNode.Source.system(name) : .asset(name)
            let image = ImageNode(source: source, font: .plain(12), paint: .color(.gray(0)))
            return Card(ViewNode(.image(image)), isKnownSystemImage: { $0 == "bicycle" }).rules
        }
        for name in ["../../etc/passwd", "images/logo", "C:\\logo", ".hidden", "", "a\u{0}b"] {
            #expect(rules(name, isSystem: false) == [.badImageName], "\(name)")
            #expect(rules(name, isSystem: true) == [.badImageName], "\(name)")
        }
        #expect(rules("logo.small", isSystem: false) == [])
        #expect(rules("bicycle", isSystem: true) == [])
        #expect(rules("tricycle", isSystem: true) == [.unmappedSystemImage])
    }

    @Test func sizesAreNumbers() {
        func rules(_ effect: ViewEffect) -> Set<LintRule> {
            Set(Card(ViewNode(.paint(.color(.gray(0))), effects: [effect])).rules)
        }
        for bad: ViewEffect in [
            .frame(FrameNode(minWidth: .nan)), .frame(FrameNode(minHeight: -1)), .frame(FrameNode(minWidth: .infinity)),
            .frame(FrameNode(maxWidth: -.infinity)), .padding(EdgeInsetsNode(top: .nan)),
            .padding(EdgeInsetsNode(top: .infinity)),
            .opacity(.nan), .opacity(-0.1), .offset(x: .nan, y: 0), .blur(radius: -1), .aspectRatio(-1, fill: false),
            .rotation(degrees: .infinity, anchor: UnitPointNode(x: 0, y: 0)), .layoutPriority(.nan), .zIndex(.nan),
            .saturation(.nan), .brightness(.infinity), .contrast(.nan), .grayscale(.nan), .hueRotation(degrees: .nan),
            .alignmentGuide(.center, isHorizontal: true, at: GuideNode(offset: .nan)), .clip(.inset(.circle, by: .nan)),
            .clip(.scaled(.circle, x: .infinity, y: 1)), .clip(.offset(.circle, x: 0, y: .nan)),
            .clip(.roundedRectangle(width: -1, height: 0, isContinuous: true)),
        ] {
            #expect(rules(bad).contains(.invalidNumber), "\(bad)")
        }
        for good: ViewEffect in [
            .frame(FrameNode(minWidth: 0)), .frame(FrameNode(maxWidth: .infinity)), .padding(EdgeInsetsNode(top: -4)),
            .opacity(0), .offset(x: -10, y: 0), .blur(radius: 0), .layoutPriority(-1), .aspectRatio(nil, fill: true),
            .contrast(-1), .brightness(-0.5), .clip(.inset(.circle, by: -2)),
            .clip(.roundedRectangle(width: .infinity, height: .infinity, isContinuous: true)),
        ] {
            #expect(!rules(good).contains(.invalidNumber), "\(good)")
        }
        var loose = TextNode.plain("a", .gray(0))
        loose.runs[0].tracking = .nan
        let contents: [ViewNode.Content] = [
            .stack(StackNode(axis: .vertical, spacing: .nan, children: [.text("a")])), .text(loose),
            .text(.plain("a", .gray(0), size: .infinity)),
            .shape(ShapeNode(.circle, paint: .color(.gray(0)), stroke: StrokeStyleNode(lineWidth: -1))),
        ]
        for content in contents { #expect(Card(ViewNode(content)).rules.contains(.invalidNumber), "\(content)") }
        func progress(_ fraction: Double) -> [LintRule] {
            Card(
                ViewNode(
                    .progress(
                        ProgressNode(
                            style: .linear, value: .fraction(fraction), tint: .color(.gray(0)), track: .color(.gray(0x80)))))
            ).rules
        }
        #expect([0, 0.5, 1].map(progress) == [[], [], []])
        #expect([-0.01, 1.01, .nan].map(progress) == Array(repeating: [.invalidNumber], count: 3))
    }

    @Test func aTreeIsNeitherTooDeepNorTooLarge() {
        func nested(_ depth: Int) -> [LintRule] {
            var node = ViewNode.text("a")
            for _ in 0..<depth { node = ViewNode(.stack(StackNode(axis: .vertical, children: [node]))) }
            return Card(node).rules
        }
        #expect(nested(100) == [])
        #expect(nested(200) == [.tooManyViews])
        #expect(nested(1_000) == [.tooManyViews])
        // Each level proposes two other sizes to the next one.
        let fitted = (0..<40).reduce(ViewNode.text("some words here that wrap")) { node, level in
            let axis: StackNode.Axis = level.isMultiple(of: 2) ? .horizontal : .vertical
            let stack = StackNode(axis: axis, children: [.text("left words to wrap"), node, .text("right")])
            return ViewNode(.stack(stack), effects: [.aspectRatio(nil, fill: false)])
        }
        #expect(Card(fitted).rules == [.tooManyViews])
        let crowd = ViewNode(.stack(StackNode(axis: .depth, children: Array(repeating: .text("a"), count: 10_001))))
        #expect(Card(crowd).rules == [.tooManyViews])
    }

    @Test func anythingElseThatComesFromOutsideIsShownSomehow() {
        for text in ["👨‍👩‍👧‍👦", "e\u{301}\u{301}\u{301}", "\u{202E}abc", "\u{FFFD}", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"] {
            #expect(Card(.text(text)).rules == [], "\(text)")
        }
    }
}

/// One view on a surface, and its findings.
struct Card {
    static let now = Date(timeIntervalSinceReferenceDate: 803_667_600)
    static func url(_ path: String) -> URL { URL(filePath: "/" + path) }

    let findings: [Finding]
    var rules: [LintRule] { findings.map(\.rule) }

    init(
        _ node: ViewNode, region: Presentation.Region = .content, on surface: SizedSurface = .lockScreenIPhone393,
        background: Presentation.Background = .material(.gray(0xFF)), privateTexts: Set<String> = [],
        isKnownSystemImage: (@Sendable (String) -> Bool)? = nil
    ) {
        findings = lint(
            Presentation.card([.init(region, node)], on: surface, background: background),
            options: LintOptions(now: Self.now, isKnownSystemImage: isKnownSystemImage, privateTexts: privateTexts))
    }
}
