import Foundation
import LiveActivityViewTree
import Testing

/// Views get the frames that SwiftUI gives them.
@Suite struct LayoutTests {
    // MARK: Stacks

    @Test func equallyFlexibleViewsShareARow() {
        let row = HStack(spacing: 10, fill, fill, fill)
        #expect(frames(row, 320, 50) == [rect(0, 0, 100, 50), rect(110, 0, 100, 50), rect(220, 0, 100, 50)])
    }

    @Test func theLeastFlexibleViewIsAskedFirst() {
        // The fixed view takes its 200, although an equal share would be 150; the other gets the rest.
        let row = HStack(spacing: 0, fill, fill.frame(width: 200, height: 20))
        #expect(frames(row, 300, 40) == [rect(0, 0, 100, 40), rect(100, 10, 200, 20)])
    }

    @Test func aSpacerPushesItsNeighboursApartAndKeepsItsLeast() {
        let row = HStack(block(30), spacer, block(20))
        #expect(frames(row, 100, 20) == [rect(0, 5, 30, 10), rect(30, 10, 50, 0), rect(80, 5, 20, 10)])
        // With less width than all need, the spacer keeps eight points and the row overflows both edges.
        #expect(frames(row, 40, 20) == [rect(-9, 5, 30, 10), rect(21, 10, 8, 0), rect(29, 5, 20, 10)])
    }

    @Test func betweenViewsAreEightPointsUnlessToldAndNoneBesideASpacer() {
        #expect(frames(VStack(block(10), block(10)), 100, 100).map(\.minY) == [36, 54])
        #expect(frames(VStack(spacing: 3, block(10), block(10)), 100, 100).map(\.minY) == [38.5, 51.5])
        #expect(frames(VStack(block(10), spacer, block(10)), 100, 100).map(\.minY) == [0, 10, 90])
        #expect(frames(VStack(spacing: 5, block(10), spacer, block(10)), 100, 100).map(\.minY) == [0, 15, 90])
    }

    /// SEEN-01: a column has no gap between two texts, also if they are in frames and undecorated stacks.
    @Test func betweenTwoTextsOfAColumnIsNoGap() {
        let line = text("a", size: 10)
        func gap(_ first: ViewNode, _ second: ViewNode) -> Double {
            let placed = layout(
                VStack(first, second), in: CGSize(width: 100, height: 100), measuring: Blocks(), at: .distantPast)
            return Double(placed.children[1].frame.minY - placed.children[0].frame.maxY)
        }
        #expect(gap(line, line) == 0)
        #expect(gap(line, line.frame(minWidth: 50)) == 0)
        #expect(gap(HStack(line, spacer, line), VStack(line, block(10))) == 0)
        #expect(gap(line, block(10)) == 8)
        #expect(gap(VStack(line, block(10)), line) == 8)
        #expect(gap(HStack(line, block(10)), line) == 8)
        #expect(gap(line, line.effect(.padding(EdgeInsetsNode(top: 1)))) == 8)
        #expect(gap(line, line.effect(.padding(EdgeInsetsNode(bottom: 1)))) == 0)
        #expect(gap(line, line.effect(.frame(FrameNode(width: 20, height: 20)))) == 8)
        #expect(frames(HStack(line, line), 100, 100).map(\.minX) == [36, 54], "a row keeps its eight points")
    }

    /// SwiftUI ignores a fixed length that is negative or not finite.
    @Test(arguments: [Double.infinity, -.infinity, .nan, -20]) func aFrameWithAnImpossibleLengthIsIgnored(length: Double) {
        let (wide, high) = (FrameNode(width: length, height: 20), FrameNode(width: 20, height: length))
        for view in [block(10), fill] {
            #expect(frames(view.effect(.frame(wide)), 100, 100) == frames(view.frame(height: 20), 100, 100))
            #expect(frames(view.effect(.frame(high)), 100, 100) == frames(view.frame(width: 20), 100, 100))
        }
        #expect((wide.ignoredLengths, high.ignoredLengths) == (["width: \(length)"], ["height: \(length)"]))
        #expect(FrameNode(width: 0, height: 20).ignoredLengths + FrameNode(maxWidth: .infinity).ignoredLengths == [])
    }

    /// The labels of an open ring are between its ends; its value is in the middle.
    @Test func theLabelsOfAnOpenRingAreInItsOpening() {
        let paint = Paint.color(ResolvedColor(red: 0, green: 0, blue: 0))
        func label(_ text: String) -> ViewNode {
            let run = TextRun(.string(text), font: ResolvedFont(size: 10), paint: paint)
            return ViewNode(.text(TextNode(runs: [run], lineLimit: 1, minimumScaleFactor: 0.5)))
        }
        func texts(minimum: ViewNode?, maximum: ViewNode?, side: Double = 58) -> [CGRect] {
            let gauge = GaugeNode(
                style: .accessoryCircular, fraction: 0.5, tint: paint, track: paint, label: label("km/h"),
                currentValueLabel: label("50"), minimumValueLabel: minimum, maximumValueLabel: maximum)
            let placed = layout(
                ViewNode(.gauge(gauge)), in: CGSize(width: side, height: side), measuring: ApproximateTextMeasuring(),
                at: .distantPast)
            var found: [CGRect] = []
            func note(_ node: LaidOutNode) { if case .content(.text) = node.kind { found.append(node.frame) } }
            placed.forEach(note)
            #expect(placed.truncatedTexts.isEmpty)
            return found
        }
        let limits = texts(minimum: label("0"), maximum: label("1000"))
        #expect(limits.count == 3 && abs(limits[0].midY - 29) < 0.5)
        #expect(limits[1].minX >= 14 && limits[1].maxX + 2 <= limits[2].minX && limits[2].maxX <= 44)
        #expect(limits[1...].allSatisfy { $0.minY > 40 && $0.maxY <= 58 })
        let small = texts(minimum: label("0"), maximum: label("1000"), side: 42)
        #expect(small[1...].map(\.width) == limits[1...].map(\.width), "a row may squeeze the gauge, not its labels")
        let unit = texts(minimum: nil, maximum: nil)
        #expect(unit.count == 2 && unit[1].minY > 40 && abs(unit[1].midX - 29) < 0.5)
    }

    @Test func aHigherPriorityTakesWhatTheOthersNeedNotHave() {
        let row = HStack(spacing: 0, fill.frame(minWidth: 30), fill.effect(.layoutPriority(1)))
        #expect(frames(row, 100, 10) == [rect(0, 0, 30, 10), rect(30, 0, 70, 10)])
    }

    @Test func emptyViewsTakeNoGap() {
        let empty = ViewNode(.empty, effects: [.padding(EdgeInsetsNode(top: 5))])
        #expect(frames(HStack(spacing: 10, block(10), empty, block(10)), 100, 10).map(\.minX) == [35, 55])
    }

    @Test(arguments: [(NodeAlignment.Vertical.top, [0, 0]), (.center, [10, 0]), (.bottom, [20, 0])])
    func aRowAlignsItsViews(alignment: NodeAlignment.Vertical, tops: [Double]) {
        let row = ViewNode(
            .stack(
                StackNode(
                    axis: .horizontal, alignment: NodeAlignment(vertical: alignment), children: [block(10, 10), block(10, 30)]))
        )
        #expect(frames(row, 100, 30).map { Double($0.minY) } == tops)
    }

    @Test func textsOfTwoSizesStandOnOneLine() throws {
        let row = ViewNode(
            .stack(
                StackNode(
                    axis: .horizontal, alignment: NodeAlignment(vertical: .firstTextBaseline),
                    children: [text("16:34", size: 30), text("Uhr", size: 10)])))
        let laidOut = layout(row, in: CGSize(width: 300, height: 100), measuring: ApproximateTextMeasuring(), at: .distantPast)
        let baselines = try laidOut.children.map { Double($0.frame.minY) + (try #require($0.text)).firstBaseline }
        #expect(abs(baselines[0] - baselines[1]) < 0.001)
    }

    @Test func aStackInDepthIsAsLargeAsItsLargestView() {
        let stack = ViewNode(
            .stack(
                StackNode(
                    axis: .depth, alignment: NodeAlignment(horizontal: .trailing, vertical: .bottom),
                    children: [block(40, 40), block(10, 10)])))
        #expect(frames(stack, 100, 100) == [rect(30, 30, 40, 40), rect(60, 60, 10, 10)])
    }

    // MARK: Frames, offsets and other modifiers

    @Test func aFixedFrameHoldsASmallerAndALargerView() {
        let small = block(20).frame(width: 100, height: 50, .topLeading)
        #expect(innermost(small, 200, 50).frame == rect(50, 0, 20, 10))
        let large = block(120).frame(width: 100, height: 10)
        let laidOut = layout(large, in: CGSize(width: 200, height: 10), measuring: Blocks(), at: .distantPast)
        #expect(laidOut.frame == rect(50, 0, 100, 10))
        #expect(laidOut.children[0].frame == rect(40, 0, 120, 10))
        #expect(laidOut.children[0].isTooLarge)
        #expect(!laidOut.isTooLarge)
    }

    @Test func aFlexibleFrameTakesAllItMay() {
        let wide = block(20).effect(.frame(FrameNode(maxWidth: .infinity, alignment: NodeAlignment(horizontal: .leading))))
        #expect(size(wide, ProposedSize(width: 200, height: 50)) == CGSize(width: 200, height: 10))
        #expect(size(wide, .unspecified) == CGSize(width: 20, height: 10))
        let capped = fill.effect(.frame(FrameNode(minWidth: 30, maxWidth: 90)))
        #expect([10, 60, 200].map { size(capped, ProposedSize(width: $0, height: 5)).width } == [30, 60, 90])
        let ideal = fill.effect(.frame(FrameNode(idealWidth: 44)))
        #expect(size(ideal, ProposedSize(height: 5)).width == 44)
        #expect(size(ideal, ProposedSize(width: 7, height: 5)).width == 7)
    }

    @Test func paddingIsTakenOffWhatIsOffered() {
        let padded = fill.effect(.padding(EdgeInsetsNode(top: 1, leading: 2, bottom: 3, trailing: 4)))
        #expect(innermost(padded, 100, 50).frame == rect(2, 1, 94, 46))
    }

    @Test func aRatioIsKeptInsideOrAround() {
        #expect(
            size(fill.effect(.aspectRatio(2, fill: false)), ProposedSize(width: 100, height: 100))
                == CGSize(width: 100, height: 50))
        #expect(
            size(fill.effect(.aspectRatio(2, fill: true)), ProposedSize(width: 100, height: 100))
                == CGSize(width: 200, height: 100))
        #expect(size(fill.effect(.aspectRatio(2, fill: false)), ProposedSize(height: 30)) == CGSize(width: 60, height: 30))
    }

    @Test func aFixedSizeIsTheIdealOne() {
        let title = text("two words", size: 10, lineLimit: nil).effect(.fixedSize(horizontal: true, vertical: false))
        #expect(size(title, ProposedSize(width: 10, height: 100), Blocks()).width == 90)
    }

    @Test func aBackgroundIsAsLargeAsWhatItIsBehindAndAddsNothing() {
        let view = block(30).effect(.padding(EdgeInsetsNode(top: 5, leading: 5, bottom: 5, trailing: 5)))
            .effect(.background(fill, .center)).effect(.overlay(block(50), NodeAlignment(horizontal: .trailing)))
        let laidOut = layout(view, in: CGSize(width: 100, height: 20), measuring: Blocks(), at: .distantPast)
        #expect(laidOut.frame == rect(30, 0, 40, 20))
        #expect(laidOut.children[1].frame == rect(20, 5, 50, 10))
        #expect(laidOut.children[0].children[1].frame == rect(30, 0, 40, 20))
    }

    @Test func anOffsetMovesWhatIsSeenAndNothingElse() {
        let row = HStack(spacing: 0, block(10).effect(.offset(x: 3, y: -2)), block(10))
        let laidOut = layout(row, in: CGSize(width: 20, height: 10), measuring: Blocks(), at: .distantPast)
        #expect(laidOut.children.map(\.frame) == [rect(0, 0, 10, 10), rect(10, 0, 10, 10)])
        #expect(laidOut.children[0].children[0].frame == rect(3, -2, 10, 10))
    }

    // MARK: Direction

    @Test func fromRightToLeftEverythingIsMirrored() {
        let row = HStack(spacing: 10, block(10).effect(.padding(EdgeInsetsNode(leading: 5))), spacer, block(20))
        for (direction, edges) in [(false, [5, 80]), (true, [85, 0])] {
            let leaves = leaves(row.effect(.layoutDirection(rightToLeft: direction)), 100, 10)
            #expect(leaves.filter { $0.frame.height > 0 }.map { Double($0.frame.minX) } == edges.map(Double.init))
            #expect(leaves.allSatisfy { $0.isRightToLeft == direction })
        }
    }

    @Test func aNumberPinnedLeftToRightStaysSoInsideAMirroredRow() {
        let pinned = HStack(spacing: 0, block(10), block(20)).effect(.layoutDirection(rightToLeft: false))
        let row = HStack(spacing: 0, pinned, spacer).effect(.layoutDirection(rightToLeft: true))
        let blocks = leaves(row, 100, 10).filter { $0.frame.height > 0 }
        #expect(blocks.map { Double($0.frame.minX) } == [70, 80])
    }

    // MARK: Text

    @Test func aTextTakesItsLinesAndIsCutWhereTheyDoNotFit() throws {
        // Nine letters of ten points, in lines of five: two lines, only one of which fits the height.
        let words = text("two words", size: 10, lineLimit: nil)
        let whole = try #require(leaves(words, 50, 100)[0].text)
        #expect((whole.lines, whole.isTruncated, whole.height) == (2, false, 40))
        let cut = layout(words, in: CGSize(width: 50, height: 39), measuring: Blocks(), at: .distantPast)
        #expect(cut.truncatedTexts.count == 1)
        #expect(cut.text?.lines == 1)
        let limited = text("two words", size: 10, lineLimit: 1)
        #expect(leaves(limited, 90, 20)[0].text?.isTruncated == false)
        #expect(leaves(limited, 89, 20)[0].text?.isTruncated == true)
    }

    @Test func aClockTakesThePlaceOfItsLongestTime() {
        let start = Date(timeIntervalSinceReferenceDate: 0)
        func clock(_ length: TimeInterval, at now: TimeInterval) -> CGFloat {
            let run = TextRun(
                .timer(start...(start + length), pauseTime: nil, countsDown: true, showsHours: true),
                font: ResolvedFont(size: 10),
                paint: .color(.init(red: 0, green: 0, blue: 0)))
            return sizeThatFits(.unspecified, ViewNode(.text(TextNode(runs: [run]))), measuring: Blocks(), at: start + now)
                .width
        }
        #expect([0, 300, 599, 900].map { clock(600, at: $0) } == [50, 50, 50, 50])
        #expect(clock(3_600, at: 3_599) == 70)
        // A countdown to a day after the activity's end: 8:00:00 has seven characters, 150:00:00 nine.
        let hour = 3_600.0
        #expect([0, 49, 51, 141, 143].map { clock(150 * hour, at: $0 * hour) } == [90, 90, 80, 70, 70])
        #expect(clock(8.5 * hour, at: 0) == 70)
    }

    /// SEEN-02: a timer takes the offered width, a paused one too; a text with the same letters does not.
    @Test func aClockTakesAllTheWidthThatItIsOffered() {
        let start = Date(timeIntervalSinceReferenceDate: 0)
        func width(_ content: TextRun.Content, _ offered: Double?) -> Double {
            let run = TextRun(content, font: ResolvedFont(size: 10), paint: .color(.init(red: 0, green: 0, blue: 0)))
            let node = ViewNode(.text(TextNode(runs: [run])))
            return Double(sizeThatFits(ProposedSize(width: offered), node, measuring: Blocks(), at: start).width)
        }
        let timer = TextRun.Content.timer(start...(start + 600), pauseTime: start, countsDown: true, showsHours: true)
        #expect([nil, 0, 40, 50, 200].map { width(timer, $0) } == [50, 0, 40, 50, 200])
        #expect(width(.date(start, style: .relative), 300) == 300)
        #expect(width(.date(start, style: .time), 300) < 300)
        #expect(width(.string("10:00"), 300) == 50)
    }

    // MARK: GeometryReader

    @Test func aReaderTakesAllAndToldItsSizeAfterwards() {
        let reader = ViewNode(.geometry(width: 0, height: 0, content: ViewNode(.empty)))
        let column = VStack(spacing: 0, block(10), HStack(spacing: 0, reader, block(30)).frame(height: 20), reader)
        let laidOut = layout(column, in: CGSize(width: 100, height: 100), measuring: Blocks(), at: .distantPast)
        #expect(laidOut.geometryFrames == [rect(0, 10, 70, 20), rect(0, 30, 100, 70)])
        let filled = ViewNode(.geometry(width: 80, height: 40, content: fill.frame(width: 40, height: 4)))
        #expect(innermost(filled, 80, 40).frame == rect(0, 0, 40, 4))
    }

    // MARK: Controls

    @Test func aButtonHasRoomAroundItsLabelAndAPlainOneHasNone() {
        func button(_ style: ControlNode.Style) -> ViewNode {
            ViewNode(
                .control(
                    ControlNode(
                        kind: .button(action: nil), style: style, tint: .color(.init(red: 1, green: 0, blue: 0)),
                        label: block(40))))
        }
        #expect(size(button(.bordered), .unspecified) == CGSize(width: 64, height: 24))
        #expect(size(button(.plain), .unspecified) == CGSize(width: 40, height: 10))
    }
}

// MARK: - Short constructors of nodes

private func HStack(spacing: Double? = nil, _ children: ViewNode...) -> ViewNode {
    ViewNode(.stack(StackNode(axis: .horizontal, spacing: spacing, children: children)))
}
private func VStack(spacing: Double? = nil, _ children: ViewNode...) -> ViewNode {
    ViewNode(.stack(StackNode(axis: .vertical, spacing: spacing, children: children)))
}
private let fill = ViewNode(.paint(.color(ResolvedColor(red: 0, green: 0, blue: 0))))
private let spacer = ViewNode(.spacer(minLength: nil))
private func block(_ width: Double, _ height: Double = 10) -> ViewNode { fill.frame(width: width, height: height) }
private func text(_ string: String, size: Double, lineLimit: Int? = nil) -> ViewNode {
    let run = TextRun(.string(string), font: ResolvedFont(size: size), paint: .color(ResolvedColor(red: 0, green: 0, blue: 0)))
    return ViewNode(.text(TextNode(runs: [run], lineLimit: lineLimit)))
}

extension ViewNode {
    fileprivate func effect(_ effect: ViewEffect) -> ViewNode { ViewNode(content, effects: effects + [effect]) }

    fileprivate func frame(
        width: Double? = nil, height: Double? = nil, minWidth: Double? = nil, _ corner: Corner = .center
    ) -> ViewNode {
        let alignment = corner == .center ? NodeAlignment() : NodeAlignment(horizontal: .leading, vertical: .top)
        return effect(
            .frame(
                FrameNode(
                    minWidth: width ?? minWidth, idealWidth: width, maxWidth: width, minHeight: height, idealHeight: height,
                    maxHeight: height, alignment: alignment)))
    }
    fileprivate enum Corner { case center, topLeading }
}

private func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> CGRect {
    CGRect(x: x, y: y, width: width, height: height)
}
private func frames(_ stack: ViewNode, _ width: Double, _ height: Double) -> [CGRect] {
    layout(stack, in: CGSize(width: width, height: height), measuring: Blocks(), at: .distantPast).children.map(\.frame)
}
private func leaves(_ node: ViewNode, _ width: Double, _ height: Double) -> [LaidOutNode] {
    var leaves: [LaidOutNode] = []
    func collect(_ node: LaidOutNode) { if node.children.isEmpty { leaves.append(node) } }
    layout(node, in: CGSize(width: width, height: height), measuring: Blocks(), at: .distantPast).forEach(collect)
    return leaves
}
private func innermost(_ node: ViewNode, _ width: Double, _ height: Double) -> LaidOutNode { leaves(node, width, height)[0] }
private func size(_ node: ViewNode, _ proposal: ProposedSize, _ measuring: any TextMeasuring = Blocks()) -> CGSize {
    sizeThatFits(proposal, node, measuring: measuring, at: .distantPast)
}

/// Every letter is ten points wide and twenty high; lines break anywhere.
private struct Blocks: TextMeasuring {
    func measure(_ text: TextNode, at now: Date, width: Double?, height: Double?) -> MeasuredText {
        let letters = text.runs.reduce(0) { $0 + $1.content.string(at: now, locale: "en").count }
        let perLine = max(1, Int((width ?? .infinity).isFinite ? (width ?? 0) / 10 : 1e6))
        let needed = max(1, (letters + perLine - 1) / perLine)
        let lines = min(needed, text.lineLimit ?? .max, max(1, Int(min((height ?? 1e6) / 20, 1e6))))
        return MeasuredText(
            width: Double(min(letters, perLine)) * 10, height: Double(lines) * 20, firstBaseline: 15,
            lastBaseline: Double(lines) * 20 - 5, lines: lines, isTruncated: lines < needed, scale: 1)
    }
}
