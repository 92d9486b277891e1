import Foundation
import LiveActivityUI
import SwiftUI
import Testing

/// A ring that an app draws itself, with a rotated mark and a symbol.
private struct Ring: View {
    let share: Double

    var body: some View {
        Canvas { context, size in
            let center = CGPoint(x: size.width / 2, y: size.height / 2)
            let ring = Path(ellipseIn: CGRect(x: center.x - 20, y: center.y - 20, width: 40, height: 40))
            context.stroke(ring, with: .color(.gray), lineWidth: 4)
            context.drawLayer { layer in
                layer.translateBy(x: center.x, y: center.y)
                layer.rotate(by: .degrees(90))
                layer.scaleBy(x: 2, y: 2)
                layer.fill(Path(CGRect(x: 0, y: 0, width: 10, height: 4)), with: .color(.red))
            }
            context.opacity = 0.5
            context.draw(Text("\(Int(share * 100)) %"), at: center)
            if let flag = context.resolveSymbol(id: "flag") { context.draw(flag, at: .zero, anchor: .topLeading) }
            #expect(context.resolveSymbol(id: "other") == nil)
        } symbols: {
            Text("Start").tag("start")
            Image(systemName: "flag").tag("flag")
        }
        .frame(width: 100, height: 60)
    }
}

/// Arranges views in lines, as many apps arrange labels.
private struct FlowLayout: Layout {
    var spacing: CGFloat = 10

    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) -> CGSize {
        let places = arranged(subviews, in: proposal.width ?? .infinity)
        return CGSize(width: places.map(\.maxX).max() ?? 0, height: places.map(\.maxY).max() ?? 0)
    }

    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) {
        for (place, subview) in zip(arranged(subviews, in: bounds.width), subviews) {
            subview.place(at: CGPoint(x: bounds.minX + place.minX, y: bounds.minY + place.minY), proposal: .unspecified)
        }
    }

    private func arranged(_ subviews: Subviews, in width: CGFloat) -> [CGRect] {
        var (x, y, height): (CGFloat, CGFloat, CGFloat) = (0, 0, 0)
        return subviews.map { subview in
            let size = subview.sizeThatFits(.unspecified)
            if x + size.width > width || subview[BeginsLine.self] { (x, y, height) = (0, y + height + spacing, 0) }
            defer { (x, height) = (x + size.width + spacing, max(height, size.height)) }
            return CGRect(x: x, y: y, width: size.width, height: size.height)
        }
    }
}

private struct BeginsLine: LayoutValueKey {
    static let defaultValue = false
}

@Suite struct CanvasTests {
    private func laidOut(_ view: some View) throws -> LaidOutNode {
        var environment = EnvironmentValues()
        environment.containerSize = CGSize(width: 200, height: 100)
        let node = try ViewNode(resolving: view, in: environment)
        return layout(node, in: environment.containerSize, measuring: ApproximateTextMeasuring(), at: environment.now)
    }

    /// The visible parts of a view in drawing order, with their bounds on the surface.
    private func parts(_ view: some View) throws -> [String] {
        var found: [String] = []
        func numbers(_ rect: CGRect) -> String {
            [rect.minX, rect.minY, rect.maxX, rect.maxY].map { "\(Int($0.rounded()))" }.joined(separator: " ")
        }
        func note(_ node: LaidOutNode) {
            guard case .content(let content) = node.kind else { return }
            switch content {
            case .shape(let shape):
                guard case .path(let elements, _, _) = shape.outline else {
                    return found.append("shape \(numbers(node.frame))")
                }
                let path = Path { $0.addLines(elements.compactMap(\.end)) }
                let box = path.offsetBy(dx: node.frame.minX, dy: node.frame.minY).boundingRect
                found.append("\(shape.stroke.map { "line \($0.lineWidth)" } ?? "fill") \(numbers(box))")
            case .text: found.append("text around \(Int(node.frame.midX.rounded())) \(Int(node.frame.midY.rounded()))")
            case .image: found.append("image from \(Int(node.frame.minX.rounded())) \(Int(node.frame.minY.rounded()))")
            case .paint: found.append("paint \(numbers(node.frame))")
            default: break
            }
        }
        try laidOut(view).forEach(note)
        return found
    }

    @Test func whatAClosureDrawsIsPartOfTheTree() throws {
        // The canvas is in the middle of the surface, from (50, 20) to (150, 80). The mark of 10 by 4 is rotated and doubled in
        // size.
        #expect(
            try parts(Ring(share: 0.5)) == [
                "line 4.0 80 30 120 70", "fill 92 50 100 70", "text around 100 50", "image from 50 20",
            ])
    }

    @Test func aClipAndATransformOfACopyEndWithIt() throws {
        let picture = Canvas { context, size in
            var copy = context
            copy.clip(to: Path(CGRect(x: 0, y: 0, width: 5, height: 5)))
            copy.translateBy(x: 3, y: 0)
            copy.fill(Path(CGRect(x: 0, y: 0, width: 10, height: 10)), with: .color(.red))
            context.fill(Path(CGRect(x: 0, y: 0, width: 10, height: 10)), with: .style(.blue.gradient))
            #expect(copy.clipBoundingRect == CGRect(x: 0, y: 0, width: 5, height: 5))
            #expect(context.clipBoundingRect == CGRect(x: 0, y: 0, width: 20, height: 10))
        }
        .frame(width: 20, height: 10)
        #expect(try parts(picture) == ["fill 93 45 103 55", "fill 90 45 100 55"])
    }

    @Test func anArrangementOfAnAppPlacesItsViews() throws {
        func box(_ width: CGFloat) -> some View { Rectangle().frame(width: width, height: 20) }
        let lines = FlowLayout {
            box(80)
            box(60)
            ForEach([70, 40], id: \.self) { box(CGFloat($0)) }
            box(30).layoutValue(key: BeginsLine.self, value: true)
        }
        .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading)
        // The layout is as wide as its longest line.
        #expect(
            try parts(lines) == [
                "shape 0 0 80 20", "shape 90 0 150 20", "shape 0 30 70 50", "shape 80 30 120 50", "shape 0 60 30 80",
            ])
        // In a narrower frame the layout breaks lines at the frame's edge, and gets the height that it then needs.
        let narrow = FlowLayout(spacing: 0) {
            box(60)
            box(60)
        }
        .frame(width: 100, height: 100)
        #expect(try parts(narrow) == ["shape 50 40 110 60", "shape 50 60 110 80"])
    }

    @Test func oneOfTwoArrangementsIsChosen() throws {
        func shown(_ isWide: Bool) throws -> [String] {
            let layout = isWide ? AnyLayout(HStackLayout(spacing: 0)) : AnyLayout(VStackLayout(spacing: 0))
            return try parts(
                layout {
                    Rectangle().frame(width: 10, height: 10)
                    Rectangle().frame(width: 10, height: 10)
                })
        }
        #expect(try shown(true) == ["shape 90 45 100 55", "shape 100 45 110 55"])
        #expect(try shown(false) == ["shape 95 40 105 50", "shape 95 50 105 60"])
    }

    @Test func aMeshIsAnImageOfItsColors() throws {
        let mesh = MeshGradient(
            width: 2, height: 2, points: [[0, 0], [1, 0], [0, 1], [1, 1]],
            colors: [Color(red: 1, green: 0, blue: 0), .black, .black, Color(red: 0, green: 0, blue: 1)])
        #expect(try parts(mesh.frame(width: 50, height: 40)) == ["paint 75 30 125 70", "image from 75 30"])

        var pixels: [[UInt8]] = []
        func note(_ node: LaidOutNode) {
            guard case .content(.image(let image)) = node.kind, case .data(let png) = image.source else { return }
            // The header is followed by rows of 64 pixels, each preceded by one byte.
            let row = 1 + 64 * 4
            pixels = [0, 63 * 4, 63 * row, 63 * row + 63 * 4].map { Array(png[(49 + $0)...].prefix(4)) }
        }
        try laidOut(mesh).forEach(note)
        #expect(pixels.map { $0.map { $0 > 240 ? "1" : $0 < 15 ? "0" : "?" }.joined() } == ["1001", "0001", "0001", "0011"])

        // Too few colors: only the background is drawn.
        #expect(try parts(MeshGradient(width: 3, height: 3, points: [], colors: [.red])).count == 2)
    }

    @Test func glassIsAMaterialInItsShape() throws {
        #expect(
            try parts(Rectangle().frame(width: 20, height: 10).glassEffect(.regular.tint(.red), in: .rect(cornerRadius: 4)))
                == ["shape 90 45 110 55", "shape 90 45 110 55", "shape 90 45 110 55", "shape 90 45 110 55"])
        #expect(try parts(Rectangle().frame(width: 20, height: 10).glassEffect(.identity)) == ["shape 90 45 110 55"])
    }

    @Test func aTransformAndItsInverseChangeNothing() {
        let turned = CGAffineTransform(translationX: 3, y: 4).rotated(by: .pi / 2).scaledBy(x: 2, y: 5)
        let point = CGPoint(x: 1, y: 1).applying(turned)
        #expect(abs(point.x + 2) < 1e-9 && abs(point.y - 6) < 1e-9)
        let back = point.applying(turned.inverted())
        #expect(abs(back.x - 1) < 1e-9 && abs(back.y - 1) < 1e-9)
        #expect(Path(CGRect(x: 0, y: 0, width: 1, height: 1)).applying(turned).boundingRect.width.rounded() == 5)
    }
}

extension ShapeNode.PathElement {
    fileprivate var end: CGPoint? {
        switch self {
        case .move(let x, let y), .line(let x, let y), .quadCurve(let x, let y, _, _), .curve(let x, let y, _, _, _, _):
            CGPoint(x: x, y: y)
        case .close: nil
        }
    }
}
