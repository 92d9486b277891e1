#if Preview
import LiveActivitySurfaces
import PreviewRequests
import SwiftUI

/// The source of sample values.
struct SampleRequest {
    /// Generates the values for which the project has no JSON.
    let maker: SampleMaker
    /// The project's own JSON: an array of ``WrittenSample``.
    var written: Data?

    init(_ request: PreviewRequest) {
        let images = request.assets.images.filter { !$0.value.isSymbol }.keys.sorted()
        maker = SampleMaker(
            words: request.words, now: request.now, literals: request.literals, images: images, symbols: request.symbols)
        written = request.states
    }

    init(words: [String], now: Date) { maker = SampleMaker(words: words, now: now) }

    /// Whether the project's own JSON has values for a type of attributes by its name.
    func names(_ attributes: any ActivityAttributes.Type) throws -> Bool {
        guard let written else { return false }
        return try JSONDecoder().decode([WrittenKind].self, from: written).contains { $0.type == "\(attributes)" }
    }
}

/// Hand-written values for a kind of activity: `{"type": "OrderAttributes", "attributes": {…}, "states": {"late": {…}}}`.
struct WrittenSample<Attributes: ActivityAttributes>: Decodable {
    let attributes: Attributes
    let states: [String: Attributes.ContentState]
}

/// A preview of a Live Activity with the values of the project's own JSON, or, if the project has no preview of it, with values
/// generated from the declarations of its attributes and state.
struct SamplePreview<Attributes: ActivityAttributes>: ProjectPreview {
    let look: ActivityLook<Attributes>
    let request: SampleRequest

    var place: PreviewPlace { PreviewPlace(name: "\(Attributes.self)", file: isSample ? "" : "--states", line: 0) }
    var isSample: Bool { (try? written()) == nil }
    var attributesType: (any ActivityAttributes.Type)? { Attributes.self }

    func states(_ list: PreviewList, _ look: PreviewLook) async throws -> [PreviewState] {
        let surfaces: [SizedSurface] =
            look.surfaces.isEmpty
            ? [.lockScreenIPhone393, .compactIPhone393, .minimalDetached, .expandedIPhone393] : look.surfaces
        if let written = try written() {
            return written.states.sorted { $0.key < $1.key }.flatMap { name, state in
                PreviewState.each(name, written.attributes, state, self.look, on: surfaces)
            }
        }
        let attributes = try samples(of: Attributes.self, limit: 4)
        let states = try samples(of: Attributes.ContentState.self, limit: 12)
        guard let first = attributes.first, let state = states.first else { return [] }
        return states.flatMap { PreviewState.each($0.name, first.value, $0.value, self.look, on: surfaces) }
            + attributes.dropFirst().flatMap { PreviewState.each($0.name, $0.value, state.value, self.look, on: surfaces) }
    }

    private func samples<Value: Decodable>(of type: Value.Type, limit: Int) throws -> [(name: String, value: Value)] {
        do { return try request.maker.values(of: type, limit: limit) } catch {
            throw PreviewFailure(description: "no sample of \(type) can be generated (\(error)): write one for --states")
        }
    }

    private func written() throws -> WrittenSample<Attributes>? {
        guard let data = request.written else { return nil }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            if let seconds = try? container.decode(Double.self) { return Date(timeIntervalSinceReferenceDate: seconds) }
            return try Date(container.decode(String.self), strategy: .iso8601)
        }
        let kinds = try decoder.decode([WrittenKind].self, from: data)
        guard let index = kinds.firstIndex(where: { $0.type == nil || $0.type == "\(Attributes.self)" }) else { return nil }
        decoder.userInfo[.sampleIndex] = index
        return try decoder.decode(WrittenSampleInList<Attributes>.self, from: data).sample
    }
}

/// The type of the attributes of a hand-written sample; `nil` for any type.
private struct WrittenKind: Decodable { var type: String? }

/// An element of a heterogeneous list. The decoder's `userInfo` contains the index of the element with this type.
private struct WrittenSampleInList<Attributes: ActivityAttributes>: Decodable {
    let sample: WrittenSample<Attributes>

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        for _ in 0..<(decoder.userInfo[.sampleIndex] as? Int ?? 0) { _ = try container.decode(WrittenKind.self) }
        sample = try container.decode(WrittenSample<Attributes>.self)
    }
}

extension CodingUserInfoKey {
    fileprivate static let sampleIndex =
        CodingUserInfoKey(rawValue: "sampleIndex") ?? { preconditionFailure("a key is any text") }()
}
#endif
