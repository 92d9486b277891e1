#if Preview
import ArgumentParser
import Foundation
import LiveActivityCore
import LiveActivitySurfaces

/// The activity to draw, and the date at which it is drawn.
struct RenderSubject {
    var activity: ShownActivity
    var now: Date

    /// A sample of a kind, `after` seconds into its story; at 45 % of the story if `nil`.
    init(sample kind: String, after: Double?, in registry: Registry) throws {
        let kind = ActivityKind(kind)
        guard let provider = registry.provider(of: kind), let samples = provider.samples(),
            let attributes = samples.attributes.first
        else {
            throw ValidationError("'\(kind)' has no samples to draw: give an activity with --activity.")
        }
        let moment = after ?? (samples.story.last?.after_s ?? 0) * 0.45
        now = KindDescription.epoch + moment
        let key = ActivityReference.key(owner: KindDescription.owner, kind: kind, key: KindDescription.key)
        var engine = try registry.engine(EngineConfiguration())
        let start = Command.Start(
            kind: kind, owner: KindDescription.owner, attributes: try JSONValue(parsing: attributes.bytes),
            options: StartOptions(key: KindDescription.key))
        _ = try engine.apply(.start(start), at: KindDescription.epoch)
        let id = engine.activity(owner: KindDescription.owner, kind: kind, key: KindDescription.key)
        for step in samples.story where step.after_s <= moment {
            _ = try engine.apply(
                .send(key, event: try JSONValue(parsing: step.event.bytes)), at: KindDescription.epoch + step.after_s)
        }
        engine.advance(to: now)
        guard let id, let record = try engine.record(of: id) else {
            throw ValidationError(
                "The sample of '\(kind)' is over after \(moment) seconds: draw an earlier moment with --after.")
        }
        activity = ShownActivity(record, kind: kind)
    }

    /// The activity in a file: a kind with attributes and state, or the change that started an activity.
    init(file: String) throws {
        let bytes: [UInt8]
        do {
            bytes =
                try file == "-"
                ? [UInt8](FileHandle.standardInput.readToEnd() ?? Data())
                : [UInt8](Data(contentsOf: URL(fileURLWithPath: file)))
        } catch { throw Status.inputOutput.reporting("\(file): \(error.localizedDescription)") }
        do {
            let decoder = WireDecoder()
            if let change = try? decoder.decode(Change.self, from: bytes), let begun = ShownActivity(change) {
                activity = begun
                now = change.at
                return
            }
            let input = try decoder.decode(ActivityInput.self, from: bytes)
            now = KindDescription.epoch
            activity = ShownActivity(
                id: ActivityID(rawValue: 0), kind: input.kind, owner: KindDescription.owner, attributes: input.attributes,
                content: EncodedContent(state: input.state, staleDate: nil, relevanceScore: 0))
        } catch { throw Status.someLinesFailed.reporting("\(file == "-" ? "standard input" : file): \(error)") }
    }

    /// The user's JSON for an image.
    private struct ActivityInput: Decodable {
        var kind: ActivityKind
        var attributes: JSONText
        var state: JSONText
    }
}
#endif
