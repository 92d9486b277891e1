/// A problem in the text of a String Catalog.
public struct StringCatalogError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The position in the file: the JSON keys from the outermost to the wrong one.
    public var path: [String]
    /// The problem at that position.
    public var what: String

    public var description: String { path.isEmpty ? what : "\(path.map { "\"\($0)\"" }.joined(separator: " > ")): \(what)" }
}

extension StringCatalogError {
    /// The error of a decoder with its position in the file.
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

/// A problem in one translation.
enum StringCatalogProblem: Error, Hashable {
    case unknownPluralForm(String)
    case argumentOutOfRange(substitution: String, Int)

    var description: String {
        switch self {
        case .unknownPluralForm(let name):
            "'\(name)' is not a plural form; the forms are \(PluralCategory.allCases.map(\.rawValue).joined(separator: ", "))"
        case .argumentOutOfRange(let name, let number):
            "the substitution '\(name)' refers to argument \(number); arguments are numbered from 1 to \(TextFormat.argumentsMax)"
        }
    }
}
