#if LA_LOOKS
import CJansson
import CLiveActivities
import DeliveryActivity
import DeliveryWidget
import JanssonCoding
import LiveActivityCore
import LiveActivityHost
import LiveActivityLint
import LiveActivitySurfaces
import LiveActivityUI
import MeditationTimerActivity
import MeditationTimerWidget
import SportsActivity
import SportsWidget
import WaitQueueActivity
import WaitQueueWidget

extension Looks {
    /// The views of the four built-in kinds.
    private static let widgets: ActivityWidgets = {
        var widgets = ActivityWidgets()
        do {
            try widgets.register(
                DeliveryWidget.self, kind: "delivery", attributes: DeliveryAttributes.self, strings: DeliveryWidget.strings)
            try widgets.register(
                MeditationTimerWidget.self, kind: "meditationTimer", attributes: MeditationTimerAttributes.self,
                strings: MeditationTimerWidget.strings)
            try widgets.register(
                SportsWidget.self, kind: "sports", attributes: SportsAttributes.self, strings: SportsWidget.strings)
            try widgets.register(
                WaitQueueWidget.self, kind: "waitQueue", attributes: WaitQueueAttributes.self, strings: WaitQueueWidget.strings)
        } catch {
            preconditionFailure("a built-in widget has no look: \(error)")
        }
        return widgets
    }()

    static func presentations(
        of activity: la_activity, in handle: OpaquePointer?, _ look: UnsafePointer<la_look>?, at ms: Int64
    ) throws(Failure) -> [Presentation] {
        var now = Date(timeIntervalSinceReferenceDate: 0)
        return try presentations(of: activity, in: handle, look, at: ms, measuring: nil, seen: &now)
    }

    /// - Parameters:
    ///   - measuring: Measures texts for views that need their size; `nil` to estimate it.
    ///   - now: The time for which the views are evaluated.
    static func presentations(
        of activity: la_activity, in handle: OpaquePointer?, _ look: UnsafePointer<la_look>?, at ms: Int64,
        measuring: (any TextMeasuring)?, seen now: inout Date
    ) throws(Failure) -> [Presentation] {
        var shown: ShownActivity?
        try read(handle) { (runtime) throws(Failure) in
            now = try runtime.clockTime(ms)
            let id = ActivityID(rawValue: activity)
            let record = try runtime.command { (engine) throws(EngineError) in try engine.record(of: id) }
            guard let record, let kind = runtime.host.engine.kind(of: id) else {
                // For a restored activity whose kind is not registered this throws a more exact error.
                _ = try runtime.state(of: activity)
                throw Failure(.unknownActivity(id))
            }
            shown = ShownActivity(record, kind: kind)
        }
        var look = try Look(look, at: now)
        look.environment.textMeasuring = measuring
        do throws(PresentationError) {
            return try widgets.present(
                shown.unsafelyUnwrapped, on: look.surfaces, environment: look.environment, condition: look.condition)
        } catch {
            throw Failure(error)
        }
    }

    static func findings(in presentations: UnsafePointer<json_t>, at ms: Int64) throws(Failure) -> [Finding] {
        let now = try time(ms)
        let given = try decoded([Presentation].self, presentations, "presentations")
        return given.flatMap { lint($0, options: LintOptions(now: now, isKnownSystemImage: SystemImages.isMapped)) }
    }

    /// The time argument of a call without a runtime.
    static func time(_ ms: Int64) throws(Failure) -> Date {
        ms == LA_NOW_MS ? Milliseconds.date(Milliseconds.now) : try Milliseconds.checked(ms, "at_ms")
    }

    static func decoded<Value: Decodable>(
        _: Value.Type, _ value: UnsafePointer<json_t>, _ name: StaticString
    ) throws(Failure) -> Value {
        let decoder = WireDecoder()
        decoder.acceptsISO8601Dates = true
        do { return try decoder.decode(Value.self, from: UnsafeMutablePointer(mutating: value)) } catch {
            throw Failure(LA_ERROR_UNDECODABLE, "\(name): \((error as? DecodingError)?.reason ?? "\(error)")")
        }
    }

    static func findings(
        of kind: UnsafePointer<CChar>?, in handle: OpaquePointer?, _ language: UnsafePointer<CChar>?
    ) throws(Failure) -> [Finding] {
        let kind = ActivityKind(rawValue: try LiveActivitiesC.text(kind, "kind"))
        let language = try optionalText(language, "language") ?? "en"
        let provider = try read(handle) { (runtime) throws(Failure) -> AnyProvider in
            guard let provider = runtime.host.engine.providers.first(where: { $0.kind == kind }) else {
                throw runtime.failure(.unknownKind(kind))
            }
            return provider
        }
        guard widgets.kinds.contains(kind) else { throw Failure(.noWidget(kind, known: widgets.kinds)) }
        do {
            guard let story = try SampleStory(provider) else {
                throw Failure(LA_ERROR_UNSUPPORTED, "the kind '\(kind)' has no samples")
            }
            return widgets.lint(story, locales: [language], isKnownSystemImage: SystemImages.isMapped)
        } catch {
            throw error as? Failure ?? (error as? EngineError).map { Failure($0) }
                ?? Failure(LA_ERROR_UNSUPPORTED, String(describing: error))
        }
    }

    /// An entry of the list of surfaces.
    struct ListedSurface: Encodable {
        let name: String
        let width: Double
        let height: Double
        let takesActions: Bool
    }

    static func surfaces() throws(Failure) -> [ListedSurface] {
        SizedSurface.all.map {
            ListedSurface(
                name: $0.name, width: $0.size.width.upperBound, height: $0.size.height.upperBound, takesActions: $0.takesActions
            )
        }
    }
}

/// The environment in which an activity's views are resolved, from a `la_look`.
private struct Look {
    var surfaces = SizedSurface.all
    var environment = EnvironmentValues()
    var condition = DeviceCondition()

    private static let flags = LA_LOOK_DARK | LA_LOOK_DIMMED | LA_LOOK_LOCKED | LA_LOOK_NIGHT | LA_LOOK_CONTRAST | LA_LOOK_BOLD

    init(_ pointer: UnsafePointer<la_look>?, at now: Date) throws(Failure) {
        environment.now = now
        environment.locale = Locale(identifier: "en")
        guard let pointer else { return }
        // The first version of the struct ends with text_size.
        let look = try sized(pointer, la_look(), atLeast: 32, "la_look")
        let flags = Int(look.flags)
        guard flags & ~Int(Self.flags) == 0 else { throw .argument("la_look.flags has unknown bits") }
        if let name = try optionalText(look.surface, "la_look.surface") {
            guard let surface = SizedSurface(named: name) else {
                throw .argument("there is no surface '\(name.abridged)'; la_present_surfaces() lists them")
            }
            surfaces = [surface]
        }
        if let language = try optionalText(look.language, "la_look.language") {
            guard 1...64 ~= language.utf8.count, language.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
                throw .argument("la_look.language is not a language identifier such as ar or pt-BR")
            }
            environment.locale = Locale(identifier: language)
            environment.layoutDirection =
                environment.locale.language.characterDirection == .rightToLeft ? .rightToLeft : .leftToRight
        }
        let sizes = DynamicTypeSize.allCases
        guard let standard = sizes.firstIndex(of: .large), sizes.indices.contains(standard + Int(look.text_size)) else {
            throw .argument("la_look.text_size is \(look.text_size), not from -3 to 8")
        }
        environment.dynamicTypeSize = sizes[standard + Int(look.text_size)]
        environment.colorScheme = flags & Int(LA_LOOK_DARK) != 0 ? .dark : .light
        environment.isLuminanceReduced = flags & Int(LA_LOOK_DIMMED) != 0
        environment.colorSchemeContrast = flags & Int(LA_LOOK_CONTRAST) != 0 ? .increased : .standard
        environment.legibilityWeight = flags & Int(LA_LOOK_BOLD) != 0 ? .bold : nil
        condition.isLocked = flags & Int(LA_LOOK_LOCKED) != 0
        condition.isNightMode = flags & Int(LA_LOOK_NIGHT) != 0
    }
}

extension Failure {
    fileprivate init(_ error: PresentationError) {
        switch error {
        case .noWidget, .noLook: self.init(LA_ERROR_NO_LOOK, error.description)
        case .undecodable, .unresolvable: self.init(LA_ERROR_UNDECODABLE, error.description)
        }
    }
}
#else
import CJansson
import CLiveActivities
import LiveActivityCore
import LiveActivityHost

extension Looks {
    private static var missing: Failure {
        Failure(LA_ERROR_UNSUPPORTED, "this library was built without looks (Scripts/package-c --with-looks)")
    }

    static func presentations(
        of activity: la_activity, in handle: OpaquePointer?, _ look: UnsafePointer<la_look>?, at ms: Int64
    ) throws(Failure) -> [JSONText] { throw missing }

    static func findings(in presentations: UnsafePointer<json_t>, at ms: Int64) throws(Failure) -> [JSONText] { throw missing }

    static func findings(
        of kind: UnsafePointer<CChar>?, in handle: OpaquePointer?, _ language: UnsafePointer<CChar>?
    ) throws(Failure) -> [JSONText] { throw missing }

    static func surfaces() throws(Failure) -> [JSONText] { throw missing }
}
#endif
