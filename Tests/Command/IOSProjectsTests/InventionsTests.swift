import Foundation
import Testing

@testable import IOSProjects

/// Declarations in place of a missing module's, with the toolchain's compiler and empty modules named Maps and UIKit.
@Suite struct InventionsTests {
    private let folder: Folder
    private let project: Folder

    init() throws { (folder, project) = (try Folder(), try Folder()) }

    private struct Result {
        var plan = ModulePlan()
        var errors: [CompileError] = []
        var names: [String] { plan.inventions.names }
    }

    /// A module with some of Apple's types.
    private let tones = """
        public struct Tone { public init() {} }
        public protocol ToneStyle {}
        public struct PlainToneStyle: ToneStyle { public init() {} }
        extension ToneStyle where Self == PlainToneStyle { public static var plain: Self { Self() } }
        public struct Scale<Note> { public init() {} }
        public class Device { public static let current = Device(); public init() {} }
        public protocol View {}
        public struct Text: View {
            public init() {}
        }
        public func + (a: Text, b: Text) -> Text { a }
        public struct Chord {
            public init(root: Int) {}
            public func play(at level: Int) {}
            public func stop(after seconds: Int, fading: Bool) {}
        }
        """

    /// Compiles the files until nothing more can be declared.
    private func compiled(_ files: [String: String]) throws -> Result {
        for (path, text) in files { try project.write(text, to: path) }
        let empty = folder.url.appending(path: "Maps/Maps.swiftmodule")
        try ScratchFile.write("", to: folder.url.appending(path: "Maps/Empty.swift"))
        try ScratchFile.write(tones, to: folder.url.appending(path: "Maps/Tones.swift"))
        for (name, source) in ["Maps": "Empty", "UIKit": "Empty", "Tones": "Tones"] {
            let made = try ToolRun.run([
                "swiftc", "-emit-module", "-module-name", name, "-parse-as-library", "-emit-module-path",
                folder.url.appending(path: "Maps/\(name).swiftmodule").path,
                folder.url.appending(path: "Maps/\(source).swift").path,
            ])
            try #require(made.status == 0, "\(made.output)")
        }
        let project = try IOSProject(project.url)
        let unit = try #require(project.units.first)
        var (result, shared) = (Result(), SharedPlan())
        shared.missing = ["Maps"]
        for _ in 0..<20 {
            let sources = try ModuleSources(
                unit, as: "App", of: project, in: folder.url.appending(path: "Sources"), result.plan, shared, listing: .nothing)
            let run = try ToolRun.run(
                [
                    "swiftc", "-typecheck", "-parse-as-library", "-suppress-warnings", "-continue-building-after-errors", "-I",
                    empty.deletingLastPathComponent().path,
                ]
                    + sources.files.map(\.path))
            result.errors = ModuleCompiler.errors(in: run.output, sources)
            if result.errors.isEmpty { try #require(run.status == 0, "\(run.output)") }
            guard
                result.plan.inventions.declare(against: result.errors, in: sources, missing: ["Maps"], known: KnownNames(tones))
                    || result.plan.inventions.replaceBodies(with: result.errors, in: sources, all: false)
            else { break }
        }
        return result
    }

    /// Files about Live Activities are a project without an Xcode project.
    private let ride = "protocol ActivityAttributes {}"

    /// UIKit is there, without most of its types; another unknown name stays an error.
    @Test func aNameThatUIKitLacksIsDeclared() throws {
        let result = try compiled([
            "Ride.swift": ride,
            "Code.swift": """
            import UIKit

            final class Screen: UIViewController, ActivityAttributes {}
            open class Stage: UIWindow {}
            struct Lamp { @UITint("red", style: .default) var tint: Int }
            func code() -> Int? { CIFilter(name: "CIQRCodeGenerator")?.count }
            let other = UnknownThing()
            """,
        ])
        #expect(result.names == ["CIFilter", "UITint", "UIViewController", "UIWindow"])
        #expect(result.errors.map(\.message) == ["cannot find 'UnknownThing' in scope"])
    }

    /// Foundation brings C functions that Linux lacks.
    @Test func aFunctionInCThatFoundationLacksIsDeclared() throws {
        let result = try compiled([
            "Ride.swift": ride,
            "Code.swift": """
            import UIKit

            struct Store: ActivityAttributes {
                func save(_ path: String) {
                    CFRunLoopWakeUp(kCFRunLoopCommonModes)
                    path.withCString { _ = notify_post($0) }
                }
                func load() { other_function() }
            }
            """,
        ])
        #expect(result.names == ["CFRunLoopWakeUp", "kCFRunLoopCommonModes", "notify_post"])
        #expect(result.errors.map(\.message) == ["cannot find 'other_function' in scope"])
    }

    /// Types of Apple's that are here may lack members. A typing error and the project's own names stay errors.
    @Test func whatATypeHereLacksIsDeclared() throws {
        let result = try compiled([
            "Ride.swift": ride,
            "Views.swift": """
            import Tones

            protocol View {}
            typealias Major = Scale<Int>
            struct Card: View {
                let tone: Tone
                func played(with style: any ToneStyle) -> some View { self }
            }
            struct Ride: ActivityAttributes { let seat: Int }
            func code(ride: Ride) -> some View {
                let tone = Tone.loud(level: 3)
                tone.volume = 5
                print(Major().steps)
                Device.current.vibrate(.twice) { print($0.count) }
                if Device.isMuted.value { print(tone.name) }
                return Card(tone: .silent).played(with: .echo).dimmed(by: 0.5, at: .night).faded
            }
            func errors(ride: Ride) { print(Tone.palin, ride.sear, Tone.seat) }
            """,
        ])
        #expect(
            result.names == [
                "Device.isMuted", "Device.vibrate", "Scale.steps", "Tone.loud", "Tone.name", "Tone.silent", "Tone.volume",
                "ToneStyle.echo", "View.dimmed", "View.faded",
            ])
        #expect(
            result.errors.map(\.message) == [
                "type 'Tone' has no member 'palin'", "value of type 'Ride' has no member 'sear'",
                "type 'Tone' has no member 'seat'",
            ])
    }

    /// Only a missing module may add an initializer to one of Apple's types: in another file a wrong label stays an error.
    @Test func initializersOfATypeHereAreDeclared() throws {
        let result = try compiled([
            "Ride.swift": ride,
            "Views.swift": """
            import Maps
            import Tones

            struct Trip: ActivityAttributes {}
            func code() -> [Tone] {
                guard let tone = Tone(pitch: "C4") else { return [] }
                print(Device(named: "a"), Scale<Int>())
                let other: Tone = Tone(
                    hex: "ff", .silent)
                return [tone, other]
            }
            """,
            "Other.swift": """
            import Tones

            struct Other: ActivityAttributes {}
            func errors() { print(Tone(pitch: 5), Tone(rgb: 3)) }
            """,
        ])
        #expect(result.names == ["Device.init(named:)", "Tone.init(hex:_:)", "Tone.init(pitch:)"])
        #expect(
            result.errors.map(\.message) == ["incorrect argument label in call (have 'rgb:', expected 'pitch:')"])
    }

    /// `Text` with an unknown modifier is still `Text`. A pattern declares no name.
    @Test func aModifierOfATextReturnsAText() throws {
        let result = try compiled([
            "Ride.swift": ride,
            "Code.swift": """
            import Tones

            struct Trip: ActivityAttributes {
                func code(tone: Tone) -> Text {
                    switch tone {
                    case .silent: Text().stretched.tracked(by: 2) + Text()
                    default: Text()
                    }
                }
            }
            func ~= (a: Tone, b: Tone) -> Bool { true }
            """,
        ])
        #expect(result.errors == [])
        #expect(result.names == ["Text.stretched", "Text.tracked", "Tone.silent"])
    }

    /// Views that show a value would otherwise be ambiguous, as 'Text(place.name)' is.
    @Test func viewsOfAValueAreDeclared() {
        let source = Inventions().source(imports: ["SwiftUI"], isPublic: true)
        for type in ["Image", "Text"] {
            #expect(source.contains("extension \(type) { nonisolated public init(_ value: InventedValue?)"))
        }
        #expect(source.contains("appendInterpolation(_ value: InventedValue?)"))
        #expect(!Inventions().source(imports: ["Foundation"], isPublic: true).contains("extension Text"))
    }

    /// In a builder, the compiler may not name the modifier that it does not know.
    @Test func aModifierThatNoErrorNamesIsDeclared() throws {
        try project.write(ride, to: "Ride.swift")
        try project.write(
            """
            import Tones

            struct Island: ActivityAttributes { func own() -> Text { Text() } }
            func code() -> some View {
                Text().enlarged(by: 3)
                    .own()
                    .play(at: 1)
            }
            """, to: "Code.swift")
        let project = try IOSProject(project.url)
        let unit = try #require(project.units.first)
        let sources = try ModuleSources(
            unit, as: "App", of: project, in: folder.url, ModulePlan(), SharedPlan(), listing: .nothing)
        let file = unit.files.first { $0.url.lastPathComponent == "Code.swift" }?.url
        func names(_ message: String) -> [String] {
            var inventions = Inventions()
            let error = CompileError(file: file, line: 5, message: message)
            _ = inventions.declare(against: [error], in: sources, missing: [], known: KnownNames(tones))
            return inventions.names
        }
        #expect(names("generic parameter 'Content' could not be inferred") == ["View.enlarged"])
        #expect(names("cannot find 'Content' in scope") == [])
    }

    /// An extension of `Any` would be an error in each further compilation.
    @Test func anyIsNotExtended() throws {
        try project.write(ride, to: "Ride.swift")
        try project.write(
            "struct Trip: ActivityAttributes { func own(rides: Any?, day: Date) { print(rides.next, day.rides) } }",
            to: "Code.swift")
        let project = try IOSProject(project.url)
        let whole = try #require(project.units.first)
        let unit = IOSProject.Unit(name: whole.name, role: whole.role, files: whole.files, extent: .core)
        let sources = try ModuleSources(
            unit, as: "App", of: project, in: folder.url, ModulePlan(), SharedPlan(), listing: .nothing)
        let file = unit.files.first { $0.url.lastPathComponent == "Code.swift" }?.url
        var inventions = Inventions()
        let errors = ["value of type 'Any?' has no member 'next'", "value of type 'Date' has no member 'rides'"].map {
            CompileError(file: file, line: 1, message: $0)
        }
        _ = inventions.declare(against: errors, in: sources, missing: [], known: KnownNames(tones))
        #expect(inventions.names == ["Date.rides"])
    }

    /// Otherwise a large unit would take minutes longer than `--time-limit`.
    @Test func afterTheTimeLimitNothingIsDeclared() throws {
        try project.write(ride, to: "Ride.swift")
        try project.write(
            "import Maps\nstruct Trip: ActivityAttributes { func own() -> Int { Place.make() } }", to: "Code.swift")
        let project = try IOSProject(project.url)
        let unit = try #require(project.units.first)
        let sources = try ModuleSources(
            unit, as: "App", of: project, in: folder.url, ModulePlan(), SharedPlan(), listing: .nothing)
        let file = unit.files.first { $0.url.lastPathComponent == "Code.swift" }?.url
        let errors = [CompileError(file: file, line: 2, column: 55, message: "cannot find 'Place' in scope")]
        for (limit, isChanged) in [(TimeLimit.none, true), (TimeLimit(seconds: 0), false)] {
            var inventions = Inventions()
            #expect(inventions.declare(against: errors, in: sources, missing: ["Maps"], until: limit) == isChanged)
            #expect(inventions.names.isEmpty != isChanged)
            #expect(inventions.replaceBodies(with: errors, in: sources, all: true, until: limit) == isChanged)
        }
    }

    /// Foundation has more members on iOS. A typing error stays an error.
    @Test func whatATypeOfFoundationLacksIsDeclared() throws {
        let result = try compiled([
            "Ride.swift": ride,
            "Code.swift": """
            import Foundation

            struct Trip: ActivityAttributes {}
            func code(date: Date) -> URL {
                JSONDecoder().setRides([date.rideDay, "a"])
                return URL.sharedRides
            }
            func errors() { print("a".cuont) }
            """,
        ])
        #expect(result.names == ["Date.rideDay", "JSONDecoder.setRides", "URL.sharedRides"])
        #expect(result.errors.map(\.message) == ["value of type 'String' has no member 'cuont'"])
    }

    /// Apple's functions have more forms than those here. A label that none of them has stays an error, and so does a value.
    @Test func formsOfAFunctionHereAreDeclared() throws {
        let result = try compiled([
            "Ride.swift": ride,
            "Code.swift": """
            import Tones

            struct Trip: ActivityAttributes { func rest(after seconds: Int) {} }
            func code() {
                let chord = Chord(root: 1, after: 2)
                chord.play(at: 1, fading: true)
                chord.stop(after: 2)
            }
            func errors(chord: Chord, trip: Trip) {
                chord.play(at: 1, seconds: 2)
                chord.play(at: "now")
                trip.rest(after: 1, fading: true)
            }
            """,
        ])
        #expect(result.names == ["Chord.init(root:after:)", "Chord.play", "Chord.stop"])
        #expect(
            result.errors.map(\.message) == [
                "incorrect argument label in call (have 'at:seconds:', expected 'at:fading:')",
                "cannot convert value of type 'String' to expected argument type 'Int'",
                "extra argument 'fading' in call",
            ])
    }

    @Test func constantsAndTypesOfAMissingLibraryInCAreDeclared() throws {
        let result = try compiled([
            "Ride.swift": ride,
            "Store.swift": """
            import Maps

            let MAP_DATE = MAP_NULL + 1
            var place: MapPlace = MapPlaceMake(1, 2)
            private let staticText = unsafeBitCast(0, to: map_destructor.self)
            struct Store: ActivityAttributes {
                func open(_ flags: Int32) -> Bool {
                    let result = map_open("rides", flags | MAP_OPEN_WRITE, nil)
                    return result != MAP_OK && result != MAP_DATE
                }
            }
            """,
        ])
        #expect(result.errors.isEmpty)
        #expect(result.plan.inventions.bodies.isEmpty)
        #expect(
            result.names == ["MAP_NULL", "MAP_OK", "MAP_OPEN_WRITE", "MapPlace", "MapPlaceMake", "map_destructor", "map_open"])
    }

    /// Only what is called or has members is a type. Values are optional, as code may check that they are not `nil`.
    @Test func valuesOfAMissingModuleAreDeclared() throws {
        let result = try compiled([
            "Ride.swift": ride,
            "Steps.swift": """
            import Maps

            struct Steps: ActivityAttributes {
                func query(_ store: Store) -> Bool {
                    store.run(Query(sort: SortByStartDate, limit: NoLimit))
                    let state = store.state
                    return state == .paused
                }
            }
            """,
        ])
        #expect(result.errors.isEmpty)
        #expect(result.plan.inventions.bodies.isEmpty)
        #expect(result.names == ["NoLimit", "Query", "SortByStartDate", "Store"])
    }

    @Test func anInitializerWhoseResultIsUnwrappedIsFailable() throws {
        let result = try compiled([
            "Ride.swift": ride,
            "Recorder.swift": """
            import Maps

            struct Recorder: ActivityAttributes {
                let speech = Recognizer(locale: "en")!
                let sound = Sounds()!
                func start() {
                    guard let other = Recognizer(name: "Here") else { return }
                    print(other)
                }
            }
            """,
        ])
        #expect(result.errors.isEmpty)
        #expect(result.plan.inventions.bodies.isEmpty)
        #expect(
            result.plan.inventions.types["Recognizer"]?.members == [
                "public init?(locale a0: Any?) {}", "public init?(name a0: Any?) {}",
            ])
    }

    /// A variable with a value of a missing module is optional. Code that does not check it compiles too.
    @Test func valuesInVariablesAreUsedWithoutAnUnwrap() throws {
        let result = try compiled([
            "Ride.swift": ride,
            "Track.swift": """
            import Maps

            struct Track: ActivityAttributes {
                func length(_ store: Store) -> Double {
                    let route = store.route
                    var total = 0.0
                    for leg in store.legs { total += leg.length }
                    let last = route.legs.last
                    if let name = route.name { print(name, last) }
                    return total
                }
            }
            """,
        ])
        #expect(result.errors.isEmpty)
        #expect(result.plan.inventions.bodies.isEmpty)
        #expect(result.names == ["Store"])
    }

    /// A type that occurs only as the element of a collection, and a value before a brace.
    @Test func aTypeInAListIsNoVariable() throws {
        let result = try compiled([
            "Ride.swift": ride,
            "Stops.swift": """
            import Maps

            struct Stops: ActivityAttributes {
                func count(_ store: Store) -> Int {
                    var stops = [Stop]()
                    let places = [String: Place]()
                    if store.limit == NoLimit { stops = [] }
                    return stops.count + places.count
                }
            }
            """,
        ])
        #expect(result.errors.isEmpty)
        #expect(result.plan.inventions.bodies.isEmpty)
        #expect(result.names == ["NoLimit", "Place", "Stop", "Store"])
    }

    /// Foundation has a type with this name too.
    @Test func aTypeWithANameOfApplesKeepsItsModulesName() throws {
        let result = try compiled([
            "Ride.swift": ride,
            "Rides.swift": """
            import Foundation
            import Maps

            struct Rides: ActivityAttributes { static let id = Maps.Expression<String>("id") }
            """,
        ])
        #expect(result.errors.isEmpty)
        #expect(result.names == ["Maps_Expression"])
    }

    @Test func aFunctionBehindTheNameOfItsModuleIsDeclared() throws {
        let result = try compiled([
            "Ride.swift": ride,
            "Tracker.swift": """
            import Maps
            struct Tracker: ActivityAttributes { func start() { Maps.configure(cache: 3) } }
            """,
        ])
        #expect(result.errors == [])
        #expect(result.names == ["configure"])
    }

    /// Flutter's `FlutterResult` is one.
    @Test func aFunctionTypeOfAMissingModuleIsDeclared() throws {
        let result = try compiled([
            "Ride.swift": ride,
            "Tracker.swift": """
            import Maps
            struct Tracker: ActivityAttributes {
                func start(_ call: PlaceCall, result: @escaping PlaceResult) {
                    result(nil)
                    result(call.name)
                }
            }
            """,
        ])
        #expect(result.errors == [])
        #expect(result.names == ["PlaceCall", "PlaceResult"])
        #expect(result.plan.inventions.bodyLines == [:])
    }

    @Test func subscriptsOfAMissingModuleAreDeclared() throws {
        let result = try compiled([
            "Ride.swift": ride,
            "Tracker.swift": """
            import Maps
            struct Tracker: ActivityAttributes {
                let store: PlaceStore
                func first(of names: [String]) -> String? { names[safe: 0] }
                func name() -> String { store.places[0] }
                func clear() { store["home"] = nil }
            }
            """,
            "Other.swift": "struct Other: ActivityAttributes { func last(of all: [Int]) -> Int? { all[ago: 0] } }",
        ])
        #expect(result.errors.map(\.message) == ["extraneous argument label 'ago:' in subscript"])
        #expect(result.names == ["Collection.subscript(safe:)", "PlaceStore"])
    }

    @Test func aTypeWithTheNameOfItsModuleIsDeclared() throws {
        let result = try compiled([
            "Ride.swift": ride, "Key.swift": "import Maps\nstruct Key: ActivityAttributes { let maps = Maps(region: 2) }",
        ])
        #expect(result.errors.isEmpty)
        #expect(result.names == ["Maps"])
    }

    /// Expo generates a bundle whose widgets a package declares.
    @Test func aWidgetOfAMissingModuleHasNoConfiguration() throws {
        let result = try compiled([
            "Ride.swift": ride,
            "Bundle.swift": """
            import Maps

            protocol Widget {}
            extension Optional: Widget where Wrapped: Widget {}
            struct Rides: ActivityAttributes { var body: some Widget { RideWidget() as? Stop } }
            struct Stop: Widget { let place: Place }
            """,
        ])
        #expect(result.errors == [])
        #expect(result.plan.inventions.types.filter(\.value.isWidget).keys.sorted() == ["RideWidget"])
        let source = result.plan.inventions.source(imports: ["WidgetKit"], isPublic: false)
        #expect(source.contains("struct RideWidget: @unchecked Sendable, Hashable, Codable, Identifiable, Widget {"))
        #expect(source.contains("var body: some WidgetConfiguration { EmptyWidgetConfiguration() }"))
    }

    @Test func initializersWithoutTheirTypeAreDeclared() throws {
        let result = try compiled([
            "Ride.swift": ride,
            "Crossing.swift": """
            import Maps

            struct Message { let place: Place }
            extension Place { static let home = Self("Home") }
            extension PlaceStore.Name { static let recent = Self("recent") }
            struct Crossing: ActivityAttributes {
                let lat: Double
                var place: Place {
                    .init(latitude: lat, longitude: 2)
                }
                var message: Message { Message(place: .init(name: "Here")) }
            }
            """,
        ])
        #expect(result.errors.isEmpty)
        #expect(result.plan.inventions.bodies.isEmpty)
        #expect(
            result.plan.inventions.types["Place"]?.members == [
                "public init(_ a0: Any?) {}", "public init(latitude a0: Any?, longitude a1: Any?) {}",
                "public init(name a0: Any?) {}",
            ])
    }

    @Test func whatAMissingModuleDeclaresIsDeclaredFromItsUses() throws {
        let result = try compiled([
            "Ride.swift": ride,
            "Tracker.swift": """
            import Foundation
            import Maps

            struct Stop: Codable, Equatable { var place: Coordinate; var style: Maps.PlaceStyle }
            extension Coordinate: Equatable { static func == (a: Coordinate, b: Coordinate) -> Bool { a.latitude == b.latitude } }
            class Base: PlaceController { override func appear() { super.appear() } }
            class Failure: PlaceFailure<[String: Stop], Void> { override var reason: String { "" } }
            final class Tracker: NSObject, PlaceManagerDelegate, ActivityAttributes {
                private let manager = PlaceManager()
                weak var owner: PlaceOwner?
                let list = PlaceList<Stop>(kind: .recent)
                @Located(in: "home") var home: String
                func start() throws {
                    manager.delegate = self
                    manager.accuracy = 5
                    manager.begin(every: 3, near: nil)
                    playSound(1104)
                    let length: Double = manager.route.length
                    guard let key = PlaceKey(named: "a") else { return }
                    print(length, key, try PlaceDigest.digest(data: Data()), list.count)
                }
                func distance(to place: Coordinate) -> Double { Coordinate(latitude: 1, longitude: 2).distance(to: place) }
                func start(of stop: Coordinate) -> Date {
                    Date(timeIntervalSinceNow: Double(stop.route!.start.seconds) - Date().timeIntervalSince1970)
                }
                var style: PlaceStyle { home.isEmpty ? .satellite : .hybrid(level: 3) }
            }
            """,
        ])
        #expect(result.errors == [])
        #expect(
            result.names == [
                "Coordinate", "Located", "PlaceController", "PlaceDigest", "PlaceFailure", "PlaceKey", "PlaceList",
                "PlaceManager",
                "PlaceManagerDelegate", "PlaceOwner", "PlaceStyle", "playSound",
            ])
    }

    @Test func whatIsPublicAndCodedUsesDeclarations() throws {
        let result = try compiled([
            "Ride.swift": ride,
            "Stop.swift": """
            import Maps
            public struct Stop: Codable, Hashable, ActivityAttributes {
                @Stored public var name: String?
                public var place: Coordinate
                public init(place: Coordinate) { self.place = place }
            }
            """,
        ])
        #expect(result.errors == [])
        #expect(result.names == ["Coordinate", "Stored"])
        #expect(result.plan.inventions.bodies == [:])
    }

    /// A use that no declaration allows costs the body, and the report names its line.
    @Test func whatCannotBeDeclaredCostsTheBody() throws {
        let result = try compiled([
            "Ride.swift": ride,
            "Tracker.swift": """
            import Maps
            struct Tracker: ActivityAttributes {
                let manager = PlaceManager()
                func ask(_ done: (Int) -> Void) {
                    for case .near(let place) in manager.places { done(place) }
                }
            }
            """,
        ])
        #expect(result.errors == [])
        #expect(result.plan.inventions.bodyLines.map { [$0.key.lastPathComponent: $0.value] } == [["Tracker.swift": [4]]])
    }

    /// An error that has nothing to do with a missing module stays one.
    @Test func theProjectsOwnErrorsStay() throws {
        let result = try compiled([
            "Ride.swift": ride,
            "Tracker.swift": """
            import Maps
            struct Tracker: ActivityAttributes {
                let place = Coordinate(latitude: 1)
                func count() -> Int { "a".cuont }
            }
            """,
            "Other.swift": "struct Other: ActivityAttributes { let place: Missing }",
        ])
        #expect(result.names == ["Coordinate"])
        #expect(
            Set(result.errors.map(\.message)) == [
                "value of type 'String' has no member 'cuont'", "cannot find type 'Missing' in scope",
            ])
    }

    @Test func thePropertiesOfManagedObjectsAreComputed() {
        let text = "    @NSManaged public var name: String? // a\n    @NSManaged var date: Date"
        let expected =
            "    public var name: String? { get { nil } set {} } // a\n    var date: Date { get { fatalError() } set {} }"
        #expect(StandIns.withComputedProperties(text) == expected)
    }

    @Test func aModulesNameInFrontOfATypeIsLeftOut() {
        let text = "import Maps.Place\nlet a: Maps.Place = Maps.find(b.Maps.Other, Maps.List<Int>()) // Maps.Place"
        let expected = "import Maps.Place\nlet a:      Place = Maps.find(b.Maps.Other, Maps_List<Int>()) // Maps.Place"
        #expect(StandIns.withoutQualifiers(text, of: ["Maps"]) == expected)
    }
}
