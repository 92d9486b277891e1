#if Preview
import Foundation
import LiveActivityCore
import LiveActivityLint
import LiveActivitySurfaces

/// One state of a kind's samples with all its pictures, as a file of a storybook.
///
/// Pictures of one state share most of their elements. So the file has every element once, and a picture is a list of their
/// indexes: a tenth of the size.
struct StorybookState: Codable {
    struct Picture: Codable {
        var surface: String
        var variant: String
        /// The picture's elements, each from its "<" to the next one, as indexes into ``StorybookState/elements``.
        var svg: [Int]
        /// The result of a comparison: `changed`, `new` or `gone`. `nil` if the picture is unchanged.
        var difference: String?
        /// The earlier picture if it differs.
        var before: [Int]?
    }

    /// The name of the moment, such as `attributes 1 after 300 s`.
    var name: String
    /// The texts on the Lock Screen.
    var words: [String]
    /// The activity state.
    var state: String
    /// Seconds since 1970.
    var at: Double
    var pictures: [Picture] = []
    var elements: [String] = []

    /// Draws a moment in every variant.
    init(
        _ moment: SampleStory.Moment, variants: [StorybookVariant], on surfaces: [SizedSurface], _ widgets: ActivityWidgets
    ) throws(PresentationError) {
        name = moment.name
        state = moment.activity.state.rawValue
        at = moment.at.timeIntervalSince1970
        words = []
        var table = ElementTable()
        for variant in variants {
            for drawn in try variant.pictures(of: moment.activity, at: moment.at, on: surfaces, widgets) {
                if words.isEmpty { words = drawn.words.filter { !$0.hasPrefix("(") && !$0.hasPrefix("[") } }
                pictures.append(
                    Picture(surface: drawn.surface.name, variant: variant.name, svg: table.indexes(of: drawn.svg)))
            }
        }
        elements = table.elements
    }

    /// The text of a picture.
    func text(_ indexes: [Int]) -> String { indexes.map { elements.indices.contains($0) ? elements[$0] : "" }.joined() }

    /// Marks the differences from the same state of another storybook; `nil` if that does not have the state.
    mutating func compare(with other: StorybookState?) -> Int {
        var table = ElementTable(elements)
        var before: [String: String] = [:]
        for picture in other?.pictures ?? [] where picture.difference != "gone" {
            before["\(picture.surface) \(picture.variant)"] = other?.text(picture.svg)
        }
        for index in pictures.indices {
            let key = "\(pictures[index].surface) \(pictures[index].variant)"
            guard let old = before.removeValue(forKey: key) else {
                pictures[index].difference = "new"
                continue
            }
            if old != text(pictures[index].svg) {
                pictures[index].difference = "changed"
                pictures[index].before = table.indexes(of: old)
            }
        }
        // Only variants that were drawn this time can be missing.
        let variants = Set(pictures.map(\.variant))
        for picture in other?.pictures ?? [] where variants.contains(picture.variant) {
            guard let old = before["\(picture.surface) \(picture.variant)"] else { continue }
            pictures.append(
                Picture(
                    surface: picture.surface, variant: picture.variant, svg: [], difference: "gone",
                    before: table.indexes(of: old)))
        }
        elements = table.elements
        return pictures.count { $0.difference != nil }
    }
}

/// A table that contains every element once.
private struct ElementTable {
    private(set) var elements: [String]
    private var indexes: [String: Int]

    init(_ elements: [String] = []) {
        self.elements = elements
        indexes = Dictionary(elements.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    mutating func indexes(of svg: String) -> [Int] {
        svg.utf8.split(separator: UInt8(ascii: "<")).map { part in
            let element = "<" + (String(part) ?? "")
            if let known = indexes[element] { return known }
            elements.append(element)
            indexes[element] = elements.count - 1
            return elements.count - 1
        }
    }
}
#endif
