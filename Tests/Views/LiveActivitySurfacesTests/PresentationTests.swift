import CardFixtures
import LiveActivityCore
import LiveActivityTesting
import Testing

@testable import LiveActivitySurfaces

@Suite struct PresentationTests {
    static let now = Scenario.epoch

    // MARK: The layout on each surface

    @Test func eachSurfaceShowsItsOwnLayout() throws {
        let told = try SizedSurface.all.map { surface in
            let presentation = try #require(
                try Ride.widgets.present(Ride.activity(), on: surface, environment: Ride.environment))
            #expect(presentation.surface == surface)
            return "\(surface): " + presentation.parts.map { "\($0.region.rawValue) \($0.node.texts)" }.joined(separator: ", ")
        }
        let lockScreen = "content medium Mill Street"
        let compact = "compactLeading L, compactTrailing 5"
        let expanded = "expandedLeading medium, expandedTrailing 5 min, expandedCenter C, expandedBottom Mill Street"
        #expect(
            told == [
                "lockScreen.iPhone430: \(lockScreen)", "lockScreen.iPhone393: \(lockScreen)",
                "lockScreen.iPad1366: \(lockScreen)",
                "lockScreen.iPad1194: \(lockScreen)",
                "compact.iPhone430: \(compact)", "compact.iPhone393: \(compact)",
                "minimal.attached: minimal 5", "minimal.detached: minimal 5",
                "expanded.iPhone430: \(expanded)", "expanded.iPhone393: \(expanded)",
                "standBy.minimal: minimal 5", "standBy.fullScreen: content full screen Mill Street",
                "menuBar.compact: \(compact)", "menuBar.minimal: minimal 5", "menuBar.expanded: \(expanded)",
                "menuBar.popover: \(lockScreen)",
                // No small layout is declared, so both compact sides are combined in one view.
                "smartStack.40mm: content L 5", "smartStack.41mm: content L 5", "smartStack.44mm: content L 5",
                "smartStack.45mm: content L 5", "smartStack.49mm: content L 5",
                "carPlay.240x78: content L 5", "carPlay.240x100: content L 5", "carPlay.170x78: content L 5",
                "compact.narrow: \(compact)", "minimal.narrow: minimal 5",
                "lockScreen.iPhone440: \(lockScreen)", "lockScreen.iPhone402: \(lockScreen)",
                "compact.iPhone440: \(compact)", "compact.iPhone402: \(compact)",
                "expanded.iPhone440: \(expanded)", "expanded.iPhone402: \(expanded)",
            ])
    }

    @Test func everyPresentationFitsTheSchema() throws {
        let schema = try JSONSchema("Documentation/presentation.schema.json")
        var environment = Ride.environment
        for scheme in ColorScheme.allCases {
            environment.colorScheme = scheme
            for kind in ["ride", "sizedRide", "smallRide"] as [ActivityKind] {
                for presentation in try Ride.widgets.present(
                    Ride.activity(kind), on: SizedSurface.all, environment: environment)
                {
                    let text = try WireEncoder().encode(presentation)
                    #expect(try schema.problem(with: text) == nil, "\(kind) on \(presentation.surface)")
                }
            }
        }
    }

    @Test func aDeclaredSmallFamilyIsDrawnFromTheLockScreensContent() throws {
        func texts(_ kind: ActivityKind, _ surface: SizedSurface) throws -> String? {
            try Ride.widgets.present(Ride.activity(kind), on: surface, environment: Ride.environment)?.parts[0].node.texts
        }
        #expect(try texts("smallRide", .smartStack45mm) == "small Mill Street")
        #expect(try texts("smallRide", .carPlay240x100) == "small Mill Street")
        #expect(try texts("smallRide", .lockScreenIPhone393) == "medium Mill Street")
    }

    /// CarPlay in light appearance: compact views have a black background there, so their texts are white; the small family is
    /// drawn for light appearance.
    @Test func carPlayDrawsCompactViewsOnBlackAndSmallOnesInTheAppearance() throws {
        var environment = Ride.environment
        environment.colorScheme = .light
        func look(_ kind: ActivityKind) throws -> (paints: Set<Paint>, ground: ResolvedColor) {
            let shown = try Ride.widgets.present(Ride.activity(kind), on: .carPlay240x100, environment: environment)
            let presentation = try #require(shown)
            return (Set(presentation.parts.flatMap { $0.node.textPaints }), presentation.background.color)
        }
        let compact = try look("ride")
        #expect(compact.paints == [.color(ResolvedColor(red: 1, green: 1, blue: 1))])
        #expect(compact.ground.red < 0.2)
        let small = try look("smallRide")
        #expect(small.paints == [.color(ResolvedColor(red: 0, green: 0, blue: 0))])
        #expect(small.ground.red > 0.8)
    }

    @Test func severalSurfacesAtOnceAreTheSameAsOneByOne() throws {
        let all = try Ride.widgets.present(Ride.activity(), on: SizedSurface.all, environment: Ride.environment)
        #expect(
            all
                == (try SizedSurface.all.compactMap {
                    try Ride.widgets.present(Ride.activity(), on: $0, environment: Ride.environment)
                }))
        let typed = try Ride.widgets.present(
            Ride.Attributes(street: "Mill Street"), ActivityContent(state: .init(minutes: 5), staleDate: nil), kind: "ride",
            id: Ride.activity().id, on: .lockScreenIPhone393, environment: Ride.environment)
        #expect(typed == all[1])
    }

    /// A presentation for several surfaces is resolved once for each size if a view reads its size.
    @Test func aViewThatAsksForItsSizeIsMadeForEachSurface() throws {
        let all = try Ride.widgets.present(
            Ride.activity("sizedRide"), on: SizedSurface.all, environment: Ride.environment)
        for presentation in all {
            let alone = try Ride.widgets.present(
                Ride.activity("sizedRide"), on: presentation.surface, environment: Ride.environment)
            #expect(presentation == alone, "\(presentation.surface)")
        }
        let cards = all.filter { $0.surface.surface == .lockScreen }
        #expect(cards.map { $0.parts[0].node.texts } == ["408 204", "371 185", "500 250", "425 212", "412 206", "374 187"])
        // In a region of the island the view has margins of 20 points on both sides.
        let island = try #require(all.first { $0.surface == .expandedIPhone393 })
        #expect(island.parts.map(\.node.texts) == ["185 331"])
    }

    /// WK-29: applies to compact and minimal presentations only.
    @Test func viewsSeeThatAnIslandIsNarrow() throws {
        let all = try Ride.widgets.present(Ride.activity("sizedRide"), on: SizedSurface.all, environment: Ride.environment)
        let narrow = all.filter { $0.parts.contains { $0.node.texts.contains("narrow") } }
        #expect(narrow.map(\.surface) == [.compactNarrow, .minimalNarrow])
        let compact = try #require(narrow.first)
        // Between a square and the published width of an island that has not grown.
        #expect(198.6...230.1 ~= Double(compact.size(at: Self.now).width))
        #expect(compact.surface.isIsland && !compact.surface.takesActions)
    }

    @Test func aPresentationSurvivesJSON() throws {
        for presentation in try Ride.widgets.present(
            Ride.activity(), on: SizedSurface.all, environment: Ride.environment)
        {
            let json = try WireEncoder().encode(presentation)
            #expect(try WireDecoder().decode(Presentation.self, from: json) == presentation)
        }
    }

    // MARK: Background, tint, margins and URL

    @Test func theIslandIsBlackAndTheLockScreenFollowsTheAppearance() throws {
        func background(_ surface: SizedSurface, _ scheme: ColorScheme, dimmed: Bool = false) throws -> Presentation
            .Background?
        {
            var environment = Ride.environment
            environment.colorScheme = scheme
            environment.isLuminanceReduced = dimmed
            return try Ride.widgets.present(Ride.activity(), on: surface, environment: environment)?.background
        }
        for scheme in ColorScheme.allCases {
            for surface in SizedSurface.all
            where surface.isIsland || surface.surface == .smartStack || surface.surface == .standBy {
                #expect(try background(surface, scheme) == .black, "\(surface)")
            }
        }
        #expect(try background(.smartStack45mm, .light) == .black)
        #expect(try background(.standByFullScreen, .light) == .black)
        #expect(try background(.menuBarPopover, .light) == .material(ResolvedColor(red: 1, green: 1, blue: 1)))
        #expect(try background(.lockScreenIPhone393, .light) == .material(ResolvedColor(red: 1, green: 1, blue: 1)))
        #expect(try background(.lockScreenIPhone393, .dark) == .material(ResolvedColor(hex: 0x1C1C_1EFF)))
        #expect(try background(.lockScreenIPhone393, .light, dimmed: true) == .black)
    }

    /// SEEN-09 and UNC-36: on a dark tint the Lock Screen is drawn in dark appearance, where white is easier to read.
    @Test func aDarkTintIsDrawnInDarkAppearance() throws {
        func paints(_ gray: Int, adapts: Bool = true) throws -> [Paint] {
            var environment = Ride.environment
            environment.adaptsToBackgroundTint = adapts
            let activity = Ride.activity("tintedRide", minutes: gray)
            let presentation = try Ride.widgets.present(activity, on: .lockScreenIPhone393, environment: environment)
            return try #require(presentation).parts.flatMap(\.node.textPaints)
        }
        let (white, black) = (Paint.color(.init(red: 1, green: 1, blue: 1)), Paint.color(.init(red: 0, green: 0, blue: 0)))
        #expect(try [0, 460, 462, 1000].map { try paints($0) } == [[white], [white], [black], [black]])
        #expect(try paints(0, adapts: false) == [black])
    }

    @Test func contentMarginsStandAroundTheirParts() throws {
        func margins(_ surface: SizedSurface, of kind: ActivityKind = "ride") throws -> [EdgeInsetsNode] {
            let presentation = try Ride.widgets.present(Ride.activity(kind), on: surface, environment: Ride.environment)
            return presentation?.parts.map(\.margins) ?? []
        }
        // WK-10: trailing 8 was set first, then 20 on all edges.
        #expect(
            try margins(.expandedIPhone393) == [
                EdgeInsetsNode(top: 20, leading: 20), EdgeInsetsNode(top: 20, trailing: 8), EdgeInsetsNode(),
                EdgeInsetsNode(leading: 20, bottom: 20, trailing: 8),
            ])
        // A region's own margins, of which the innermost wins too, apply where it is at an edge of the island.
        let bottom = EdgeInsetsNode(leading: 4, bottom: 12, trailing: 12)
        #expect(try margins(.expandedIPhone393, of: "tintedRide") == [bottom])
        // A view without explicit margins does not reach into the island's rounded end.
        #expect(
            try margins(.compactIPhone393) == [
                EdgeInsetsNode(top: 7, leading: 7, bottom: 7), EdgeInsetsNode(top: 2, leading: 2, bottom: 2, trailing: 2),
            ])
        #expect(try margins(.minimalAttached) == [EdgeInsetsNode(7)])
        #expect(try margins(.smartStack40mm) == [EdgeInsetsNode(leading: 14, trailing: 14)])
    }

    @Test func theKeyLineAndTheURLBelongToTheIsland() throws {
        func said(_ surface: SizedSurface) throws -> String {
            let presentation = try Ride.widgets.present(Ride.activity(), on: surface, environment: Ride.environment)
            return "\(presentation?.keylineTint == .gray(0xFF) ? "white" : "-") \(presentation?.url?.absoluteString ?? "-")"
        }
        #expect(try said(.compactIPhone393) == "white ride://street")
        #expect(try said(.expandedIPhone393) == "white ride://street")
        #expect(try said(.lockScreenIPhone393) == "- -")
    }

    // MARK: Surfaces by state

    @Test func whatHasEndedGoesFromTheIslandAndTheCarOnly() throws {
        func surfaces(_ state: ActivityState) throws -> [SizedSurface] {
            try Ride.widgets.present(Ride.activity(state: state), on: SizedSurface.all, environment: Ride.environment)
                .map(\.surface)
        }
        #expect(try surfaces(.active) == SizedSurface.all)
        #expect(try surfaces(.stale) == SizedSurface.all)
        #expect(try Set(surfaces(.ended).map(\.surface)) == [.lockScreen, .standBy, .menuBar, .smartStack])
        #expect(try surfaces(.pending) == [])
        #expect(try surfaces(.dismissed) == [])
    }

    // MARK: Privacy

    @Test func aLockedDeviceHidesWhatIsMarkedPrivateIfItsOwnerChoseSo() throws {
        func isHidden(_ condition: DeviceCondition) throws -> Bool? {
            let card = try Ride.widgets.present(
                Ride.activity(), on: .lockScreenIPhone393, environment: Ride.environment, condition: condition)
            var isHidden: Bool?
            card?.parts[0].node.walk { node, _ in
                if case .text(let text) = node.content, text.string == "Mill Street" {
                    isHidden = node.effects.contains(.redacted("privacy"))
                }
            }
            return isHidden
        }
        #expect(try isHidden(DeviceCondition()) == false)
        #expect(try isHidden(DeviceCondition(isLocked: true)) == true)
        #expect(try isHidden(DeviceCondition(isLocked: true, hidesPrivateContent: false)) == false)
    }

    @Test func contentIsStaleFromItsDateOnThoughNobodySaysSo() throws {
        func isStale(_ seconds: Double, _ state: ActivityState = .active) throws -> Bool? {
            var environment = Ride.environment
            environment.now = Self.now + seconds
            var activity = Ride.activity(state: state)
            activity.content.staleDate = Self.now + 60
            return try Ride.widgets.present(activity, on: .lockScreenIPhone393, environment: environment)?.isStale
        }
        #expect(try isStale(59) == false)
        #expect(try isStale(60) == true)
        #expect(try isStale(0, .stale) == true)
        #expect(try isStale(60, .ended) == false, "what is over is neither trusted nor distrusted")
    }

    // MARK: Errors

    @Test func whatCannotBeShownSaysWhy() {
        func reason(_ activity: ShownActivity) -> String {
            do {
                _ = try Ride.widgets.present(activity, on: .lockScreenIPhone393, environment: Ride.environment)
                return "shown"
            } catch {
                return error.description
            }
        }
        #expect(
            reason(Ride.activity("bus"))
                == "no widget is registered for kind 'bus'; the kinds with a widget are: ride, sizedRide, smallRide, tintedRide"
        )
        var activity = Ride.activity()
        activity.content.state = JSONText(trusted: Array(#"{"minutes":"five"}"#.utf8))
        #expect(reason(activity).hasPrefix("ride: content at minutes: "))
        activity.content.state = JSONText(trusted: Array("{}".utf8))
        #expect(reason(activity).hasPrefix("ride: content at minutes: "))
        activity = Ride.activity()
        activity.attributes = JSONText(trusted: Array("[".utf8))
        #expect(reason(activity).hasPrefix("ride: attributes: "))
        #expect(throws: PresentationError.noLook("note", attributes: "Note")) {
            var widgets = ActivityWidgets()
            try widgets.register(RideWidget.self, kind: "note", attributes: Note.self)
        }
    }

    @Test func theWidgetsOfABundleAreRegisteredTogether() throws {
        struct Rides: WidgetBundle {
            var body: some Widget { RideWidget() }
        }
        var widgets = ActivityWidgets()
        try widgets.register(Rides.self, kind: "ride", attributes: Ride.Attributes.self)
        let both = try [widgets, Ride.widgets].map {
            try $0.present(Ride.activity(), on: .lockScreenIPhone393, environment: Ride.environment)
        }
        #expect(both[0] != nil && both[0] == both[1])
        #expect(throws: PresentationError.noLook("note", attributes: "Note")) {
            try widgets.register(Rides.self, kind: "note", attributes: Note.self)
        }
    }

    // MARK: Size of a whole presentation

    @Test func compactSidesStandOnBothSidesOfTheCamera() throws {
        let presentation = try #require(
            try Ride.widgets.present(Ride.activity(), on: .compactIPhone393, environment: Ride.environment))
        let size = presentation.size(at: Self.now)
        #expect(abs(size.width - 185.34) < 0.01 && abs(size.height - 36.67) < 0.01)
        let texts = presentation.placedTexts(in: size)
        #expect(texts.map(\.text) == ["L", "5"])
        #expect(abs(texts[0].frame.minX - 7) < 0.1)
        #expect(abs(texts[1].frame.maxX - (185.34 - 2)) < 0.1, "less its margin")
        let menuBar = try #require(
            try Ride.widgets.present(Ride.activity(), on: .menuBarCompact, environment: Ride.environment))
        #expect(menuBar.size(at: Self.now).width < 110, "a Mac has no camera there")
    }

    /// SEEN-03 and UNC-34: each side is as wide as its content, the narrower one at least three quarters of the other, and no
    /// island is wider than the expanded one.
    @Test func theSidesOfACompactIslandAreAsWideAsTheirContentUpToItsLimit() throws {
        func frames(
            _ leading: Double, _ trailing: Double, on surface: SizedSurface = .compactIPhone393
        ) throws -> [Double] {
            let sides = [(Presentation.Region.compactLeading, leading), (.compactTrailing, trailing)].map { region, width in
                let text = ViewNode(.text(.plain(region.rawValue, .gray(0xFF), lineLimit: 1)))
                // With a maximum width, so that a limit is visible.
                return Presentation.Part(
                    region,
                    width == 0 ? ViewNode(.empty) : ViewNode(text.content, effects: [.frame(.ideal(width))]))
            }
            let presentation = Presentation.card(sides, on: surface, background: .black)
            let size = presentation.size(at: Self.now)
            let placed = presentation.placed(in: size)
            let ends = placed.flatMap { [Double($0.minX), Double($0.maxX)] }
            return ([Double(size.width)] + ends).map { ($0 * 100).rounded() / 100 }
        }
        #expect(try frames(20, 20) == [185.34, 0, 20, 165.34, 185.34], "the smallest one")
        #expect(try frames(45, 60) == [230.34, 0, 45, 170.34, 230.34], "three quarters")
        #expect(try frames(44, 60) == [230.34, 0, 44, 170.34, 230.34], "less than three quarters")
        #expect(try frames(46, 60) == [231.34, 0, 46, 171.34, 231.34], "more")
        #expect(try frames(60, 45) == [230.34, 0, 60, 185.34, 230.34])
        #expect(try frames(60, 0) == [230.34, 0, 60], "beside an empty side too")
        #expect(try frames(122.83, 122.83) == [371, 0, 122.83, 248.17, 371])
        #expect(try frames(30, 200) == [340.29, 0, 30, 217.46, 340.29], "no wider than half of the expanded island")
        #expect(try frames(150, 200, on: .compactIPhone430) == [408, 0, 141.33, 266.67, 408])
        #expect(try frames(30, 200, on: .compactIPhone393.sized(width: 40...80)) == [265.34, 0, 30, 185.34, 265.34])
        #expect(try frames(30, 200, on: .compactIPhone393.sized(width: 40...40)) == [205.34, 0, 30, 165.34, 205.34])
        #expect(try frames(30, 60, on: .menuBarCompact) == [116.33, 0, 30, 56.33, 116.33], "a Mac has no camera")
    }

    @Test func aTextIsCutWhereACompactIslandEnds() throws {
        func text(_ string: String) throws -> (isTruncated: Bool, width: Double) {
            let presentation = Presentation.card(
                [
                    .init(.compactLeading, ViewNode(.text(.plain(string, .gray(0xFF), lineLimit: 1)))),
                    .init(.compactTrailing, ViewNode(.empty)),
                ], on: .compactIPhone393, background: .black)
            let size = presentation.size(at: Self.now)
            var found: MeasuredText?
            func find(_ node: LaidOutNode) { found = found ?? node.text }
            layout(presentation.tree(at: Self.now), in: size, measuring: ApproximateTextMeasuring(), at: Self.now).forEach(find)
            return (try #require(found).isTruncated, Double(size.width))
        }
        let short = try text("12 min")
        let wide = try text("at the corner")
        #expect(!short.isTruncated && !wide.isTruncated && short.width < wide.width)
        let cut = try text("at the corner of Elm Street")
        #expect(cut.isTruncated && abs(cut.width - (371 - (371 - SizedSurface.cameraWidth) / 8)) < 0.01)
    }

    @Test func expandedRegionsStandAroundTheCamera() throws {
        let presentation = try #require(
            try Ride.widgets.present(Ride.activity(), on: .expandedIPhone393, environment: Ride.environment))
        let size = presentation.size(at: Self.now)
        #expect(size.width == 371 && 84...160 ~= Double(size.height))
        let frames = Dictionary(uniqueKeysWithValues: presentation.placedTexts(in: size).map { ($0.text, $0.frame) })
        let (leading, trailing) = (try #require(frames["medium"]), try #require(frames["5 min"]))
        let (center, bottom) = (try #require(frames["C"]), try #require(frames["Mill Street"]))
        #expect(abs(leading.minX - 20) < 0.1 && abs(leading.minY - 20) < 0.1)
        #expect(abs(trailing.maxX - (371 - 8)) < 0.1)
        #expect(center.minY >= 36.67, "below the camera")
        #expect(abs(center.midX - 371 / 2) < 0.1)
        #expect(bottom.minY >= max(leading.maxY, trailing.maxY, center.maxY), "below all")
    }

    @Test func aRegionThatIsTooWideGoesBelowTheCameraIfItMay() throws {
        func frame(_ text: String, mayGoBelow: Bool) throws -> CGRect {
            let leading = ViewNode(
                .text(.plain(text, .gray(0xFF), lineLimit: 1)), effects: mayGoBelow ? [.belowIfTooWide] : [])
            let presentation = Presentation.card(
                [.init(.expandedLeading, leading), .init(.expandedTrailing, .text("5", .gray(0xFF)))], on: .expandedIPhone393,
                background: .black)
            return try #require(presentation.placedTexts(in: presentation.size(at: Self.now)).first { $0.text == text }).frame
        }
        let wide = "The courier is close to your house"
        #expect(try frame(wide, mayGoBelow: true).minY >= 36.67)
        #expect(try frame(wide, mayGoBelow: true).width > (371 - 125) / 2)
        #expect(try frame(wide, mayGoBelow: false).minY == 0, "beside the camera, and cut")
        #expect(try frame("Near", mayGoBelow: true).minY == 0, "it is not too wide")
    }

    @Test func theRegionWithTheHigherPriorityTakesItsWidthFirst() throws {
        func widths(_ leading: Double, _ trailing: Double) throws -> [Double] {
            let long = "The courier is on the way"
            let presentation = Presentation.card(
                [
                    .init(.expandedLeading, ViewNode(.text(.plain(long, .gray(0xFF), lineLimit: 1))), priority: leading),
                    .init(.expandedTrailing, ViewNode(.text(.plain(long, .gray(0xFF), lineLimit: 1))), priority: trailing),
                ], on: .expandedIPhone393, background: .black)
            return presentation.placedTexts(in: presentation.size(at: Self.now)).map { Double($0.frame.width) }
        }
        let (even, first, last) = (try widths(0, 0), try widths(1, 0), try widths(0, 1))
        #expect(abs(even[0] - even[1]) < 0.1, "\(even)")
        #expect(first[0] > first[1], "\(first)")
        #expect(last[0] < last[1], "\(last)")
    }

    @Test func rightToLeftTurnsTheSidesAround() throws {
        var environment = Ride.environment
        environment.layoutDirection = .rightToLeft
        let presentation = try #require(
            try Ride.widgets.present(Ride.activity(), on: .compactIPhone393, environment: environment))
        #expect(presentation.isRightToLeft)
        let texts = presentation.placedTexts(in: presentation.size(at: Self.now))
        let (leading, trailing) = (try #require(texts.first { $0.text == "L" }), try #require(texts.first { $0.text == "5" }))
        #expect(trailing.frame.maxX < leading.frame.minX)
    }

    @Test func nightModeIsRed() throws {
        let condition = DeviceCondition(isNightMode: true)
        let standBy = try #require(
            try Ride.widgets.present(
                Ride.activity(), on: .standByFullScreen, environment: Ride.environment, condition: condition))
        #expect(standBy.isNightMode)
        #expect(standBy.tree(at: Self.now).effects.contains(.grayscale(1)))
        let card = try #require(
            try Ride.widgets.present(
                Ride.activity(), on: .lockScreenIPhone393, environment: Ride.environment, condition: condition))
        #expect(!card.isNightMode)
    }
}

extension Presentation {
    /// The frames of the parts.
    fileprivate func placed(in size: CGSize) -> [CGRect] {
        var frames: [CGRect] = []
        func collect(_ node: LaidOutNode) {
            if case .effect(.identity) = node.kind, !node.frame.isEmpty { frames.append(node.frame) }
        }
        layout(tree(at: PresentationTests.now), in: size, measuring: ApproximateTextMeasuring(), at: PresentationTests.now)
            .forEach(collect)
        return frames
    }

    fileprivate func placedTexts(in size: CGSize) -> [(text: String, frame: CGRect)] {
        var texts: [(String, CGRect)] = []
        func collect(_ node: LaidOutNode) {
            if case .content(.text(let text)) = node.kind { texts.append((text.string, node.frame)) }
        }
        layout(tree(at: PresentationTests.now), in: size, measuring: ApproximateTextMeasuring(), at: PresentationTests.now)
            .forEach(collect)
        return texts
    }
}

extension FrameNode {
    /// A frame with this ideal width that takes any offered width.
    fileprivate static func ideal(_ width: Double) -> FrameNode { FrameNode(minWidth: 0, idealWidth: width, maxWidth: width) }
}

extension ViewNode {
    /// All its texts, in order.
    var texts: String {
        var texts: [String] = []
        walk { node, _ in if case .text(let text) = node.content { texts.append(text.string) } }
        return texts.joined(separator: " ")
    }

    /// The paints of all its texts, in order.
    var textPaints: [Paint] {
        var paints: [Paint] = []
        walk { node, _ in if case .text(let text) = node.content { paints += text.runs.map(\.paint) } }
        return paints
    }
}
