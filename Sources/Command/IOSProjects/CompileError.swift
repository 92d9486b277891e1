package import Foundation

package struct CompileError: Hashable, Sendable {
    /// The file of the project; `nil` if the build failed without naming a file.
    package let file: URL?
    package let line: Int
    /// The position in the line, in bytes from 1; 0 if it is not known.
    let column: Int
    package let message: String
    /// Whether the error is in a declaration that this tool made; the message is then the declaration's line.
    let isDeclaration: Bool

    package init(file: URL?, line: Int, column: Int = 0, message: String, isDeclaration: Bool = false) {
        (self.file, self.line, self.column, self.message) = (file, line, column, message)
        self.isDeclaration = isDeclaration
    }

    /// The module that could not be imported; `nil` for another error.
    var missingModule: String? { message.firstMatch(of: /no such module '(.+?)'/).map { String($0.1) } }

    /// Whether the error is about a value's conformance that is isolated to the main actor, which Apple's protocols allow.
    var isAboutIsolatedValues: Bool {
        message.contains("SendableMetatype") || message.contains(/type 'KeyPath<.*does not conform to the 'Sendable' protocol/)
    }

    /// Whether the error is about main actor isolation, which Apple's `View` protocol implies and this package's does not.
    var isAboutIsolation: Bool { message.contains("main actor-isolated") || message.contains("global actor 'MainActor'") }

    /// Whether the check of an expression took too long.
    var isAboutTime: Bool { message.contains("unable to type-check this expression in reasonable time") }

    /// The relevance of an error for finding the cause.
    ///
    /// In a result builder the compiler reports a missing name together with consequential errors, in no fixed order.
    package enum Meaning: Int, Comparable, Sendable {
        /// The error names the missing declaration.
        case cause
        case other
        /// The error is probably the consequence of another one, or does not describe the cause.
        case consequence

        package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    package var meaning: Meaning {
        func says(_ parts: [String]) -> Bool { parts.contains { message.contains($0) } }
        if missingModule != nil || says(Self.causes) { return .cause }
        return says(Self.consequences) ? .consequence : .other
    }

    private static let causes = [
        "cannot find '", "cannot find type '", "cannot find operator '", "has no member", "no type named",
    ]
    private static let consequences = [
        "could not be inferred", "unable to type-check", "failed to produce diagnostic", "static method 'build",
        "no exact matches in call", "type '()' cannot conform", "trailing closure passed to parameter", "ambiguous use of",
        "cannot convert value of type",
    ]

    /// The suggested remedy; `nil` if none is known.
    package var advice: String? {
        if let module = missingModule {
            return Self.missingModules[module]
                ?? """
                \(module) is not one of the supported modules of Apple. If it is your own package, keep the widget's views in \
                files that do not import it; otherwise put the import and its uses into #if canImport(\(module)).
                """
        }
        if let match = message.firstMatch(of: /cannot find (?:type )?'(.+?)' in scope/) {
            return
                "\(match.1) is not declared in this target's files, and is not one of the supported names of Apple; see Widgets.md."
        }
        if message.contains("Objective-C interoperability") {
            return "Linux has no Objective-C: keep what a bridge needs in a file apart from the manager and the widget."
        }
        if isAboutTime {
            return "This view uses an unsupported name, which the compiler does not report: split the view to find it."
        }
        if message.contains("has no member") {
            return
                "This member of Apple's type is not supported here, or is declared in another target; see Widgets.md."
        }
        return nil
    }

    /// The remedy for a missing module of Apple or of another framework; `nil` if none is known.
    static func advice(forMissing module: String) -> String? { missingModules[module] }

    private static let missingModules = [
        "MapKit": "A Live Activity cannot show a map; draw the route with shapes or as an image.",
        "React": "The bridge to React Native is not compiled here: keep it in a file apart from the manager.",
        "Flutter": "The bridge to Flutter is not compiled here: keep it in a file apart from the manager.",
        "ExpoModulesCore": "The bridge to Expo is not compiled here: keep it in a file apart from the manager.",
        "Capacitor": "The bridge to Capacitor is not compiled here: keep it in a file apart from the manager.",
    ]
}
