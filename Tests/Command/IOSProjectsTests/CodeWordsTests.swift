import Testing

@testable import IOSProjects

@Suite struct CodeWordsTests {
    private let code = CodeWords(
        Array(
            """
            class Étape: Base<Int>, Listener { weak var owner: Owner?; var all: [ Map.Style ]() }
            let named = [String : Map.Style].self, MapStyle = Maps.Map.make(1)
            } else if Ready { Place { } }
            run( 2) { Place { } }; some Widget { Ride (); other() } Map.Style(3)
            struct Dial: View { let scale: Scale }; struct Scale { let dial: View }
            """))

    @Test func namesAreWordsAndMayHaveOuterTypes() {
        #expect(code.uses(of: "Map").count == 4)
        #expect(code.uses(of: "Map.Style").map { $0.after.prefix(2) } == [" ]", "].", "(3"])
        #expect(code.uses(of: "Style").map(\.isMember) == [true, true, true])
        #expect(code.uses(of: "tape").isEmpty)
    }

    @Test func whatIsAroundANameShowsItsKind() {
        #expect(code.uses(of: "Map.Style").map(\.isElement) == [true, true, false])
        #expect(code.uses(of: "Owner").map(\.isWeak) == [true])
        #expect(code.uses(of: "Base").map(\.isSuperclass) == [true])
        #expect(code.uses(of: "Étape").map(\.keyword) == ["class"])
        #expect(code.uses(of: "Place").map(\.isBeforeBrace) == [true, true])
        #expect(code.uses(of: "Place").map(\.isInCondition) == [true, false])
        #expect(code.uses(of: "Map").map(\.isMemberCalled) == [false, false, true, true])
        #expect(code.uses(of: "Dial").map(\.isView) == [true])
        #expect(code.uses(of: "Scale").map(\.isView) == [false, false])
        #expect(code.inherited == ["Base": true, "Listener": false, "View": false])
        #expect(code.widgets == ["Ride", "other"])
    }

    @Test func callsHaveTheTextBefore() {
        #expect(code.calls(of: "make", after: "Map.").isEmpty)
        #expect(code.calls(of: "make", after: "Maps.Map.").map(\.parameters.count) == [1])
        #expect(code.calls(of: "Style", after: "Map.").map(\.parameters.count) == [1])
        #expect(code.calls(of: "run").map(\.parameters.count) == [2])
    }
}
