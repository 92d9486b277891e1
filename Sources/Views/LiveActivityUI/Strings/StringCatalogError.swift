/// Why a text is not a String Catalog.
public struct StringCatalogError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where in the file: its keys, from the outermost to the one that is wrong.
    public var path: [String]
    public var what: String

    public var description: String {
        path.isEmpty ? what : "\(path.map { "\"\($0)\"" }.joined(separator: " > ")): \(what)"
    }
}

extension StringCatalogError {
    /// What a decoder says, with the path in the file.
    init(_ error: any Error) {
        guard let error = error as? DecodingError else {
            self.init(path: [], what: "\(error)")
            return
        }
        let context =
            switch error {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
                .dataCorrupted(let context):
                context
            @unknown default: DecodingError.Context(codingPath: [], debugDescription: "\(error)")
            }
        self.init(path: context.codingPath.map(\.stringValue), what: context.debugDescription)
    }
}

/// What is wrong with one translation.
enum StringCatalogProblem: Error, Hashable {
    case unknownPluralForm(String)
    case argumentOutOfRange(substitution: String, Int)

    var description: String {
        switch self {
        case .unknownPluralForm(let name):
            "'\(name)' is no plural form; there are \(PluralCategory.allCases.map(\.rawValue).joined(separator: ", "))"
        case .argumentOutOfRange(let name, let number):
            "the substitution '\(name)' is for argument \(number); there can be 1 to \(TextFormat.argumentsMax)"
        }
    }
}
