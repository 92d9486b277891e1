/// Finds the properties whose values are names of symbols, because they are passed to `Image(systemName:)` or as a
/// `systemImage:`.
enum SymbolProperties {
    /// The names of the properties and variables, including properties over whose elements `ForEach` iterates.
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
