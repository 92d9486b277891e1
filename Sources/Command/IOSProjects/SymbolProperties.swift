/// The properties whose values are names of symbols: they are passed to `Image(systemName:)` or as a `systemImage:`.
enum SymbolProperties {
    /// The names of properties and variables. A property whose elements `ForEach` passes on is one of them.
    static func all(in texts: [String]) -> Set<String> {
        var found: Set<String> = []
        for text in texts where text.contains("system") {
            for match in text.matches(of: /\bsystem(?:Name|Image):\s*(?:\w+[?!]?\.)*(\w+)\s*[,)]/) {
                found.insert(String(match.1))
            }
            for match in text.matches(of: /\bForEach\(\s*(?:\w+[?!]?\.)*(\w+)[^{]*\{\s*(\w+)\s+in\b/)
            where found.contains(String(match.2)) { found.insert(String(match.1)) }
        }
        return found
    }
}
