/// A value of the environment that is declared with `@Entry`: `@Entry var spacing: CGFloat = 8`.
struct EnvironmentEntry {
    private let name: String
    /// The type as it is written; `nil` if it follows from the default.
    private let type: String?
    private let standard: String?

    /// - Parameter source: The declaration; `nil` if it declares no variable.
    init?(_ source: String) {
        guard let start = source.firstRange(of: "var ") else { return nil }
        let rest = source[start.upperBound...]
        let name = rest.drop { $0 == " " || $0 == "`" }.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        guard !name.isEmpty else { return nil }
        self.name = String(name)
        let tail = rest[name.endIndex...].drop { $0 == "`" }
        let parts = tail.split(separator: "=", maxSplits: 1)
        // `==` and `=>` do not occur before the default's own `=`.
        let head = parts.first.map { tail.first == "=" ? "" : $0 } ?? ""
        let type = head.drop { $0 == ":" || $0.isWhitespace }
        self.type = type.isEmpty ? nil : Self.trimmed(type)
        standard = tail.contains("=") ? parts.last.map { Self.trimmed($0) } : nil
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    func expansion(_ role: String) -> String {
        let key = "__Key_\(name)"
        if role == "accessor" { return "get { self[\(key).self] }\nset { self[\(key).self] = newValue }" }
        let value =
            switch (type, standard) {
            case (let type?, let standard): "static var defaultValue: \(type) { \(standard ?? "nil") }"
            case (nil, let standard): "nonisolated(unsafe) static let defaultValue = \(standard ?? "nil")"
            }
        return "private struct \(key): EnvironmentKey { \(value) }"
    }
}
