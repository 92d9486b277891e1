import Foundation
import LiveActivityTesting
import LiveActivityViewTree
import Testing

/// The layout of any tree terminates, with frames that can be drawn.
@Suite struct LayoutLimitsTests {
    @Test func aTreeThatIsTooDeepIsCut() {
        func nested(_ depth: Int) -> ViewNode {
            (0..<depth).reduce(leaf) { inner, _ in ViewNode(.stack(StackNode(axis: .vertical, children: [inner]))) }
        }
        #expect(!isCut(nested(LayoutLimits.depth - 2)))
        #expect(isCut(nested(LayoutLimits.depth + 1)))
        let effects = Array(repeating: ViewEffect.padding(EdgeInsetsNode(top: 0.1)), count: LayoutLimits.depth + 1)
        #expect(isCut(ViewNode(leaf.content, effects: effects)))
    }

    @Test func aGridOfAnyNumberOfColumnsIsLaidOut() {
        for columns in [Int.min, -1, 0, 1, LayoutLimits.nodes, Int.max] {
            let cells = [GridNode.Cell(leaf), GridNode.Cell(leaf, columns: columns), GridNode.Cell(leaf, columns: columns)]
            expectFinite(laidOut(ViewNode(.grid(GridNode(rows: [GridNode.Row(cells: cells)])))))
        }
    }

    @Test func aTreeThatIsTooLargeIsCut() {
        func row(_ count: Int) -> ViewNode {
            ViewNode(.stack(StackNode(axis: .depth, children: Array(repeating: leaf, count: count))))
        }
        #expect(!isCut(row(LayoutLimits.nodes - 1)))
        #expect(isCut(row(LayoutLimits.nodes + 1)))
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, -1, 1e300, -0.0])
    func aLengthThatIsNoneBreaksNothing(length: Double) {
        let insets = EdgeInsetsNode(top: length, leading: length, bottom: length, trailing: length)
        let frame = FrameNode(minWidth: length, idealWidth: length, maxWidth: length, minHeight: length, maxHeight: length)
        let effects: [ViewEffect] = [
            .padding(insets), .frame(frame), .offset(x: length, y: length), .position(x: length, y: length),
            .aspectRatio(length, fill: true), .layoutPriority(length), .zIndex(length),
            .alignmentGuide(.center, isHorizontal: true, at: GuideNode(offset: length)),
        ]
        var font = ResolvedFont(size: length)
        font.leading = length
        let run = TextRun(.string("a b"), font: font, paint: black, tracking: length, baselineOffset: length)
        let texts = TextNode(runs: [run], minimumScaleFactor: length, lineSpacing: length)
        for effect in effects {
            for content in [ViewNode.Content.text(texts), leaf.content, .spacer(minLength: length)] {
                let inner = ViewNode(content, effects: [effect, effect])
                let stack = StackNode(axis: .horizontal, spacing: length, children: [inner, leaf, inner])
                expectFinite(laidOut(ViewNode(.stack(stack), effects: [effect])))
            }
        }
        expectFinite(
            layout(leaf, in: CGSize(width: length, height: length), measuring: ApproximateTextMeasuring(), at: .distantPast))
    }

    /// Each of the views proposes two other sizes to the one inside it.
    @Test(.timeLimit(.minutes(5))) func viewsThatMultiplyProposalsAreCut() {
        func text(_ words: String) -> ViewNode {
            ViewNode(.text(TextNode(runs: [TextRun(.string(words), font: ResolvedFont(size: 17), paint: black)])))
        }
        func nested(_ depth: Int) -> ViewNode {
            (0..<depth).reduce(text("some words here that wrap")) { inner, level in
                let axis: StackNode.Axis = level.isMultiple(of: 2) ? .horizontal : .vertical
                let stack = StackNode(axis: axis, children: [text("left words to wrap"), inner, text("right")])
                return ViewNode(.stack(stack), effects: [.aspectRatio(nil, fill: false)])
            }
        }
        #expect(!isCut(nested(6)))
        let deep = laidOut(nested(40))
        let isDeepCut = deep.isCut
        #expect(isDeepCut)
        expectFinite(deep)
    }

    @Test(.timeLimit(.minutes(5))) func aGridOfThousandsOfColumnsIsLaidOut() {
        let row = GridNode.Row(cells: (0..<3_000).map { _ in GridNode.Cell(leaf) })
        let grid = ViewNode(.grid(GridNode(rows: [row, row, row])))
        #expect(!isCut(ViewNode(.stack(StackNode(axis: .vertical, children: [leaf, grid, leaf])))))
    }

    /// As of an arrival that is computed with a speed of zero.
    @Test func aDateThatIsNotANumberIsShownAsNow() {
        let (now, never) = (Date(timeIntervalSinceReferenceDate: 0), Date(timeIntervalSinceReferenceDate: .nan))
        let contents: [TextRun.Content] = [
            .date(never, style: .timer), .date(never, style: .relative), .date(never, style: .offset),
            .timer(now...never, pauseTime: nil, countsDown: true, showsHours: true),
            .timer(now...now, pauseTime: never, countsDown: false, showsHours: true),
        ]
        #expect(
            contents.map { $0.string(at: now, locale: "en") } == ["0:00", "0 sec", "+0 seconds", "0:00", "0:00"])
        for content in contents + [.date(never, style: .date), .date(never, style: .time)] {
            let run = TextRun(content, font: ResolvedFont(size: 17), paint: black)
            expectFinite(
                laidOut(
                    ViewNode(.stack(StackNode(axis: .horizontal, children: [ViewNode(.text(TextNode(runs: [run]))), leaf])))))
        }
    }

    @Test func randomTreesAlwaysHaveAPlace() {
        for seed in UInt64(0)..<300 {
            var random = SeededGenerator(seed: seed)
            let tree = randomTree(6, &random)
            let first = laidOut(tree)
            expectFinite(first, "seed \(seed)")
            let isSame = first == laidOut(tree)
            #expect(isSame, "seed \(seed)")
        }
    }

    @Test(arguments: [
        "", " ", "\n\n", "👨‍👩‍👧‍👦👨‍👩‍👧‍👦", String(repeating: "wide ", count: 2_000), String(repeating: "x", count: 10_000), "\u{202E}abc\0",
    ])
    func anyTextHasASizeInsideWhatItIsOffered(string: String) {
        let run = TextRun(.string(string), font: ResolvedFont(size: 17), paint: black)
        for scale in [1, 0.5] {
            let text = TextNode(runs: [run], lineLimit: 2, minimumScaleFactor: scale)
            let measured = ApproximateTextMeasuring().measure(text, at: .distantPast, width: 100, height: nil)
            #expect(measured.width <= 100.1 && measured.height <= 41 && measured.scale >= scale)
        }
    }
}

private let black = Paint.color(ResolvedColor(red: 0, green: 0, blue: 0))
private let leaf = ViewNode(.paint(black))

private func laidOut(_ node: ViewNode) -> LaidOutNode {
    layout(node, in: CGSize(width: 371, height: 160), measuring: ApproximateTextMeasuring(), at: .distantPast)
}

private func isCut(_ node: ViewNode) -> Bool { laidOut(node).isCut }

private func expectFinite(_ node: LaidOutNode, _ what: String = "") {
    func check(_ node: LaidOutNode) {
        let sides = [node.frame.minX, node.frame.minY, node.frame.width, node.frame.height].map(Double.init)
        #expect(sides.allSatisfy { $0.isFinite && abs($0) <= LayoutLimits.side }, "\(what): \(node.frame)")
    }
    node.forEach(check)
}

private func randomTree(_ depth: Int, _ random: inout SeededGenerator) -> ViewNode {
    func length(_ random: inout SeededGenerator) -> Double? {
        [nil, 0, 5, 44, 371, .infinity].randomElement(using: &random) ?? nil
    }
    var node: ViewNode
    switch depth == 0 ? Int.random(in: 0..<4, using: &random) : Int.random(in: 0..<9, using: &random) {
    case 0: node = leaf
    case 1:
        let words = String(repeating: "word ", count: Int.random(in: 0..<20, using: &random))
        let run = TextRun(.string(words), font: ResolvedFont(size: 15), paint: black)
        node = ViewNode(.text(TextNode(runs: [run], lineLimit: [nil, 1, 2].randomElement(using: &random) ?? nil)))
    case 2: node = ViewNode(.spacer(minLength: length(&random)))
    case 3: node = ViewNode(.shape(ShapeNode(.circle, paint: black)))
    default:
        let axis: StackNode.Axis = [.horizontal, .vertical, .depth].randomElement(using: &random) ?? .depth
        let alignment = NodeAlignment(
            horizontal: [.leading, .center, .trailing].randomElement(using: &random) ?? .center,
            vertical: [.top, .center, .bottom, .firstTextBaseline, .lastTextBaseline].randomElement(using: &random) ?? .center)
        var children: [ViewNode] = []
        for _ in 0..<Int.random(in: 0..<5, using: &random) { children.append(randomTree(depth - 1, &random)) }
        node = ViewNode(.stack(StackNode(axis: axis, alignment: alignment, spacing: length(&random), children: children)))
    }
    for _ in 0..<Int.random(in: 0..<3, using: &random) {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: node.effects.append(.padding(EdgeInsetsNode(top: length(&random) ?? 3, leading: 4)))
        case 1:
            node.effects.append(
                .frame(FrameNode(minWidth: length(&random), maxWidth: length(&random), maxHeight: length(&random))))
        case 2: node.effects.append(.fixedSize(horizontal: .random(using: &random), vertical: .random(using: &random)))
        case 3: node.effects.append(.aspectRatio(length(&random), fill: .random(using: &random)))
        case 4: node.effects.append(.background(randomTree(0, &random), .center))
        default: node.effects.append(.layoutDirection(rightToLeft: .random(using: &random)))
        }
    }
    return node
}
