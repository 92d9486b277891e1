import Foundation

/// Declarations that replace a missing module, made from the project's uses of it.
///
/// They are added in rounds, from the compiler's errors. Their members are found dynamically and are never checked, because
/// nothing is known about a missing module except what the project uses of it. Where this is not enough, the body of a
/// function that uses them is replaced.
struct Inventions: Equatable {
    struct Declared: Equatable {
        enum Kind { case value, object, requirement, wrapper, function }

        var kind = Kind.value
        /// The number of its generic parameters.
        var arity = 0
        /// The protocols to which it does not conform, because the project declares the conformance.
        var foreign: Set<String> = []
        var isView = false
        /// Whether a bundle of widgets lists it.
        var isWidget = false
        var isError = false
        /// Whether code unwraps the result of its initializer without arguments.
        var isFailable = false
        /// Its initializers and static members.
        var members: Set<String> = []
    }

    /// The declared types by their names; a nested one has the name of the outer type in front: `Map.Style`.
    var types: [String: Declared] = [:]
    /// Functions, properties and modifiers, by their names.
    var globals: [String: Set<String>] = [:]
    /// Whether public declarations of the project use these names.
    var isPublic = false
    /// Whether a loop goes over a value.
    var isLooped = false
    /// The members that the compiler refused.
    var refused: Set<String> = []
    /// Functions and variables with the name of their missing module in front: `MapKit.search`.
    var qualified: Set<String> = []
    /// The replaced bodies of each file, each with the error that it had.
    var bodies: [URL: [SourceBodies.Place: String]] = [:]
    /// The declarations of each file that are left out, each with the error that it had.
    var removed: [URL: [SourceBodies.Place: String]] = [:]
    /// The lines of each file with an `override` of a member that no class declares here.
    var overrides: [URL: Set<Int>] = [:]
    /// The lines of each file that lack an `override`, because a declared class has the member.
    var overriding: [URL: Set<Int>] = [:]

    static let value = "InventedValue"
    static let optional = "Optional<\(value)>"

    /// The names of all declarations, sorted.
    var names: [String] { (Array(types.keys) + globals.keys).filter { !$0.contains(Self.value) }.sorted() }

    /// The lines of the replaced bodies of each file, sorted.
    var bodyLines: [URL: [Int]] { bodies.mapValues { Set($0.keys.map(\.line)).sorted() } }

    /// A line for each replaced body and each declaration that is left out, with its error.
    var notes: [String] { Self.notes(bodies, "body") + Self.notes(removed, "declaration") }

    private static func notes(_ all: [URL: [SourceBodies.Place: String]], _ what: String) -> [String] {
        all.sorted { $0.key.path < $1.key.path }.flatMap { file, places in
            places.sorted { $0.key < $1.key }.map { place, error in
                "\(file.lastPathComponent): the \(what) at line \(place.line) is left out: \(error)"
            }
        }
    }

    // MARK: Sources

    /// Whether a file with the declarations is needed.
    var hasSource: Bool { !types.isEmpty || !globals.isEmpty || !bodies.isEmpty }

    /// A file's text with its bodies replaced.
    func applied(to text: String, of file: URL) -> String {
        var text = text
        for name in qualified {
            let module = name.prefix { $0 != "." }.count + 1
            text = text.replacing(name, with: String(repeating: " ", count: module) + name.dropFirst(module))
        }
        if let lines = overrides[file] {
            text = Self.changing(lines, of: text) { $0.replacing("override ", with: "         ", maxReplacements: 1) }
        }
        if let lines = overriding[file] {
            text = Self.changing(lines, of: text) { line in
                line.replacing(/\b(init|func|var)\b/, maxReplacements: 1) { "override \($0.output.1)" }
            }
        }
        if let places = bodies[file] { text = SourceBodies(text).replacing(Set(places.keys)) }
        if let places = removed[file] { text = SourceBodies(text).removing(Set(places.keys)) }
        return text
    }

    private static func changing(_ lines: Set<Int>, of text: String, _ change: (Substring) -> Substring) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .map { index, line in lines.contains(index + 1) ? change(line) : line }.joined(separator: "\n")
    }

    /// The file with the declarations; each member is on a line of its own.
    ///
    /// - Parameters:
    ///   - imports: The modules that the module's files import.
    ///   - isPublic: Whether other modules import the module. In others the project's own extensions need not be public.
    func source(imports: Set<String>, isPublic: Bool) -> String {
        let hasViews = !imports.isDisjoint(with: ["SwiftUI", "WidgetKit"])
        var lines = ["import Foundation"]
        if hasViews { lines.append("import SwiftUI") }
        for module in imports.sorted() { lines += ["#if canImport(\(module))", "import \(module)", "#endif"] }
        let ofViews =
            "Color.gray, UIColor.gray, Font.body, Font.Weight.regular, Image(systemName: \"square.dashed\"), Text(verbatim: \"\")"
        let more = hasViews ? " + [\(ofViews)]" : ""
        lines.append("nonisolated private var inventedValues: [Any] { inventedPlain\(more) }")
        lines += Self.values.split(separator: "\n").map(String.init) + Self.conversions
        if hasViews { lines += Self.views.split(separator: "\n").map(String.init) }
        for name in types.keys.sorted() where name != Self.value {
            guard let point = name.lastIndex(of: ".") else {
                lines += declaration(name, as: name, hasViews: hasViews)
                continue
            }
            // A type in a declared type is part of its declaration.
            let (outer, inner) = (String(name[..<point]), String(name[name.index(after: point)...]))
            guard types[outer] == nil else { continue }
            lines += ["extension \(outer) {"] + declaration(name, as: inner, hasViews: hasViews) + ["}"]
        }
        lines += globals.keys.sorted().flatMap { globals[$0, default: []].sorted() }
        // Public in every module: a conformance of Apple's types that names it must be.
        let value = declaration(Self.value, as: Self.value, hasViews: hasViews) + (isLooped ? [Self.loop] : [])
        return (lines.map { isPublic || self.isPublic ? $0 : Self.internalLine($0) } + value)
            .filter { !refused.contains($0) }.joined(separator: "\n") + "\n"
    }

    /// Lets a loop over a value compile, which has no elements.
    private static let loop = """
        extension Optional: Sequence where Wrapped == \(value) { \
        public func makeIterator() -> EmptyCollection<\(value)>.Iterator { EmptyCollection().makeIterator() } }
        """

    private static func internalLine(_ line: String) -> String {
        line.replacing("open class", with: "class").replacing("public ", with: "")
    }

    private func declaration(_ key: String, as name: String, hasViews: Bool) -> [String] {
        guard let type = types[key] else { return [] }
        let nested = types.keys.filter { other in
            other.hasPrefix(key + ".") && !other.dropFirst(key.count + 1).contains(".")
        }.sorted().flatMap { declaration($0, as: String($0.dropFirst(key.count + 1)), hasViews: hasViews) }
        let members = type.members.sorted()
        let generics = type.arity == 0 ? "" : "<" + (0..<type.arity).map { "G\($0)" }.joined(separator: ", ") + ">"
        let isView = type.isView && hasViews
        let isWidget = type.isWidget && hasViews
        let body =
            isWidget
            ? ["public var body: some WidgetConfiguration { EmptyWidgetConfiguration() }"]
            : isView ? ["@MainActor public var body: some View { InventedView(name: \"\(name)\") }"] : []
        switch type.kind {
        case .function: return ["public typealias \(name) = (Any?) -> Void"]
        case .requirement:
            let isObject = name.hasSuffix("Delegate") || name.hasSuffix("DataSource")
            let base = isView ? ": View" : isObject ? ": AnyObject" : ""
            return ["nonisolated public protocol \(name)\(base) {}"] + (isView ? ["extension \(name) {"] + body + ["}"] : [])
        case .wrapper:
            return [
                "@propertyWrapper public struct \(name)<Value> {",
                "private var value: Value?", "public init() { value = nil }",
                "public init(wrappedValue: Value) { value = wrappedValue }",
                "public var wrappedValue: Value { get { value ?? inventedValue() } nonmutating set {} }",
                "public var projectedValue: InventedValue { InventedValue() }",
            ] + members + nested + [
                "}", "extension \(name): Equatable where Value: Equatable {}",
                "extension \(name): Hashable where Value: Hashable {}",
                "extension \(name): Decodable where Value: Decodable { public init(from decoder: any Decoder) throws { value = try Value(from: decoder) } }",
                "extension \(name): Encodable where Value: Encodable { public func encode(to encoder: any Encoder) throws { try value?.encode(to: encoder) } }",
            ]
        case .value:
            var conformances = ["@unchecked Sendable"]
            if type.foreign.isDisjoint(with: ["Equatable", "Hashable", "Comparable"]) { conformances.append("Hashable") }
            if type.foreign.isDisjoint(with: ["Codable", "Decodable", "Encodable"]) { conformances.append("Codable") }
            if !isView, !type.foreign.contains("Identifiable") { conformances.append("Identifiable") }
            if isView { conformances.append("View") }
            if isWidget { conformances.append("Widget") }
            if type.isError { conformances.append("Error") }
            let isCalled = key == Self.value
            let calls =
                isCalled
                ? [
                    "@discardableResult public func dynamicallyCall(withKeywordArguments a: KeyValuePairs<String, Any?>) -> InventedValue! { InventedValue() }",
                    "@discardableResult public func dynamicallyCall<T>(withKeywordArguments a: KeyValuePairs<String, Any?>) -> T { inventedValue() }",
                ] : []
            return [
                "\(isCalled ? "@dynamicCallable " : "")@dynamicMemberLookup nonisolated public struct \(name)\(generics): \(conformances.joined(separator: ", ")) {",
                "public init\(type.isFailable ? "?" : "")() {}",
            ] + (isView ? body : body + ["public var id: String { \"\" }"]) + Self.lookup() + calls + members + nested + ["}"]
        case .object:
            return [
                "@dynamicMemberLookup nonisolated open class \(name)\(generics): Hashable, @unchecked Sendable {",
                "public init\(type.isFailable ? "?" : "")() {}",
                "public static func == (a: \(name), b: \(name)) -> Bool { a === b }",
                "public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }",
            ] + Self.lookup(setter: "") + members + nested + ["}"]
        }
    }

    /// The dynamic members of every declared type, which have any name, and its elements.
    private static func lookup(setter: String = "nonmutating ") -> [String] {
        let elements = [
            "public subscript(key: Any?) -> InventedValue! { get { InventedValue() } \(setter)set {} }",
            "public subscript<T>(key: Any?) -> T { get { inventedValue() } \(setter)set {} }",
        ]
        return elements
            + ["", "static "].flatMap { scope in
                let setter = scope.isEmpty ? setter : ""
                return [
                    "public \(scope)subscript(dynamicMember name: String) -> InventedValue! { get { InventedValue() } \(setter)set {} }",
                    "public \(scope)subscript<T>(dynamicMember name: String) -> T { get { inventedValue() } \(setter)set {} }",
                ]
            }
    }

    private static let values = """
        nonisolated public func inventedValue<T>() -> T {
        if let none = (T.self as? any ExpressibleByNilLiteral.Type)?.init(nilLiteral: ()) as? T { return none }
        for value in inventedValues { if let value = value as? T { return value } }
        if let type = T.self as? any CaseIterable.Type, let value = inventedCase(type) as? T { return value }
        if let type = T.self as? any RawRepresentable.Type, let value = inventedRaw(type) as? T { return value }
        if let list = (T.self as? any RangeReplaceableCollection.Type)?.init() as? T { return list }
        fatalError("There is no value of \\(T.self), because a declaration is missing here.")
        }
        nonisolated private func inventedCase<T: CaseIterable>(_ type: T.Type) -> T? { type.allCases.first }
        nonisolated private func inventedRaw<T: RawRepresentable>(_ type: T.Type) -> T? {
        for raw in ["", 0] as [Any] { if let raw = raw as? T.RawValue, let value = T(rawValue: raw) { return value } }
        return nil
        }
        nonisolated private var inventedPlain: [Any] { [InventedValue(), "", 0, 0.0, false, CGFloat(0), CGSize.zero, CGPoint.zero, CGRect.zero, Date(), Data(), URL(fileURLWithPath: "/"), AttributedString(), Locale.current, Calendar.current, TimeZone.current] }
        """

    /// Conversions that would otherwise be ambiguous: `Int(place.distance)`.
    private static let conversions = ["CGFloat", "Double", "Float", "Int", "String"].map { type in
        "extension \(type) { nonisolated public init(_ value: InventedValue?) { self.init() } }"
    }

    private static let views = """
        nonisolated public struct InventedView: View, Sendable {
        let name: String
        public var body: some View { RoundedRectangle(cornerRadius: 4).stroke(Color.gray, style: StrokeStyle(lineWidth: 1, dash: [3, 2])).overlay(Text(verbatim: name).font(.caption2).foregroundStyle(Color.gray)).frame(minWidth: 12, maxHeight: 80) }
        }
        extension Text { nonisolated public init(_ value: InventedValue?) { self.init(verbatim: "") } }
        extension LocalizedStringKey.StringInterpolation { nonisolated public mutating func appendInterpolation(_ value: InventedValue?) { appendInterpolation("") } }
        extension Image { nonisolated public init(_ value: InventedValue?) { self.init(systemName: "square.dashed") } }
        extension View {
        @MainActor public func padding(_ length: InventedValue?) -> some View { padding() }
        @MainActor public func accessibilityLabel(_ label: InventedValue?) -> some View { self }
        @MainActor public func accessibilityValue(_ value: InventedValue?) -> some View { self }
        }
        """
}
