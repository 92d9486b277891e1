import Foundation
import Testing

@testable import IOSProjects

@Suite struct SourceBodiesTests {
    /// The source after the replacement of the innermost body around each of these places in the text, in this order.
    private func replaced(_ text: String, at parts: String...) -> String {
        var places: Set<SourceBodies.Place> = []
        for part in parts {
            guard let range = text.range(of: part) else { continue }
            let before = text[..<range.lowerBound]
            let line = before.count(where: \.isNewline) + 1
            let column = (before.split(separator: "\n", omittingEmptySubsequences: false).last?.utf8.count ?? 0) + 1
            let body = SourceBodies(text).body(atLine: line, column: column, except: places)
            if let body { places.insert(body.place) }
        }
        return SourceBodies(text).replacing(places)
    }

    private static let values = [
        ("func a() { here }", "func a() {  }"), ("func a() -> Int? { here }", "func a() -> Int? { nil }"),
        ("func a() -> [Int] { here }", "func a() -> [Int] { [] }"),
        ("func a() -> [Int: B] { here }", "func a() -> [Int: B] { [:] }"),
        ("func a() -> [(b: Int, c: [D: E])] { here }", "func a() -> [(b: Int, c: [D: E])] { [] }"),
        (
            "func a(b: (Int) -> Void) async throws -> C { here }",
            "func a(b: (Int) -> Void) async throws -> C { throw CancellationError() }"
        ),
        ("func a<B>(_ b: B) -> C where B: D { here }", "func a<B>(_ b: B) -> C where B: D { inventedValue() }"),
        ("var a: Bool { here }", "var a: Bool { false }"),
        ("var a: B { get { here } set { b } }", "var a: B { get { inventedValue() } set { b } }"),
        ("var a = 1 { didSet { here } }", "var a = 1 { didSet {  } }"),
        ("init?(a: Int) { here }", "init?(a: Int) { return nil }"),
        ("var body: some View { VStack { here } }", "var body: some View { InventedView(name: \"\") }"),
        ("let a: B = { here }()", "let a: B = { inventedValue() }()"),
        ("subscript(a: Int) -> B? { here }", "subscript(a: Int) -> B? { nil }"),
        ("deinit { here }", "deinit {  }"),
        (
            "func island() -> DynamicIsland { here }",
            """
            func island() -> DynamicIsland { DynamicIsland { DynamicIslandExpandedRegion(.center) { InventedView(name: "") } } \
            compactLeading: { InventedView(name: "") } compactTrailing: { InventedView(name: "") } \
            minimal: { InventedView(name: "") } }
            """
        ),
    ]

    @Test(arguments: values)
    func aBodyBecomesAValueOfItsType(source: String, expected: String) { #expect(replaced(source, at: "here }") == expected) }

    private static let unknown = [
        "struct A { here }", "let a = b { here }", "func a() -> some Shape { here }", "let a: B = c { here }",
        "var body: some WidgetConfiguration { ActivityConfiguration(for: A.self) { here } }", "func a(); here",
    ]

    @Test(arguments: unknown)
    func whatHasNoKnownValueStays(source: String) { #expect(replaced(source, at: "here") == source) }

    @Test func aPositionOfTheCompilerIsACharacter() {
        let positions = SourcePositions(Array("a\n\u{E9}b c\r\nd"))
        let found = [(1, 1), (1, 9), (2, 1), (2, 3), (2, 4), (2, 99), (3, 1)].map { positions.index($0.0, $0.1) }
        #expect(found == [0, 1, 2, 3, 4, 6, 7])
        #expect([(0, 1), (4, 1), (3, 2)].map { positions.index($0.0, $0.1) } == [nil, nil, nil])
    }

    /// Errors in what follows refer to the author's lines.
    @Test func theLinesKeepTheirNumbers() {
        let text = """
            struct A {
                func a() {
                    let b = "}" // {
                    call { first
                    }
                }
                init(b: Int) { second }
            }
            """
        let one = """
            struct A {
                func a() { \("")
            \("")
            \("")
            \("")
            }
                init(b: Int) { second }
            }
            """
        func trimmed(_ text: String) -> [String] {
            text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
        }
        #expect(trimmed(replaced(text, at: "first")) == trimmed(one))
        #expect(replaced(text, at: "second").hasSuffix("    init(b: Int) { fatalError() }\n}"))
    }

    /// An error that remains in a replaced body is met by the next outer one.
    @Test func theInnermostBodyIsReplacedFirst() {
        let text = "func a() { func b() -> Int { here } ; c() }"
        #expect(replaced(text, at: "here") == "func a() { func b() -> Int { 0 } ; c() }")
        #expect(replaced(text, at: "here", "here") == "func a() {  }")
    }
}

@Suite struct DeclarationTests {
    private let text = """
        import Maps

        @available(iOS 17, *)
        struct Map: Shown { let a: Missing }

        struct Ride: ActivityAttributes { let b: Missing }
        extension Map {
            func c() {}
        }

        """

    /// Returns the place of the declaration with a word.
    private func declaration(with word: String) -> SourceBodies.Place? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let line = lines.firstIndex(where: { $0.contains(word) }) else { return nil }
        return SourceBodies(text).declaration(atLine: line + 1, column: 5)
    }

    @Test func aDeclarationIsRemovedWithItsAttributes() throws {
        let map = try #require(declaration(with: "a: Missing"))
        #expect(
            SourceBodies(text).removing([map])
                == text.replacing("@available(iOS 17, *)", with: "")
                .replacing("struct Map: Shown { let a: Missing }", with: ""))
        let more = try #require(declaration(with: "func c"))
        #expect(SourceBodies(text).removing([more]).hasSuffix("let b: Missing }\n\n\n\n"))
    }

    /// Attributes of Live Activities, imports and the only declaration of a file cost the whole file.
    @Test func whatALiveActivityNeedsIsNotRemoved() {
        #expect(declaration(with: "b: Missing") == nil)
        #expect(declaration(with: "import") == nil)
        #expect(SourceBodies("struct Map { let a: Missing }").declaration(atLine: 1, column: 20) == nil)
    }
}

@Suite struct CallShapeTests {
    private func declared(_ name: String, in text: String) -> [String] {
        CallShape.all(of: name, in: SwiftFile.code(in: Array(text))).map {
            $0.declared.generics + "(" + $0.declared.parameters + ")"
        }
    }

    @Test(arguments: [
        ("A(b, c: 1, d: \"e, f\")", "(_ a0: Any?, c a1: Any?, d a2: Any?)"), ("A(in: .home)", "(in a0: InventedValue)"),
        ("A([.b, .c])", "(_ a0: [InventedValue])"), ("A(b: [:])", "(b a0: [String: InventedValue])"),
        ("A(&b)", "<R0>(_ a0: inout R0)"), ("A<B>(c: d(e, f))", "(c a0: Any?)"),
        ("A(b: 1) { c in c }", "<R1>(b a0: Any?, _ a1: @escaping (InventedValue) -> R1)"),
        ("A { c, d in if let d { c } }", "<R0>(_ a0: @escaping (InventedValue, InventedValue?) -> R0)"),
        ("A(b: { print($1) })", "<R0>(b a0: @escaping (InventedValue, InventedValue) -> R0)"),
        ("A { B() }", "<R0>(_ a0: @escaping () -> R0)"),
    ])
    func aDeclarationAcceptsTheCall(call: String, declaration: String) {
        #expect(declared("A", in: "let x = \(call)") == [declaration])
    }

    @Test func onlyCallsOfTheNameCount() {
        #expect(declared("A", in: "let a: A = AB(c) // A(d)\nb.A(e)\nlet f = \"A(g)\"") == [])
        // A brace after a condition, a property's type or a superclass opens a body.
        #expect(declared("A", in: "if A(b) { c() }") == ["(_ a0: Any?)"])
        #expect(declared("A", in: "var a: A { b }\nfunc c() -> A { b }\nclass D: A {}") == [])
    }

    @Test func aResultThatIsBoundIsOptional() {
        func isOptional(_ text: String) -> [Bool] { CallShape.all(of: "A", in: Array(text)).map(\.isOptional) }
        #expect(isOptional("guard let a = A(b) else { return }") == [true])
        #expect(isOptional("if c, let a = try? A(b) {") == [true])
        #expect(isOptional("let a = A(b)") == [false])
    }
}
