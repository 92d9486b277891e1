extension StringProtocol {
    /// The text as error messages quote a value: whole up to 200 characters, else its beginning and an ellipsis.
    ///
    /// What comes from outside may be a megabyte long, or one letter with a thousand accents: characters are Unicode scalars
    /// here.
    package var abridged: String { abridged(to: 200) }

    /// The same for a whole reason, which may quote several values, and which other code may have composed.
    package var abridgedReason: String { abridged(to: 1_000) }

    private func abridged(to limit: Int) -> String {
        guard let end = unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex else {
            return String(self)
        }
        return String(self[..<end]) + "…"
    }
}
