#if Preview
import Foundation
import LiveActivityCore
import LiveActivityLint
import LiveActivityPreview
import LiveActivitySurfaces

/// A static site with every state of some kinds. The pictures of a kind and the variants of each state are separate files, so
/// that a page loads only what it shows.
struct Storybook {
    /// The data of the first page, with one entry for each state.
    struct Index: Codable {
        struct Kind: Codable {
            var kind: String
            var summary: String
            var languages: [String]
            var states: [State]
        }
        struct State: Codable {
            var name: String
            var file: String
            var words: [String]
            var state: String
            var at: Double
            /// The pictures of the Lock Screen, light and dark.
            var cards: [String]
            /// The number of pictures that differ from the compared ones; 0 without a comparison.
            var differences: Int
            var isGone = false
        }

        /// The number of the files' format, which a storybook to compare with must have too.
        var format: Int? = Index.format
        var kinds: [Kind] = []
        var surfaces: [String] = SizedSurface.all.map(\.name)
        var narrowest: [String] = SizedSurface.all.filter(SizedSurface.narrowest.contains).map(\.name)
        var looks: [String] = StorybookVariant.looks.map(\.name)
        var textSizes: [String] = DynamicTypeSize.allCases.map { "\($0)" }
        /// The folder of the storybook that it was compared with.
        var comparedWith: String?

        static let format = 2
    }

    let registry: Registry
    let folder: URL
    /// The folder of a storybook to compare with.
    let other: URL?
    /// The languages and surfaces to draw; all if empty.
    var languages: [String] = []
    var surfaces = SizedSurface.all
    /// Whether every language is drawn at every text size.
    var hasEveryCombination = false

    private static let cardSurface = SizedSurface.lockScreenIPhone393

    /// Writes the site, and calls `report` after each kind.
    ///
    /// - Throws: A file-system error, or the reason why a kind cannot be drawn.
    func write(_ kinds: [ActivityKind], report: (_ kind: Index.Kind, _ pictures: Int) -> Void) throws {
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("data"), withIntermediateDirectories: true)
        var index = Index(comparedWith: other?.path)
        let before = other.flatMap { Self.index(of: $0) }
        for kind in kinds {
            guard let provider = registry.provider(of: kind), registry.widgets.kinds.contains(kind),
                let story = try SampleStory(provider)
            else { continue }
            let known = before?.kinds.first { $0.kind == kind.rawValue }
            let (entry, pictures) = try write(story, of: kind, comparingWith: known)
            index.kinds.append(entry)
            report(entry, pictures)
        }
        try Self.write(index, to: folder.appendingPathComponent("data/index.js"))
        let files: [(String, [UInt8])] = [
            ("index.html", PackageResources.storybook_html), ("storybook.css", PackageResources.storybook_css),
            ("storybook.js", PackageResources.storybook_js), ("surfaces.js", WebSurfaces.script),
            ("page.css", WebSurfaces.styleSheet),
        ]
        for (name, bytes) in files { try Data(bytes).write(to: folder.appendingPathComponent(name)) }
    }

    private func write(
        _ story: SampleStory, of kind: ActivityKind, comparingWith before: Index.Kind?
    ) throws -> (Index.Kind, pictures: Int) {
        let languages = self.languages.isEmpty ? self.languages(of: kind) : self.languages
        let variants = StorybookVariant.looks + StorybookVariant.texts(languages, hasEveryCombination: hasEveryCombination)
        var entry = Index.Kind(
            kind: kind.rawValue, summary: registry.summaries[kind] ?? "", languages: languages, states: [])
        var count = 0
        var pictures = StorybookPictures()
        let others = try before.flatMap { before in
            try other.map { try Self.read(StorybookPictures.self, at: Self.file(of: before.kind, in: $0)) }
        }
        for (number, moment) in story.moments.enumerated() {
            var state = try StorybookState(moment, variants: variants, on: surfaces, registry.widgets, &pictures)
            // Several events within one second give moments with the same name.
            let earlier = story.moments[..<number].count { $0.name == moment.name }
            let old = before?.states.filter { $0.name == moment.name && !$0.isGone }.dropFirst(earlier).first
            var differences = 0
            if let other {
                let file = old.map { other.appendingPathComponent("data/\($0.file)") }
                differences = state.compare(
                    with: try file.map { try Self.read(StorybookState.self, at: $0) }, others ?? StorybookPictures(),
                    in: &pictures)
            }
            let file = "\(kind.rawValue)-\(number + 1).js"
            try Self.write(state, to: folder.appendingPathComponent("data/\(file)"))
            let cards = ["light", "dark"].compactMap { look in
                state.pictures.first { $0.surface == Self.cardSurface.name && $0.variant == look }?.svg.map(pictures.svg)
            }
            entry.states.append(
                Index.State(
                    name: state.name, file: file, words: state.words, state: state.state, at: state.at, cards: cards,
                    differences: differences))
            count += state.pictures.count
        }
        try Self.write(pictures, to: Self.file(of: kind.rawValue, in: folder))
        for old in before?.states ?? [] where !old.isGone && !story.moments.contains(where: { $0.name == old.name }) {
            var gone = old
            (gone.isGone, gone.differences, gone.file) = (true, 1, "")
            entry.states.append(gone)
        }
        return (entry, count)
    }

    /// The first page's data of a storybook; `nil` for a folder without one of this format.
    static func index(of folder: URL) -> Index? {
        let index = try? read(Index.self, at: folder.appendingPathComponent("data/index.js"))
        return index?.format == Index.format ? index : nil
    }

    /// The languages of a kind's texts; English for a kind without a catalog.
    private func languages(of kind: ActivityKind) -> [String] {
        (registry.widgets.strings(of: kind) as? StringCatalog)?.languages ?? ["en"]
    }

    // MARK: Files

    /// The file of a kind's pictures.
    private static func file(of kind: String, in folder: URL) -> URL { folder.appendingPathComponent("data/\(kind).js") }

    // Each data file is a script that calls a function with JSON, because a page opened from a file may load scripts but not
    // fetch data.
    private static let prefix = "storybook.add("
    private static let suffix = ");\n"
    // Compressed, as pictures are very similar.
    private static let packedPrefix = #"storybook.addPacked(""#
    private static let packedSuffix = "\");\n"

    private static func write(_ value: some Encodable, to file: URL) throws {
        let packed = Data(Deflated.compress(try WireEncoder().encode(value))).base64EncodedString()
        try Data((packedPrefix + packed + packedSuffix).utf8).write(to: file)
    }

    static func read<Value: Decodable>(_ type: Value.Type, at file: URL) throws -> Value {
        let decoder = WireDecoder()
        decoder.limits = JSONLimits(maximumBytes: 256 << 20)
        return try decoder.decode(Value.self, from: try json(at: file))
    }

    /// Reads the JSON of one of the files.
    static func json(at file: URL) throws -> [UInt8] {
        let bytes = [UInt8](try Data(contentsOf: file))
        if let packed = bytes.between(packedPrefix, packedSuffix).flatMap({ Data(base64Encoded: Data($0)) }),
            let json = Deflated.decompress([UInt8](packed))
        {
            return json
        }
        guard let json = bytes.between(prefix, suffix) else { throw CocoaError(.fileReadCorruptFile) }
        return Array(json)
    }
}

extension [UInt8] {
    /// The bytes between a prefix and a suffix; `nil` without them.
    fileprivate func between(_ prefix: String, _ suffix: String) -> ArraySlice<UInt8>? {
        let (first, last) = (prefix.utf8.count, count - suffix.utf8.count)
        guard first <= last, starts(with: prefix.utf8), self[last...].elementsEqual(suffix.utf8) else { return nil }
        return self[first..<last]
    }
}
#endif
