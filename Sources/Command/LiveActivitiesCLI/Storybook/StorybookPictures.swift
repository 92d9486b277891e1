#if Preview
import Foundation
import LiveActivityCore
import LiveActivityPreview
import LiveActivitySurfaces

/// The pictures of a kind, each once, as a file of a storybook.
///
/// Most variants of most states look like another one, and pictures share most of their elements. So equal presentations are
/// drawn once, and a picture is a list of indexes into a table that has each element once.
struct StorybookPictures: Codable {
    /// Elements of SVG, each from its "<" to the next one.
    private(set) var elements: [String] = []
    /// The elements of each picture, as indexes into ``elements``.
    private(set) var pictures: [[Int]] = []
    private var elementIndexes: [String: Int] = [:]
    private var pictureIndexes: [[Int]: Int] = [:]
    /// The indexes of pictures of the storybook that this one is compared with.
    private var adopted: [Int: Int] = [:]
    /// The drawn pictures by the hash of their presentation: the trees of all presentations would need a gigabyte. Of a hundred
    /// thousand different presentations, two have the same hash with a probability of 1 to 4 billion.
    private var drawn: [Int: Drawn] = [:]

    private enum CodingKeys: CodingKey { case elements, pictures }

    private enum Drawn {
        case always(Int)
        /// A presentation with clocks or progress that run.
        case at([Date: Int])
    }

    /// Draws a presentation unless an equal one has been drawn, and returns the picture's index.
    mutating func index(of presentation: Presentation, _ scheme: ColorScheme, language: String, at now: Date) -> Int {
        let input = Self.hash(presentation, scheme, language)
        var moments: [Date: Int] = [:]
        switch drawn[input] {
        case .always(let index): return index
        case .at(let known):
            if let index = known[now] { return index }
            moments = known
        case nil: break
        }
        let index = index(of: Picture(presentation, colorScheme: scheme, at: now).webSVG(language: language))
        moments[now] = index
        drawn[input] = presentation.isRunning ? .at(moments) : .always(index)
        return index
    }

    private static func hash(_ presentation: Presentation, _ scheme: ColorScheme, _ language: String) -> Int {
        var shown = presentation
        // Nothing of these is drawn.
        (shown.revision, shown.activity, shown.isStale) = (0, ActivityID(bits: 0), false)
        var hasher = Hasher()
        hasher.combine(shown)
        hasher.combine(scheme)
        hasher.combine(language)
        return hasher.finalize()
    }

    /// Adds a picture without its time, which the page has from the state, and returns the picture's index.
    mutating func index(of svg: String) -> Int {
        let bytes = Array(svg.utf8)
        var indexes: [Int] = []
        var start = 0
        while start < bytes.count {
            let end = bytes[(start + 1)...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
            var element = String(decoding: bytes[start..<end], as: UTF8.self)
            if start == 0, let time = element.range(of: " data-now=\"") { element = element[..<time.lowerBound] + ">" }
            indexes.append(index(ofElement: element))
            start = end
        }
        if let known = pictureIndexes[indexes] { return known }
        pictureIndexes[indexes] = pictures.count
        pictures.append(indexes)
        return pictures.count - 1
    }

    /// Adds a picture of the storybook that this one is compared with, and returns its index here.
    mutating func adopt(_ index: Int, of others: StorybookPictures) -> Int {
        if let known = adopted[index] { return known }
        let own = self.index(of: others.svg(index))
        adopted[index] = own
        return own
    }

    private mutating func index(ofElement element: String) -> Int {
        if let known = elementIndexes[element] { return known }
        elementIndexes[element] = elements.count
        elements.append(element)
        return elements.count - 1
    }

    /// The text of a picture; empty for an index of a damaged file.
    func svg(_ index: Int) -> String {
        guard pictures.indices.contains(index) else { return "" }
        return pictures[index].map { elements.indices.contains($0) ? elements[$0] : "" }.joined()
    }
}

extension Presentation {
    /// Whether the presentation has a running clock or progress.
    fileprivate var isRunning: Bool {
        var waiting = parts.map(\.node)
        while let node = waiting.popLast() {
            switch node.content {
            case .text(let text) where text.isRunning: return true
            case .progress(let progress): if case .interval = progress.value { return true }
            default: break
            }
            node.forEachPart { waiting.append($1) }
        }
        return false
    }
}
#endif
