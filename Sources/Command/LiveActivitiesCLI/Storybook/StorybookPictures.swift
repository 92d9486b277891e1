#if Preview
import Dispatch
import Foundation
import LiveActivityCore
import LiveActivityPreview
import LiveActivitySurfaces
import Synchronization

/// The pictures of a kind, each once, as a file of a storybook.
///
/// Most variants of a state look the same as another one, and pictures share most of their elements. So equal presentations are
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

    /// A presentation with the appearance and language in which it is drawn.
    struct Drawing: Sendable {
        let presentation: Presentation
        let scheme: ColorScheme
        let language: String
        fileprivate let hash: Int

        init(_ presentation: Presentation, _ scheme: ColorScheme, language: String) {
            (self.presentation, self.scheme, self.language) = (presentation, scheme, language)
            var shown = presentation
            // Nothing of these is drawn.
            (shown.revision, shown.activity, shown.isStale) = (0, ActivityID(bits: 0), false)
            var hasher = Hasher()
            hasher.combine(shown)
            hasher.combine(scheme)
            hasher.combine(language)
            hash = hasher.finalize()
        }
    }

    /// Draws the presentations of one moment, unless an equal one has been drawn. They are laid out on all processors, and
    /// drawn one at a time, because they share the fonts.
    ///
    /// - Returns: The index of each one's picture.
    mutating func indexes(of drawings: [Drawing], at now: Date) -> [Int] {
        var waiting: Set<Int> = []
        let new = drawings.filter { known($0, at: now) == nil && waiting.insert($0.hash).inserted }
        let pictures = new.mapConcurrently { drawing in
            let svg = Picture(drawing.presentation, colorScheme: drawing.scheme, at: now).webSVG(language: drawing.language)
            return (elements: Self.elements(of: svg), isRunning: drawing.presentation.isRunning)
        }
        for (drawing, picture) in zip(new, pictures) {
            let index = index(ofElements: picture.elements)
            guard picture.isRunning else {
                drawn[drawing.hash] = .always(index)
                continue
            }
            var moments: [Date: Int] = [:]
            if case .at(let known) = drawn[drawing.hash] { moments = known }
            moments[now] = index
            drawn[drawing.hash] = .at(moments)
        }
        return drawings.compactMap { known($0, at: now) }
    }

    private func known(_ drawing: Drawing, at now: Date) -> Int? {
        switch drawn[drawing.hash] {
        case .always(let index): index
        case .at(let moments): moments[now]
        case nil: nil
        }
    }

    /// The elements of a picture without its time, which the page has from the state.
    private static func elements(of svg: String) -> [String] {
        let bytes = Array(svg.utf8)
        var elements: [String] = []
        var start = 0
        while start < bytes.count {
            let end = bytes[(start + 1)...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
            var element = String(decoding: bytes[start..<end], as: UTF8.self)
            if start == 0, let time = element.range(of: " data-now=\"") { element = element[..<time.lowerBound] + ">" }
            elements.append(element)
            start = end
        }
        return elements
    }

    /// Adds a picture, and returns its index.
    mutating func index(of svg: String) -> Int { index(ofElements: Self.elements(of: svg)) }

    private mutating func index(ofElements elements: [String]) -> Int {
        let indexes = elements.map { index(ofElement: $0) }
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

extension Array where Element: Sendable {
    /// As `map`, on all processors.
    func mapConcurrently<Result: Sendable>(_ body: @Sendable (Element) -> Result) -> [Result] {
        let results = Mutex([Result?](repeating: nil, count: count))
        DispatchQueue.concurrentPerform(iterations: count) { index in
            let result = body(self[index])
            results.withLock { $0[index] = result }
        }
        return results.withLock { $0.compactMap { $0 } }
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
