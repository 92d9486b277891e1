#if Preview
import LiveActivities
import LiveActivityKit
import LiveActivityPreview
import LiveActivitySurfaces
import PreviewRequests
import SwiftUI
import WidgetKit

/// The program that `live-activities ios previews` builds for a project and starts with a ``PreviewRequest``.
@MainActor public enum PreviewProgram {
    /// Draws the previews of a list. The only argument of the program is the path of the ``PreviewRequest``.
    public static func run(_ list: PreviewList) async {
        do {
            let arguments = CommandLine.arguments
            guard arguments.count > 1 else { throw PreviewFailure(description: "the argument must be the file of a request") }
            let file = URL(filePath: arguments[1])
            let request = try JSONDecoder().decode(PreviewRequest.self, from: Data(contentsOf: file))
            if request.isDriven { return try await drive(list, request, ProgressMark(programWith: file)) }
            if arguments.count > 2 {
                let share = try PreviewShare(parsing: arguments[2])
                // Distinguishes an error of this program from an exit by the project's code.
                do {
                    let isFirst = try share.index == 0 && share.result(for: file).deaths.isEmpty
                    try await PreviewRun(request, reportsAssets: isFirst).draw(list, share, for: file)
                } catch {
                    try share.mark(nil, for: file)
                    throw error
                }
                return
            }
            try ProgressMark(programWith: file).set(nil)
            // The project's code may end a drawing process, so this process only starts others that draw.
            try PreviewIndex.write(PreviewCrew(file, previews: list.previews.count).result(), request)
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    /// Calls the managers of a list. Each line is written immediately, because a manager may end the process.
    private static func drive(_ list: PreviewList, _ request: PreviewRequest, _ progress: ProgressMark) async throws {
        let run = try DriveRun(SampleRequest(request)) { line in
            try? progress.set(Data(line.utf8))
            // Flushed, so that text that the project's code has printed comes first.
            fflush(nil)
            FileHandle.standardOutput.write(Data((line + "\n").utf8))
        }
        LiveActivityRuntime.default = run.runtime
        await run.run(list.managers)
        try progress.set(nil)
    }
}

/// A process that draws a share of the previews.
@MainActor struct PreviewRun {
    private let request: PreviewRequest
    private let look: PreviewLook
    private let textSizes: [DynamicTypeSize]
    private let comparison: PreviewComparison?

    /// - Parameter reportsAssets: Whether unreadable images of the project are reported on standard error.
    init(_ request: PreviewRequest, reportsAssets: Bool) throws {
        self.request = request
        var environment = EnvironmentValues()
        environment.now = request.now
        environment.locale = Locale(identifier: request.locale)
        environment.layoutDirection =
            environment.locale.language.characterDirection == .rightToLeft ? .rightToLeft : .leftToRight
        environment.textMeasuring = PangoTextMeasuring()
        environment.namedColors = request.assets.colors.filter { !$0.value.light.isEmpty }.mapValues(\.color)
        environment.namedImages = request.assets.images.compactMapValues { NamedImage($0, reports: reportsAssets) }
        if let texts = request.texts { environment.strings = try StringCatalog(parsing: [UInt8](texts)) }
        let surfaces =
            request.surfaces.contains("all") ? SizedSurface.all : request.surfaces.compactMap(SizedSurface.init(named:))
        look = PreviewLook(surfaces: surfaces, environment: environment)
        textSizes = DynamicTypeSize.allCases.filter { request.textSizes.contains("\($0)") }
        comparison = try request.compared.map { try PreviewComparison(before: $0, now: request.out) }
    }

    /// Draws those previews of a share that no earlier process has drawn, and writes the result after each.
    func draw(_ list: PreviewList, _ share: PreviewShare, for file: URL) async throws {
        var previews = list.previews
        var result = try share.result(for: file)
        // The project's code makes the previews of a provider, and may end the process.
        let shown = try previews.indices.compactMap { number in
            let place = PreviewShare.Place(preview: number, state: nil)
            guard result.deaths[place] == nil else { return nil as (any ActivityAttributes.Type)? }
            try share.mark(place, for: file)
            return previews[number].attributesType
        }
        try share.mark(nil, for: file)
        let samples = SampleRequest(request)
        for look in list.looks {
            guard try !shown.contains(where: look.isOf) || samples.names(look.attributes) else { continue }
            previews.append(look.samples(samples))
        }
        for (number, preview) in previews.enumerated() where share.contains(number) && result.entries[number] == nil {
            var entry = PreviewIndex.Entry(preview.place, isSample: preview.isSample)
            let deaths = result.deaths.filter { $0.key.preview == number }.map { ($0.key.state, $0.value) }
            do {
                if let death = deaths.first(where: { $0.0 == nil }) {
                    let what = "the project's code \(death.1.text)\(Self.advice(for: preview))"
                    throw PreviewFailure(description: "while its values were made, \(what)")
                }
                let ended = Dictionary(deaths.compactMap { state, end in state.map { ($0, end) } }) { first, _ in first }
                let symbols = try await draw(preview, number, list, without: ended, into: &entry) {
                    try share.mark(.init(preview: number, state: $0), for: file)
                }
                result.unknownSymbols.formUnion(symbols)
            } catch {
                entry.failure = "\(error)"
            }
            result.entries[number] = entry
            try share.write(result, for: file)
            try share.mark(nil, for: file)
        }
        result.isComplete = true
        try share.write(result, for: file)
    }

    /// - Parameters:
    ///   - ended: The states that are not drawn again, each with the behaviour of the project's code.
    ///   - mark: Called with the number of each state before it is drawn, and with `nil` before the states are created.
    /// - Returns: The names of system images that cannot be drawn.
    private func draw(
        _ preview: any ProjectPreview, _ number: Int, _ list: PreviewList, without ended: [Int: PreviewShare.Death],
        into entry: inout PreviewIndex.Entry, mark: (Int?) throws -> Void
    ) async throws -> Set<String> {
        let slug = "\(number + 1)-\(Self.slug(preview.place.name))"
        var unknown: Set<String> = []
        try mark(nil)
        let states = Self.distinct(try await preview.states(list, look))
        let stems = Self.stems(of: states)
        let omissions = PreviewOmissions(
            of: states.map { ($0.name, $0.surface) }, after: ended, advice: Self.advice(for: preview))
        entry.problems += omissions.problems
        for scheme in [ColorScheme.light, .dark] {
            var cells: [(name: String, picture: Picture)] = []
            for textSize in textSizes {
                for (index, state) in states.enumerated() where !omissions.states.contains(index) {
                    try mark(index)
                    var environment = look.environment
                    environment.colorScheme = scheme
                    environment.dynamicTypeSize = textSize
                    let (surface, picture) = (state.surface, try state.draw(environment))
                    unknown.formUnion(picture.unknownSymbols)
                    for note in picture.ignoredFrames where !entry.notes.contains(note) { entry.notes.append(note) }
                    let parts = [state.name, surface, "\(scheme)", textSizes.count > 1 ? "\(textSize)" : ""]
                    let name = parts.filter { !$0.isEmpty }.joined(separator: " · ")
                    let size = textSizes.count > 1 ? "-\(textSize)" : ""
                    let file = "pictures/\(slug)/\(stems[index])-\(scheme)\(size).\(request.isSVG ? "svg" : "png")"
                    let bytes = request.isSVG ? [UInt8](picture.svg().utf8) : picture.png(scale: request.scale)
                    try write(bytes, to: file)
                    let difference = try comparison?.difference(of: bytes, in: file)
                    entry.pictures.append(
                        .init(
                            name: name, state: state.name, surface: surface, scheme: "\(scheme)", textSize: "\(textSize)",
                            file: file, width: picture.size.width, difference: difference))
                    cells.append((name, picture))
                }
            }
            // A sheet is at most 8,000 points high.
            for (page, start) in stride(from: 0, to: cells.count, by: 60).enumerated() {
                let part = Array(cells[start..<min(start + 60, cells.count)])
                let sheet = ContactSheet(title: entry.title, part, isDark: scheme == .dark).picture(at: request.now)
                let name = "sheets/\(slug)-\(scheme)\(page > 0 ? "-\(page + 1)" : "")"
                try write(
                    request.isSVG ? [UInt8](sheet.svg().utf8) : sheet.png(scale: 1.5),
                    to: name + (request.isSVG ? ".svg" : ".png"))
                entry.sheets.append(name + (request.isSVG ? ".svg" : ".png"))
            }
        }
        return unknown
    }

    private func write(_ bytes: [UInt8], to path: String) throws { try request.write(bytes, to: path) }

    private static func advice(for preview: any ProjectPreview) -> String {
        preview.isSample ? "; give values that it accepts with --states" : ""
    }

    /// The states with a name of its own for each of a surface, so that a caption means one picture: of the states that are
    /// called `late` the second is `late 2`.
    static func distinct(_ states: [PreviewState]) -> [PreviewState] {
        var taken: [String: Set<String>] = [:]
        return states.map { state in
            var (state, number, name) = (state, 1, state.name)
            while !taken[state.surface, default: []].insert(name).inserted {
                number += 1
                name = state.name.isEmpty ? "\(number)" : "\(state.name) \(number)"
            }
            state.name = name
            return state
        }
    }

    /// The beginning of the names of each state's files, without duplicates, also where a file system ignores case. Pictures of
    /// two runs are compared by their names, so a state's name does not depend on states with other names.
    static func stems(of states: [PreviewState]) -> [String] {
        var taken: Set<String> = []
        return states.map { state in
            let (name, surface) = (slug(state.name), slug(state.surface))
            func stem(_ number: Int) -> String {
                [name, number > 1 ? "\(number)" : "", surface].filter { !$0.isEmpty }.joined(separator: "-")
            }
            let number = (1...).first { taken.insert(stem($0).lowercased()).inserted }
            return stem(number ?? 1)
        }
    }

    /// Converts a string to a part of a file name, which file systems limit to 255 bytes.
    static func slug(_ text: String) -> String {
        let slug = text.split { !($0.isLetter || $0.isNumber || $0 == ".") }.joined(separator: "-")
        guard slug.utf8.count > 100 else { return slug }
        var (start, size) = ("", 0)
        for character in slug {
            size += character.utf8.count
            guard size <= 80 else { break }
            start.append(character)
        }
        return "\(start)-\(slug.stableHash)"
    }
}

extension PreviewRequest {
    /// Writes a file of the run.
    fileprivate func write(_ bytes: [UInt8], to path: String) throws {
        let file = out.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
    }
}

extension PreviewIndex {
    /// Reports what was drawn, and writes the index.
    fileprivate static func write(_ result: PreviewShare.Result, _ request: PreviewRequest) throws {
        var index = PreviewIndex()
        index.previews = result.entries.sorted { $0.key < $1.key }.map(\.value)
        for entry in index.previews { print(entry.summary) }
        if !result.unknownSymbols.isEmpty {
            let names = result.unknownSymbols.sorted().joined(separator: ", ")
            print("a placeholder is drawn for SF Symbols without an icon here: \(names)")
        }
        if let before = request.compared {
            index.gone = try PreviewComparison(before: before, now: request.out).gone(in: index)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try request.write([UInt8](encoder.encode(index)), to: "index.json")
        try request.write([UInt8](index.page.utf8), to: "index.html")
    }
}

extension Picture {
    /// A sentence for each frame whose length iOS ignores.
    fileprivate var ignoredFrames: [String] {
        var found: [String] = []
        func note(_ node: LaidOutNode) {
            guard case .effect(.frame(let frame)) = node.kind else { return }
            found += frame.ignoredLengths.map { "frame(\($0)) has no effect, as on iOS" }
        }
        for layer in layers { layer.node.forEach(note) }
        return found
    }

    /// The names of its system images for which there is no icon.
    fileprivate var unknownSymbols: Set<String> {
        var names: Set<String> = []
        func note(_ node: LaidOutNode) {
            guard case .content(.image(let image)) = node.kind, case .system(let name) = image.source, !name.isEmpty,
                !PreviewResources.canDraw(name)
            else { return }
            names.insert(name)
        }
        for layer in layers { layer.node.forEach(note) }
        return names
    }
}

extension AssetCatalog.Color {
    fileprivate var color: SwiftUI.Color {
        func make(_ parts: [Double]) -> SwiftUI.Color {
            guard parts.count == 4 else { return .gray }
            let space: SwiftUI.Color.RGBColorSpace = space == "display-p3" ? .displayP3 : .sRGB
            return SwiftUI.Color(space, red: parts[0], green: parts[1], blue: parts[2], opacity: parts[3])
        }
        let light = make(light)
        return dark.map { SwiftUI.Color(light: light, dark: make($0)) } ?? light
    }
}

extension NamedImage {
    fileprivate init?(_ image: AssetCatalog.Image, reports: Bool) {
        if image.isSymbol {
            guard let symbol = PictureFile.symbol(image.file, reports: reports) else { return nil }
            self = symbol
            return
        }
        guard let data = PictureFile.png(image.file, scale: image.scale, reports: reports) else { return nil }
        let dark = image.dark.flatMap { PictureFile.png($0, scale: image.scale, reports: reports) }
        self.init(
            png: data.bytes, darkPNG: dark?.bytes, pixelsPerPoint: data.pixelsPerPoint, isTemplate: image.isTemplate)
    }
}
#endif
