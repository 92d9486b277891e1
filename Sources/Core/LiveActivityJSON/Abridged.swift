extension StringProtocol {
    /// The text in the form in which error messages quote a value: whole up to 200 characters, otherwise its beginning and an
    /// ellipsis.
    ///
    /// Input may be a megabyte long, or one letter with a thousand accents: characters are Unicode scalars here.
    package var abridged: String { abridged(to: 200) }

    /// The string, limited to 1,000 characters: for a whole reason, which may quote several values and be composed by other
    /// code.
    package var abridgedReason: String { abridged(to: 1_000) }

    private func abridged(to limit: Int) -> String {
        guard let end = unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex else {
            return String(self)
        }
        return String(self[..<end]) + "…"
    }
}
