#if Preview
import Foundation
import LiveActivityPreview
import LiveActivitySurfaces
import Synchronization
import Testing

/// Properties of every picture, whatever its content.
@Suite struct PictureTests {
    @Test func theSameTreeGivesTheSameBytes() {
        let specimen = Specimen.all.first { $0.name == "effects" } ?? Specimen.all[0]
        let isSamePNG = specimen.picture.png(scale: 1) == specimen.picture.png(scale: 1)
        #expect(isSamePNG)
        let isSame = specimen.picture.svg() == specimen.picture.svg()
        #expect(isSame)
    }

    /// Threads draw at once, and in another order.
    @Test func picturesDrawnAtOnceAreThoseDrawnOneByOne() async {
        let pictures = Specimen.all.map(\.picture)
        let alone = pictures.map { $0.png(scale: 1) }
        let together = await withTaskGroup(of: (Int, [UInt8]).self) { group in
            for number in 0..<4 * pictures.count {
                let index = number * 7 % pictures.count
                group.addTask { (index, pictures[index].png(scale: 1)) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(together.count == 4 * pictures.count && together.allSatisfy { alone[$0.0] == $0.1 })
    }

    @Test(arguments: [(1.0, 240), (2, 480), (3, 720)]) func aPointIsAsManyPixelsAsAskedFor(scale: Double, width: Int) throws {
        let read = try #require(PNG.decode(Specimen.all[0].picture.png(scale: scale)))
        #expect(read.width == width)
    }

    @Test func whatIsDrawnBeyondTheEdgeIsNotSeen() {
        // Twice as large as its frame, moved and rotated: outside of the clip nothing is drawn.
        let wild = ViewNode.shape(.rectangle, .orange).effect(.scale(x: 9, y: 9, anchor: UnitPointNode(x: 0.5, y: 0.5)))
            .effect(.rotation(degrees: 30, anchor: UnitPointNode(x: 0, y: 0))).effect(
                .shadow(ResolvedColor(red: 1, green: 0, blue: 0), radius: 30, x: 5, y: 5))
        let inner = CGRect(x: 0, y: 0, width: 20, height: 20)
        let node = layout(wild, in: inner.size, measuring: PangoTextMeasuring(), at: Specimen.now)
        let layer = Picture.Layer(node, bounds: inner, at: CGPoint(x: 10, y: 10), clip: .rectangle)
        let picture = Picture(size: CGSize(width: 40, height: 40), layers: [layer], at: Specimen.now).pixels()
        for y in 0..<40 {
            for x in 0..<40 {
                let isInside = (10..<30).contains(x) && (10..<30).contains(y)
                let alpha = picture.bytes[(y * 40 + x) * 4 + 3]
                if !isInside { #expect(alpha == 0, "\(x), \(y)") }
            }
        }
        #expect(picture.bytes[(20 * 40 + 20) * 4 + 3] == 255)
    }

    /// Sizes, texts and images that no app should use must still give a picture.
    @Test(arguments: [Double.nan, .infinity, -5, 1e9]) func nothingStopsAPicture(length: Double) {
        let size = CGSize(width: 60, height: 40)
        let effects: [ViewEffect] = [
            .shadow(ResolvedColor(red: length, green: 0, blue: 0), radius: length, x: length, y: length), .blur(radius: length),
            .rotation(degrees: length, anchor: UnitPointNode(x: length, y: length)),
            .scale(x: length, y: length, anchor: UnitPointNode(x: 0, y: 0)),
            .opacity(length), .saturation(length), .hueRotation(degrees: length), .offset(x: length, y: length),
        ]
        let outlines: [ShapeNode.Outline] = [
            .roundedRectangle(width: length, height: length, isContinuous: true), .inset(.capsule, by: length),
            .trimmed(.circle, from: length, to: length), .rotated(.circle, degrees: length),
            .scaled(.circle, x: length, y: length),
            .path([.move(x: length, y: 0), .line(x: 5, y: length), .close], width: length, height: 1),
        ]
        for effect in effects {
            #expect(!Picture(ViewNode.text("abc", size: 12).effect(effect), size: size, at: Specimen.now).png(scale: 1).isEmpty)
        }
        for outline in outlines {
            let stroke = StrokeStyleNode(lineWidth: length, dash: [length, 0], dashPhase: length)
            for node in [ViewNode.shape(outline, .orange), .shape(outline, .orange, stroke)] {
                #expect(!Picture(node, size: size, at: Specimen.now).png(scale: 1).isEmpty)
            }
        }
        #expect(
            !Picture(.text("abc", size: length), size: CGSize(width: length, height: length), at: Specimen.now).png(
                scale: length
            ).isEmpty)
    }

    /// Cairo draws nothing more after a matrix that has no inverse, and needs minutes for a large arc.
    @Test(.timeLimit(.minutes(5)), arguments: [1e300, -1e300, 1e-200, 1e40, 1e9])
    func anExtremeLengthLeavesTheRestOfThePictureAsItIs(length: Double) {
        let outlines: [ShapeNode.Outline] = [
            .scaled(.circle, x: length, y: length), .scaled(.scaled(.circle, x: length, y: 1), x: length, y: length),
            .inset(.circle, by: length), .offset(.circle, x: length, y: length),
            .inset(.inset(.ellipse, by: length), by: length),
            .path([.move(x: 1, y: 0), .line(x: 5, y: 5), .close], width: length, height: length),
        ]
        var wild: [ViewNode] = []
        for outline in outlines {
            wild.append(.shape(outline, .blue))
            wild.append(.shape(outline, .blue, StrokeStyleNode(lineWidth: 1, dash: [1 / length, 1 / length])))
        }
        let anchor = UnitPointNode(x: 0.5, y: 0.5)
        wild.append(.shape(.circle, .blue).effect(.scale(x: length, y: length, anchor: anchor)))
        wild.append((0..<30).reduce(.shape(.circle, .blue)) { node, _ in node.effect(.scale(x: 100, y: 100, anchor: anchor)) })
        wild.append(.shape(.circle, .blue).effect(.frame(FrameNode(minWidth: length, maxWidth: length))))
        let last = ViewNode.shape(.rectangle, .orange)
        func pixels(_ views: ViewNode...) -> [UInt8] {
            let stack = ViewNode(.stack(StackNode(axis: .depth, children: views)))
            return Picture(stack, size: CGSize(width: 30, height: 20), at: Specimen.now).pixels().bytes
        }
        for node in wild {
            let isDrawn = pixels(node, last) == pixels(last)
            #expect(isDrawn, "\(node)")
        }
    }

    @Test(arguments: ["", "\0", "\n", String(repeating: "long ", count: 2_000), "👨‍👩‍👧‍👦👨‍👩‍👧‍👦", "\u{202E}abc", "../../etc/passwd"])
    func anyTextAndAnyImageNameGivesAPicture(string: String) {
        let column = ViewNode.column(.text(string, size: 17, lineLimit: 2), ViewNode(.image(.symbol(string, 17, .blue))))
        #expect(!Picture(column, size: CGSize(width: 100, height: 60), at: Specimen.now).png(scale: 1).isEmpty)
        #expect(!SystemImages.isMapped(string))
    }

    @Test func realFontsAgreeWithTheRuleOfThumb() throws {
        let text = TextNode(runs: [
            TextRun(.string("Arrives in 12 min"), font: ResolvedFont(size: 17, weight: 600), paint: .white)
        ])
        let (real, rough) = (
            PangoTextMeasuring().measure(text, at: Specimen.now, width: nil, height: nil),
            ApproximateTextMeasuring().measure(text, at: Specimen.now, width: nil, height: nil)
        )
        #expect(real.height == rough.height && real.firstBaseline == rough.firstBaseline)
        #expect(abs(real.width / rough.width - 1) < 0.05)
    }

    @Test func anImageWithoutANameIsNothing() {
        let size = CGSize(width: 30, height: 30)
        func picture(_ name: String) -> Picture {
            let image = ViewNode(.image(.symbol(name, 20, .orange)))
            return Picture(image, size: size, at: Specimen.now)
        }
        #expect(picture("").pixels().bytes.allSatisfy { $0 == 0 })
        #expect(picture("no.such.symbol").pixels().bytes.contains { $0 != 0 })
    }

    @Test func everyMappedSymbolHasItsIcon() throws {
        try requireResources()
        #expect(SystemImages.names.filter { !PreviewResources.canDraw($0) } == [])
        #expect(SystemImages.names.count > 900)
    }

    /// A symbol in a shape without an icon of its own is composed, and does not have the icon of the symbol alone.
    @Test func aSymbolInAShapeKeepsTheShape() {
        let lost = SystemImages.names.filter { name in
            let parts = name.split(separator: ".").filter { $0 != "fill" }
            guard let last = parts.last, parts.count > 1, ["circle", "square", "slash"].contains(last),
                let drawing = SystemImages.drawing(of: name), drawing.enclosure == nil, !drawing.isSlashed
            else { return false }
            let bases = [parts.dropLast(), parts.dropLast() + ["fill"]].map { $0.joined(separator: ".") }
            return bases.contains { SystemImages.drawing(of: $0)?.icon == drawing.icon }
        }
        #expect(lost == [])
        #expect(SystemImages.drawing(of: "trophy.circle.fill")?.enclosure == .circle)
        #expect(SystemImages.drawing(of: "flag.slash")?.isSlashed == true)
    }

    /// Neither collection has these, so they are drawn by paths of this package.
    @Test(arguments: [
        "carrot", "carrot.fill", "frying.pan", "frying.pan.fill", "zzz", "circle.dashed", "circle.dotted", "iphone",
        "rectangle.portrait", "capsule", "capsule.fill", "oval", "square.dashed",
    ])
    func aSymbolThatTheCollectionsLackHasAPathOfItsOwn(name: String) throws {
        let icon = try #require(SystemImages.drawing(of: name)?.icon)
        let isPath = if case .path = icon { true } else { false }
        #expect(isPath && PreviewResources.canDraw(name))
    }

    /// A wide icon would show another object: a phone would be a tablet.
    @Test(arguments: ["iphone", "chevron.right"]) func aNarrowSymbolIsNotStretched(name: String) throws {
        try requireResources()
        let size = CGSize(width: 96, height: 96)
        let pixels = Picture(ViewNode(.image(.symbol(name, 80, .orange))), size: size, at: Specimen.now).pixels()
        let drawn = pixels.bytes.indices.filter { $0 % 4 == 3 && pixels.bytes[$0] > 128 }.map { $0 / 4 }
        let (columns, rows) = (drawn.map { $0 % pixels.width }, drawn.map { $0 / pixels.width })
        let width = try #require(columns.max()) - #require(columns.min())
        let height = try #require(rows.max()) - #require(rows.min())
        #expect(Double(width) < 0.75 * Double(height))
    }

    /// The captions of narrow images are wider than the images.
    @Test func captionsOfASheetDoNotOverlap() {
        let narrow = Picture(size: CGSize(width: 40, height: 40), layers: [], at: Specimen.now)
        let names = (1...20).map { "expanded · compact.iPhone393 · light · \($0)" }
        let captions = ContactSheet(title: "", names.map { ($0, narrow) }).picture(at: Specimen.now).layers.dropFirst()
            .map { CGRect(origin: $0.origin, size: $0.bounds.size) }
        #expect(captions.count == 20)
        for (left, right) in zip(captions, captions.dropFirst()) where left.minY == right.minY {
            #expect(left.maxX + 20 < right.minX)
        }
        #expect(captions.allSatisfy { $0.maxX <= 1_200 - 28 })
    }

    /// Regression: Cairo keeps at most ten files of fonts open, and closed one that another thread was about to use.
    @Test func textsOfManyFontsAreMeasuredOnSeveralThreads() {
        let words = ["Wiggle", "مطعم", "מסעדה", "मसाला", "ร้าน", "レストラン", "식당", "餐厅", "ταβέρνα", "🍕🚶"]
        let designs: [ResolvedFont.Design] = [.default, .serif, .monospaced, .rounded]
        let counts = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 4_000) { number in
            let font = ResolvedFont(
                size: Double(10 + number % 37), weight: 100 + number % 9 * 100, design: designs[number / 9 % designs.count],
                isItalic: number % 2 == 0)
            let text = TextNode(runs: [TextRun(.string(words[number % words.count] + "\(number)"), font: font, paint: .white)])
            let measured = PangoTextMeasuring().measure(text, at: Specimen.now, width: nil, height: nil)
            if measured.width > 0 { counts.withLock { $0 += 1 } }
            if number.isMultiple(of: 100) { _ = Specimen.all[number / 100 % Specimen.all.count].picture.png(scale: 1) }
        }
        #expect(counts.withLock(\.self) == 4_000)
    }

    @Test func onlyTheFontsOfTheProjectAreUsed() {
        // A font family that the system may have, but that is not searched, changes nothing.
        func width(_ family: String?) -> Double {
            let font = ResolvedFont(family: family, size: 17)
            let text = TextNode(runs: [TextRun(.string("Wiggle"), font: font, paint: .white)])
            return PangoTextMeasuring().measure(text, at: Specimen.now, width: nil, height: nil).width
        }
        #expect(width("DejaVu Serif") == width("No Such Family"))
    }
}
#endif
