import Foundation

extension Inventions {
    /// Adds declarations that may remove these errors; `false` if none can.
    ///
    /// Only what a file uses that imports a missing module can come from it. UIKit is treated as a missing module for the names
    /// that its modules here lack.
    ///
    /// - Parameters:
    ///   - missing: The modules that are missing, or that lack some of their files.
    ///   - known: The names of the modules here, whose types may lack members.
    mutating func declare(
        against errors: [CompileError], in sources: ModuleSources, missing: Set<String>, known names: KnownNames? = nil,
        until limit: TimeLimit = .none
    ) -> Bool {
        let before = self
        let uses = Uses(sources)
        // Each error is looked up in all files of the unit, so that thousands of them can take minutes.
        for error in errors where !error.isDeclaration && !limit.isOver {
            guard let file = error.file, let source = uses.file(file) else { continue }
            let isOpen = error.message.contains(/cannot be declared public because|of open class must be open/)
            if !types.isEmpty, isOpen { isPublic = true }
            let now = self
            // Only a declared type may be changed from a file that does not use a missing module itself.
            let isForeign =
                !sources.unit.isPartial && source.imports.isDisjoint(with: missing) && !isOfApple(error, source, sources)
                && !isInherited(error, source, sources, uses)
            if isForeign || !add(error, file, uses, missing) { change(error, uses) }
            if self == now, let names { addMember(error, uses, names, in: sources) }
            if self == now, let names, !isForeign { addAppleInitializers(error, file, uses, names, in: sources) }
            if self == now, let names { addForm(error, file, uses, names, in: sources) }
        }
        for error in errors where error.isDeclaration {
            refused.insert(error.message)
            guard let type = error.message.firstMatch(of: /\b(?:struct|class|protocol) (\w+)/) else { continue }
            types[String(type.1)] = nil
            refused.insert(String(type.1))
        }
        if self == before, let names { addUnnamedModifiers(errors, uses, names, in: sources) }
        if self != before { types[Self.value, default: Declared()].arity = 0 }
        return self != before
    }

    /// Declares the modifiers that are unknown in files with errors that name no cause: in a builder, the compiler may report
    /// no more than that a type could not be inferred.
    private mutating func addUnnamedModifiers(
        _ errors: [CompileError], _ uses: Uses, _ names: KnownNames, in sources: ModuleSources
    ) {
        for file in Set(errors.filter { $0.meaning == .consequence && !$0.isDeclaration }.compactMap(\.file)) {
            for name in uses.modifiers(in: file)
            where !names.has(name) && !sources.projectNames.contains(name) && !names.isMistyped(name) {
                addModifier(name, uses)
            }
        }
    }

    /// Whether a missing name is probably a type that Apple's module has and the module here lacks.
    private func isOfApple(_ error: CompileError, _ file: SwiftFile, _ sources: ModuleSources) -> Bool {
        let missing = /(?:cannot find (?:type )?|unknown attribute )'(\w+)'/
        guard let name = error.message.firstMatch(of: missing).map({ String($0.1) }) else { return false }
        return !sources.projectNames.contains(name) && AppleTypes.has(name, in: file.imports)
    }

    /// Whether a missing name is probably a member of a declared type, which the file extends or inherits from.
    private func isInherited(_ error: CompileError, _ file: SwiftFile, _ sources: ModuleSources, _ uses: Uses) -> Bool {
        guard let match = error.message.firstMatch(of: /cannot find '([a-z]\w*)' in scope/),
            !sources.projectNames.contains(String(match.1))
        else { return false }
        return types.keys.contains { file.names.contains($0) && uses.isExtended($0, in: file.url) }
    }

    /// Declares the name that is missing according to an error.
    private mutating func add(_ error: CompileError, _ file: URL, _ uses: Uses, _ missing: Set<String>) -> Bool {
        let message = error.message
        if let match = message.firstMatch(of: /cannot find (type )?'(\w+)' in scope|no type named '(\w+)' in module/) {
            let name = String(match.2 ?? match.3 ?? "")
            let isType = match.1 != nil || match.3 != nil || uses.isType(name)
            if isType { addType(name, uses) } else { addGlobal(name, uses) }
            return true
        }
        // The name is then not found, and is declared without its module.
        if let match = message.firstMatch(of: /module '(\w+)' has no member named '(\w+)'/), missing.contains(String(match.1)) {
            qualified.insert("\(match.1).\(match.2)")
            return true
        }
        // Many packages add such a subscript, whose label differs.
        if let match = message.firstMatch(of: /extraneous argument label '(\w+):' in subscript/) {
            let element = "subscript(\(match.1) index: Index) -> Element? { indices.contains(index) ? self[index] : nil }"
            globals["Collection.subscript(\(match.1):)"] = ["extension Collection { nonisolated public \(element) }"]
            return true
        }
        // A module and its main type often have the same name.
        if let match = message.firstMatch(of: /'module<(\w+)>'/), missing.contains(String(match.1)) {
            addType(String(match.1), uses)
            return true
        }
        if let match = message.firstMatch(of: /unknown attribute '(\w+)'/) {
            let name = String(match.1)
            guard types[name] == nil else { return false }
            types[name] = Declared(kind: .wrapper)
            for shape in uses.shapes(of: name) {
                let (generics, parameters) = shape.declared
                types[name]?.members.insert("public init\(generics)(\(parameters)) { value = nil }")
                types[name]?.members.insert(
                    "public init\(generics)(wrappedValue: Value\(parameters.isEmpty ? "" : ", ")\(parameters)) { value = wrappedValue }"
                )
            }
            return true
        }
        if let match = message.firstMatch(of: /value of type 'some (?:\w+\.)?View' has no member '(\w+)'/) {
            addModifier(String(match.1), uses)
            return true
        }
        return false
    }

    /// Changes a declared type so that it can be used in the way that the error refuses.
    private mutating func change(_ error: CompileError, _ uses: Uses) {
        let message = error.message
        if let match = message.firstMatch(of: /type '([\w.]+)(?:<.*>)?' has no member '(\w+)'/), let name = known(match.1) {
            let member = String(match.2)
            let declared = AssetNames.identifier(member)
            let result = types[name]?.kind == .value ? "Self" : name
            let value = types[name]?.kind == .value ? "Self()" : "inventedValue()"
            let shapes = uses.shapes(of: member, after: ".")
            for shape in shapes {
                let (generics, parameters) = shape.declared
                types[name]?.members.insert(
                    "public static func \(declared)\(generics)(\(parameters)) -> \(result) { \(value) }")
            }
            if shapes.isEmpty || uses.isPlain(member) {
                types[name]?.members.insert("public static var \(declared): \(result) { \(value) }")
            }
        }
        // Values are optional, because code may check that they are not `nil`.
        if let match = message.firstMatch(of: /^type 'InventedValue\?' has no member '(\w+)'/) {
            let member = "nonisolated public static var \(match.1): Self { InventedValue() }"
            globals["\(Self.value).\(match.1)"] = ["extension \(Self.optional) { \(member) }"]
        }
        // A variable with such a value is used without a check. It is then optional, and its members are not found dynamically.
        if let match = message.firstMatch(
            of: /^value of optional type 'InventedValue\?' must be unwrapped to refer to member '(\w+)'/)
        {
            addInstanceMember(String(match.1), of: Self.optional, isObject: false, uses)
        }
        if message.contains("for-in loop requires 'InventedValue?'") { isLooped = true }
        if let match = message.firstMatch(of: /'(\w+)' is not a member type of \w+ '([\w.]+)'/), let outer = known(match.2) {
            addType("\(outer).\(match.1)", uses)
        }
        if message.contains("'@escaping' only applies to function types"), let file = error.file {
            for name in uses.escaping(atLine: error.line, of: file) { types[name]?.kind = .function }
        }
        if let match = message.firstMatch(of: /inheritance from non-protocol type '(\w+)'/), let name = known(match.1) {
            types[name]?.kind = .requirement
        }
        if let match = message.firstMatch(of: /multiple inheritance from classes '\w+' and '(\w+)'/), let name = known(match.1)
        {
            types[name]?.kind = .requirement
        }
        if let match = message.firstMatch(of: /force unwrap value of non-optional type '(\w+)'|Optional type, not '(\w+)'/),
            let name = known(match.1 ?? match.2 ?? ""), let members = types[name]?.members
        {
            types[name]?.members = Set(members.map { $0.replacing(/^public init(?=[(<])/, with: "public init?") })
            types[name]?.isFailable = !members.contains { $0.hasPrefix("public init") }
        }
        if ["non-class type", "non-class-bound", "class-bound protocol types"].contains(where: message.contains),
            let name = message.matches(of: /'(?:any )?([\w.]+)(?:<[^']*>)?'/).compactMap({ known($0.1) }).first
        {
            types[name]?.kind = .object
        }
        if let match = message.firstMatch(of: /cannot specialize non-generic type '([\w.]+)'/), let name = known(match.1) {
            types[name]?.arity = uses.arity(of: name)
        }
        for match in message.matches(
            of: /'([\w.]+)(?:<.*>)?' (?:to )?(?:does not )?conform to (?:protocol |expected type )?'([\w.]+)'/)
        {
            guard let name = known(match.1) else { continue }
            if match.2 == "View" || match.2 == "SwiftUI.View" { types[name]?.isView = true }
            if match.2 == "Error" { types[name]?.isError = true }
        }
        if [" in call", "argument passed", "argument type", "could not be inferred"].contains(where: message.contains),
            let file = error.file
        {
            addInitializers(inferredAt: error.line, of: file, uses)
        }
        if message.contains("overriding declaration requires an 'override' keyword"),
            types.values.contains(where: { $0.kind == .object }), let file = error.file
        {
            overriding[file, default: []].insert(error.line)
        }
        if message.contains(/(?:method|property) does not override any|initializer does not override/),
            types.values.contains(where: { $0.kind == .object }), let file = error.file
        {
            overrides[file, default: []].insert(error.line)
        }
    }

    /// Declares the initializers that a line calls without their type, as `.init(…)`, for each declared type of its file.
    private mutating func addInitializers(inferredAt line: Int, of file: URL, _ uses: Uses) {
        let names = uses.file(file)?.names ?? []
        let lines = uses.inferredInitializers(atLine: line, of: file).map { shape in
            "public init\(shape.declared.generics)(\(shape.declared.parameters)) {}"
        }
        for (name, type) in types where name != Self.value && names.isSuperset(of: name.split(separator: ".").map(String.init))
        {
            if type.kind == .value || type.kind == .object { types[name]?.members.formUnion(lines) }
        }
    }

    private func known(_ name: Substring) -> String? {
        let parts = name.split(separator: ".")
        return parts.indices.lazy.map { parts[$0...].joined(separator: ".") }.first { types[$0] != nil }
    }

    private mutating func addType(_ name: String, _ uses: Uses) {
        guard types[name] == nil, !refused.contains(name) else { return }
        var type = Declared(kind: uses.kind(of: name))
        type.foreign = uses.conformances(of: name)
        (type.arity, type.isWidget) = (uses.arity(of: name), uses.isWidget(name))
        // `let item: Item = .init(…)` has the name in front of the call.
        let shapes = Set(uses.shapes(of: name) + uses.initializers(of: name))
        let inherited = type.kind == .object ? uses.superclassInitializers(in: name) : []
        let failable = Set(shapes.filter(\.isOptional).map(\.parameters))
        for shape in shapes.union(inherited) where !shape.parameters.isEmpty {
            let (generics, parameters) = shape.declared
            type.members.insert("public init\(failable.contains(shape.parameters) ? "?" : "")\(generics)(\(parameters)) {}")
        }
        for member in uses.calledMembers(of: name) {
            for shape in uses.shapes(of: member, after: name + ".") {
                let (generics, parameters) = shape.declared
                let more = generics.isEmpty ? "<T>" : generics.dropLast() + ", T>"
                type.members.insert(
                    "@discardableResult public static func \(member)\(generics)(\(parameters)) -> InventedValue! { InventedValue() }"
                )
                type.members.insert("public static func \(member)\(more)(\(parameters)) -> T { inventedValue() }")
            }
        }
        (types[name], globals[name]) = (type, nil)
        for inner in uses.memberTypes(of: name) { addType("\(name).\(inner)", uses) }
    }

    private mutating func addGlobal(_ name: String, _ uses: Uses) {
        guard globals[name] == nil, types[name] == nil else { return }
        var found: Set<String> = []
        for shape in uses.shapes(of: name) {
            let (generics, parameters) = shape.declared
            let more = generics.isEmpty ? "<T>" : generics.dropLast() + ", T>"
            found.insert(
                "@discardableResult nonisolated public func \(name)\(generics)(\(parameters)) -> InventedValue! { InventedValue() }"
            )
            found.insert("nonisolated public func \(name)\(more)(\(parameters)) -> T { inventedValue() }")
        }
        if found.isEmpty, Uses.isConstant(name) {
            found = ["nonisolated public var \(name): Int32 { 0 }"]
            // Both are false, so that loops over results end.
            globals["\(Self.value)=="] = Set(
                ["==", "!="].map { "nonisolated public func \($0) (a: InventedValue?, b: Int32) -> Bool { false }" })
        } else if found.isEmpty {
            found = ["nonisolated public var \(name): InventedValue! { get { InventedValue() } set {} }"]
        }
        globals[name] = found
    }

    // MARK: Members

    /// Declares a member that a type here lacks. What the project declares itself is never added to one of Apple's types.
    ///
    /// If files of the project are left out, what they add to other types is declared as well.
    private mutating func addMember(_ error: CompileError, _ uses: Uses, _ names: KnownNames, in sources: ModuleSources) {
        if let match = error.message.firstMatch(of: /'(\w+)' is not a member type of \w+ '(?:\w+\.)?(\w+)'/),
            names.types.contains(String(match.2)), !sources.projectNames.contains(String(match.1))
        {
            addType("\(match.2).\(match.1)", uses)
            return
        }
        let missing = /^(value of )?type '(.+?)'(?: \(aka '(.+)'\))? has no member '(\w+)'$/
        guard let match = error.message.firstMatch(of: missing) else { return }
        let (type, member) = (String(match.3 ?? match.2), String(match.4))
        let (isPartial, projectNames) = (sources.unit.isPartial, sources.projectNames)
        guard isPartial || !projectNames.contains(member) && !names.isMistyped(member) else { return }
        // `Optional<Style>`, `[Item]` and `(Int) -> Int` are not types of Apple's. `Any` cannot be extended.
        guard let base = type.wholeMatch(of: /(?:some |any )?([\w.]+)(?:<.*>)?[?!]?/).map({ String($0.1) }),
            !["Any", "AnyObject"].contains(base)
        else { return }
        let last = base.split(separator: ".").last.map(String.init) ?? base
        if match.1 != nil, last == "View" || names.views.contains(last) || uses.isView(last) {
            addModifier(member, uses, of: Self.chained.contains(type) ? type : "View")
        } else if isPartial
            || (names.types.contains(last) || Self.foundationClasses.contains(last) || Self.foundationValues.contains(last))
                && !projectNames.contains(last)
        {
            let isObject = names.classes.contains(last) || Self.foundationClasses.contains(last) || uses.isClass(last)
            if match.1 != nil {
                addInstanceMember(member, of: base, isObject: isObject, uses)
            } else {
                addStaticMember(member, of: base, self: names.styles[last] ?? base, isObject: isObject, uses)
            }
        }
    }

    /// Classes of Foundation that have more members on iOS.
    private static let foundationClasses: Set = [
        "Bundle", "DateFormatter", "FileManager", "ISO8601DateFormatter", "JSONDecoder", "JSONEncoder", "Measurement",
        "NSAttributedString", "NSCoder", "NSKeyedArchiver", "NSKeyedUnarchiver", "NSMutableAttributedString", "NSObject",
        "NSString", "NotificationCenter", "NumberFormatter", "OperationQueue", "ProcessInfo", "RunLoop", "Thread", "Timer",
        "URLSession", "URLSessionConfiguration", "URLSessionTask", "UserDefaults",
    ]
    /// Values of Foundation that have more members on iOS.
    private static let foundationValues: Set = [
        "AttributeContainer", "AttributedString", "Calendar", "Data", "Date", "DateComponents", "Locale", "TimeZone", "URL",
        "URLComponents", "URLRequest",
    ]

    /// Views whose members mostly have a value of the same type, which is more than a view: a color is also a style.
    private static let chained: Set = ["Color", "Image", "Text"]

    /// Declares a modifier without an effect, for each form in which it is used.
    private mutating func addModifier(_ name: String, _ uses: Uses, of type: String = "View") {
        let shapes = uses.shapes(of: name, after: ".")
        for shape in shapes { addModifier(name, shape, of: type) }
        if shapes.isEmpty {
            let result = type == "View" ? "some View" : type
            globals["\(type).\(name)", default: []].insert("extension \(type) { public var \(name): \(result) { self } }")
        }
    }

    /// Declares a form of a modifier without an effect.
    mutating func addModifier(_ name: String, _ shape: CallShape, of type: String = "View") {
        let result = Self.chained.contains(type) ? type : "some \(type)"
        for (generics, parameters) in type == "View" ? shape.declaredWithViews : [shape.declared] {
            globals["\(type).\(name)", default: []].insert(
                "extension \(type) { public func \(name)\(generics)(\(parameters)) -> \(result) { self } }")
        }
    }

    private mutating func addInstanceMember(_ member: String, of type: String, isObject: Bool, _ uses: Uses) {
        for shape in uses.shapes(of: member, after: ".") { addMethod(member, shape, of: type) }
        let setter = isObject ? "set {}" : "nonmutating set {}"
        // A key of the environment is the type of a property, which may be called. Other properties may be set to any value.
        let value = type.hasSuffix("EnvironmentValues") ? "InventedValue" : uses.isSet(member) ? "Any?" : "InventedValue!"
        if uses.isPlain(member) {
            globals["\(type).\(member)", default: []].insert(
                "extension \(type) { nonisolated public var \(member): \(value) { get { InventedValue() } \(setter) } }")
        }
    }

    /// Declares a form of a method that has no value.
    mutating func addMethod(_ name: String, _ shape: CallShape, of type: String) {
        let (generics, parameters) = shape.declared
        let more = generics.isEmpty ? "<T>" : generics.dropLast() + ", T>"
        func add(_ line: String, _ attribute: String = "") {
            globals["\(type).\(name)", default: []].insert("extension \(type) { \(attribute)nonisolated public \(line) }")
        }
        add("func \(name)\(generics)(\(parameters)) -> InventedValue! { InventedValue() }", "@discardableResult ")
        add("func \(name)\(more)(\(parameters)) -> T { inventedValue() }")
    }

    private mutating func addStaticMember(
        _ member: String, of type: String, self own: String, isObject: Bool, _ uses: Uses
    ) {
        let scope = own == type ? "extension \(type)" : "extension \(type) where Self == \(own)"
        func add(_ line: String) {
            globals["\(type).\(member)", default: []].insert("\(scope) { nonisolated public static \(line) }")
        }
        let declared = AssetNames.identifier(member)
        let isNotification = member.hasSuffix("Notification")
        let result = isNotification ? "Notification.Name" : isObject && uses.isNamed(type, member) ? "InventedValue!" : own
        let value = isNotification ? "Notification.Name(\"\(member)\")" : result == own ? "inventedValue()" : "InventedValue()"
        for shape in uses.shapes(of: member, after: ".") {
            let (generics, parameters) = shape.declared
            add("func \(declared)\(generics)(\(parameters)) -> \(result) { \(value) }")
        }
        if uses.isPlain(member) { add("var \(declared): \(result) { \(value) }") }
    }

    /// Declares initializers of Apple's types that a missing module probably adds: those with the labels that the compiler
    /// refuses, and in a file with another error those with a label that no declaration here has.
    private mutating func addAppleInitializers(
        _ error: CompileError, _ file: URL, _ uses: Uses, _ names: KnownNames, in sources: ModuleSources
    ) {
        if error.message.contains(/force unwrap value of non-optional type|must have Optional type/) {
            for (name, lines) in globals where name.contains(".init(") {
                globals[name] = Set(lines.map { $0.replacing(/\sinit(?=[(<])/, with: " init?") })
            }
        }
        let labels = error.message.firstMatch(of: /(?:extraneous|incorrect) argument labels? (?:in call \(have )?'([\w:]+)'/)
        let refused = Set(labels.map { $0.1.split(separator: ":").map(String.init) } ?? []).subtracting(["_"])
        for (type, shape) in uses.initializers(in: file, fromLine: refused.isEmpty ? nil : error.line) {
            let own = shape.parameters.compactMap(\.label)
            let isMissing =
                refused.isEmpty
                ? names.types.contains(type) && own.contains { !names.has($0) }
                : refused.isSubset(of: own) && (names.types.contains(type) || Self.foundationClasses.contains(type))
            guard isMissing, !sources.projectNames.contains(type), !own.contains(where: names.isMistyped) else { continue }
            addInitializer(shape, of: type, isObject: names.classes.contains(type))
            if !refused.isEmpty { return }
        }
    }

    mutating func addInitializer(_ shape: CallShape, of type: String, isObject: Bool) {
        let (generics, parameters) = shape.declared
        globals["\(type).init(\(shape.parameters.map { ($0.label ?? "_") + ":" }.joined()))", default: []].insert(
            "extension \(type) { nonisolated public \(isObject ? "convenience " : "")init\(shape.isOptional ? "?" : "")"
                + "\(generics)(\(parameters)) { \(isObject ? "self.init()" : "self = inventedValue()") } }")
    }

    // MARK: Bodies

    /// Replaces the innermost bodies with errors; `false` if no body has one.
    ///
    /// - Parameter all: Whether also those are replaced that have nothing to do with a declaration.
    mutating func replaceBodies(
        with errors: [CompileError], in sources: ModuleSources, all: Bool, until limit: TimeLimit = .none
    ) -> Bool {
        guard !limit.isOver else { return false }
        var hasChanged = false
        let concerned = all ? [] : concernedNames(in: sources)
        for (file, errors) in Dictionary(grouping: errors.filter { !$0.isDeclaration }, by: \.file) {
            guard let file, let text = sources.text(of: file) else { continue }
            let found = SourceBodies(text)
            let before = bodies[file, default: [:]]
            for error in errors {
                guard let body = found.body(atLine: error.line, column: error.column, except: Set(before.keys)) else {
                    continue
                }
                let isConcerned =
                    all || error.message.contains(Self.value)
                    || !concerned.isDisjoint(with: SwiftFile.words(of: error.message + " " + found.code(of: body)))
                    || error.message.split(separator: "'").contains { concerned.contains(String($0)) }
                guard isConcerned, bodies[file]?[body.place] == nil else { continue }
                bodies[file, default: [:]][body.place] = error.message
                hasChanged = true
            }
        }
        return hasChanged
    }

    /// The declared names, and the names of the project's own declarations whose lines have such a name.
    private func concernedNames(in sources: ModuleSources) -> Set<String> {
        var names = Set(types.keys.flatMap { $0.split(separator: ".").map(String.init) } + globals.keys)
        guard !names.isEmpty else { return [] }
        let declaration: Set = ["let", "var", "func", "case", "struct", "class", "enum", "typealias"]
        let lines = sources.unit.files.compactMap { sources.text(of: $0.url) }.flatMap { text in
            String(SwiftFile.code(in: Array(text))).split(separator: "\n").map { SwiftFile.words(of: String($0)) }
        }.filter { !declaration.isDisjoint(with: $0) }
        while true {
            let before = names.count
            for words in lines where !names.isDisjoint(with: words) {
                for (word, next) in zip(words, words.dropFirst()) where declaration.contains(word) { names.insert(next) }
            }
            if names.count == before { return names }
        }
    }
}
