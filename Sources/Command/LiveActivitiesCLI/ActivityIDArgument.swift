import ArgumentParser
import LiveActivityCore

/// Reads an argument that is an activity's id.
///
/// - Throws: The message for a string that is not an activity id.
@Sendable func parseActivityID(_ text: String) throws -> ActivityID {
    guard let id = ActivityID(text) else {
        throw ValidationError("'\(text.abridged)' is not an activity id. An id has 16 lowercase hexadecimal digits.")
    }
    return id
}
