import ArgumentParser
import LiveActivityCore

/// Reads an argument that is an activity's id.
///
/// - Throws: What the command prints for text that is none.
@Sendable func parseActivityID(_ text: String) throws -> ActivityID {
    guard let id = ActivityID(text) else {
        throw ValidationError("'\(text.abridged)' is not an activity id: an id has 16 lowercase hexadecimal digits.")
    }
    return id
}
