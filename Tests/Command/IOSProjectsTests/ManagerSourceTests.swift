import Foundation
import Testing

@testable import IOSProjects

/// The managers that `ios check --drive` finds in a project's sources.
@Suite struct ManagerSourceTests {
    private let file = URL(filePath: "/App/Order.swift")

    private func managers(_ text: String) -> ManagerSource { ManagerSource([(file, text)]) }

    @Test func methodsAreSortedByWhatTheyDoToAnActivity() throws {
        let source = managers(
            """
            final class Orders {
                static let shared = Orders()
                private init() {}
                private var activity: Activity<OrderAttributes>?
                // func commented() { Activity.request(attributes: a) }
                func start(number: Int, at date: Date = .now) throws {
                    activity = try Activity<OrderAttributes>.request(attributes: .init(number: number), content: content)
                }
                func restart(number: Int) async throws { await finish(); try start(number: number) }
                func move(_ step: String, by minutes: Int) async { await activity?.update(content(step)) }
                func finish() async { await activity?.end(nil, dismissalPolicy: .immediate) }
                func log() { print("update(content) \\(activity?.id ?? "")") }
                private func hidden() { activity?.end(nil, dismissalPolicy: .default) }
                func clear() { Task { hidden() } }
            }
            """)
        let manager = try #require(source.managers.first?.manager)
        #expect(source.managers.count == 1 && source.refused.isEmpty)
        #expect(manager.instance == "Orders.shared")
        #expect(
            manager.entries == [
                .init(name: "start(number:at:)", role: .start, call: #"manager.start(number: drive.value("number"))"#),
                .init(name: "restart(number:)", role: .start, call: #"manager.restart(number: drive.value("number"))"#),
                .init(
                    name: "move(_:by:)", role: .update,
                    call: #"manager.move(drive.value("step"), by: drive.value("minutes"))"#),
                .init(name: "finish()", role: .end, call: "manager.finish()"),
                .init(name: "clear()", role: .end, call: "manager.clear()"),
            ])
    }

    @Test(arguments: [
        ("done: @escaping () -> Int", "done"), ("options: [String: Any]", "options"), ("of: Activity<A>", "of"),
        ("names: inout [String]", "names"),
    ])
    func aMethodThatTakesMoreThanValuesIsRefused(parameter: String, name: String) {
        let source = managers(
            "class Orders { func start(\(parameter)) { _ = try? Activity.request(attributes: a, content: c) } }")
        #expect(source.managers.isEmpty)
        #expect(source.refused.map(\.name) == ["Orders.start(\(name):)"])
    }

    @Test(arguments: [
        ("done: @escaping () -> Void", "{}"), ("done: @escaping (Bool) -> Void", "{ _ in }"),
        ("done: @escaping @Sendable (Result<String, Error>, [String: Int]) -> ()", "{ _, _ in }"),
        ("done: ((String?) -> Void)?", "{ _ in }"), ("done: @MainActor () async throws -> Void", "{}"),
    ])
    func aFunctionThatIsCalledAtTheEndIsOneThatDoesNothing(parameter: String, closure: String) throws {
        let source = managers(
            "class Orders { func start(\(parameter)) { _ = try? Activity.request(attributes: a, content: c) } }")
        #expect(source.managers.first?.manager.entries.map(\.call) == ["manager.start(done: \(closure))"])
    }

    @Test func whatHasADefaultIsLeftOutWhateverItsTypeIs() throws {
        let source = managers(
            "actor Orders { func start(then done: @escaping () -> Void = {}, _ a: [Int: Int]) { _ = try? Activity.request(attributes: a) } }"
        )
        let entry = try #require(source.managers.first?.manager.entries.first)
        #expect(entry.call == #"manager.start(drive.value("a"))"#)
        #expect(source.managers.first?.manager.instance == "Orders()")
    }

    @Test func anInitializerIsCalledWithValues() {
        let call = "func start() { _ = try? Activity.request(attributes: a) }"
        func instance(_ text: String) -> String? {
            managers("class Orders { \(text); \(call) }").managers.first?.manager.instance
        }
        #expect(instance("init(shop: String) {}") == #"Orders(shop: drive.value("shop"))"#)
        #expect(instance("init(shop: String) {}; init() {}") == "Orders()", "the simplest one")
        #expect(instance("private init() {}") == nil)
        #expect(managers("class Orders { private init() {}; \(call) }").refused.map(\.name) == ["Orders.start()"])
        #expect(managers("enum Orders { static \(call) }").managers.first?.manager.entries.first?.call == "Orders.start()")
    }

    /// The type is in one file, and the method in an extension in another.
    @Test func extensionsBelongToTheirType() throws {
        let other = URL(filePath: "/App/Orders+Activity.swift")
        let source = ManagerSource([
            (file, "final class Orders { init() {} }"),
            (other, "extension Orders { func start() { _ = try? Activity.request(attributes: a) } }"),
        ])
        #expect(source.managers.map(\.file) == [other])
        #expect(source.managers.map(\.manager.name) == ["Orders"])
    }

    /// The system creates instances of these types, and a bridge calls them.
    @Test(arguments: ["View", "LiveActivityIntent", "UIApplicationDelegate"])
    func typesOfTheSystemAreNoManagers(name: String) {
        let source = managers("struct Orders: \(name) { func start() { _ = try? Activity.request(attributes: a) } }")
        #expect(source.managers.isEmpty && source.refused.isEmpty)
    }

    @Test func aListingNamesEachCallThatCanBeLeftOut() throws {
        let text = """
            enum Orders {
                static func start() throws { _ = try Activity.request(attributes: a, content: c) }
                static func stop() async { await Activity<A>.activities.first?.end(nil, dismissalPolicy: .immediate) }
            }
            """
        let source = managers(text)
        let listing = try #require(source.listing(of: file, in: "drive_0", without: [1]))
        #expect(listing.hasPrefix(text))
        #expect(listing.contains("drive.step(\"stop()\", .end) { _ = try await Orders.stop() }"))
        #expect(!listing.contains("Orders.start() }"))
        #expect(ManagerSource.entry(2, in: listing) == "Orders.stop()")
        #expect(ManagerSource.entry(0, in: listing) == "Orders")
        #expect(source.listing(of: file, in: "drive_0", without: [0]) == nil, "the manager itself is left out")
        #expect(source.listing(of: file, in: "drive_0", without: [1, 2]) == nil, "nothing is left to call")
        #expect(source.listing(of: URL(filePath: "/App/Other.swift"), in: "drive_0", without: []) == nil)
    }

    @Test func textThatIsNoManagerHasNone() {
        for text in [
            "", "class A {", "func start() { Activity.request(a) }", "protocol P { func start() }", "class A { func a( }",
        ] {
            #expect(managers(text).managers.isEmpty, "\(text)")
        }
    }
}
