#if Service
import Foundation
import HTTPTypes
import Hummingbird
import LiveActivities
import LiveActivityCore
import LiveActivityJSON
import LiveActivitySurfaces

#if Preview
import LiveActivityPreview
#endif

/// The presentations of an activity on surfaces.
enum PresentationRoutes {
    static let all = [
        Route(.get, "/v1/activities/{id}/presentations", .read, admitsLinks: true) { call in
            let query = try call.query(Look.names + ["surface", "revision"])
            let surfaces = try query["surface"].map { [try surface($0)] } ?? SizedSurface.all
            let look = try Look(query)
            let activity = try await shown(call, revision: query["revision"])
            let presentations = try presentations(call, activity, surfaces, look)
            return try Response(
                encoding: Shown(
                    activity: activity.id, revision: activity.revision, at: look.at.iso8601, presentations: presentations),
                revision: activity.revision)
        },
        Route(.get, "/v1/activities/{id}/presentations/{picture}", .read, admitsLinks: true) { call in
            try await picture(call)
        },
    ]

    private struct Shown: Encodable {
        var activity: ActivityID
        var revision: UInt32
        var at: String
        var presentations: [Presentation]
    }

    /// The environment in which a presentation is resolved, from the query.
    struct Look: Sendable {
        static let names = ["at", "scheme", "language", "textSize", "dimmed"]

        var at = Date()
        var scheme = ColorScheme.light
        var language = "en"
        var isDimmed = false
        var textSize: DynamicTypeSize?

        init(_ query: [String: String]) throws(Problem) {
            at = try Call.date("at", query) ?? at
            switch query["scheme"] {
            case nil, "light": scheme = .light
            case "dark": scheme = .dark
            default: throw .badRequest("badQuery", "'scheme' must be light or dark.", path: "scheme")
            }
            if let text = query["language"] {
                guard 1...64 ~= text.utf8.count, text.utf8.allSatisfy({ $0 < 0x80 && $0 > 0x20 }) else {
                    throw .badRequest("badQuery", "'language' must be a language tag such as ar or pt-BR.", path: "language")
                }
                language = text
            }
            isDimmed = query["dimmed"] == "true"
            textSize = try query["textSize"].map { (text: String) throws(Problem) in
                guard let size = DynamicTypeSize.allCases.first(where: { "\($0)" == text }) else {
                    let names = DynamicTypeSize.allCases.map { "\($0)" }.joined(separator: ", ")
                    throw .badRequest("badQuery", "'textSize' must be one of \(names).", path: "textSize")
                }
                return size
            }
        }

        var environment: EnvironmentValues {
            var environment = EnvironmentValues()
            environment.use(language: language)
            environment.colorScheme = scheme
            environment.isLuminanceReduced = isDimmed
            environment.now = at
            if let textSize { environment.dynamicTypeSize = textSize }
            #if Preview
            if PreviewResources.unavailable == nil { environment.textMeasuring = PangoTextMeasuring() }
            #endif
            return environment
        }
    }

    /// - Parameter text: An earlier revision, replayed from the journal; the current one if `nil`.
    static func shown(_ call: Call, revision text: String? = nil) async throws -> ShownActivity {
        if let text {
            guard let revision = UInt32(text) else {
                throw Problem.badRequest("badQuery", "'revision' must be a number.", path: "revision")
            }
            return try shown(try await HistoryRoutes.history(call), at: revision)
        }
        let id = try call.activity()
        try await call.checkAccess(to: id)
        let record = try await call.runtime.record(of: id), kind = try await call.runtime.kind(of: id)
        try await call.service.untilStored([id])
        guard let record, let kind else { throw RuntimeError.engine(.unknownActivity(id)) }
        return ShownActivity(record, kind: kind)
    }

    private static func shown(_ history: ActivityHistory, at revision: UInt32) throws -> ShownActivity {
        var shown: ShownActivity?
        for moment in history.moments where moment.change.revision <= revision {
            if shown == nil { shown = ShownActivity(moment.change) } else { shown?.apply(moment.change) }
        }
        guard let shown, shown.revision == revision else {
            throw Problem.notFound("The journal does not contain revision \(revision) of this activity.")
        }
        return shown
    }

    static func presentations(
        _ call: Call, _ activity: ShownActivity, _ surfaces: [SizedSurface], _ look: Look
    ) throws -> [Presentation] {
        do throws(PresentationError) {
            return try call.service.kinds.widgets.present(activity, on: surfaces, environment: look.environment)
        } catch {
            if case .noWidget = error { throw Problem(.notFound, "noWidget", "\(error)") }
            throw Problem(.internalServerError, "unpresentable", "\(error)")
        }
    }

    static func surface(_ name: String) throws(Problem) -> SizedSurface {
        guard let surface = SizedSurface(named: name) else {
            throw Problem(
                .notFound, "unknownSurface", CaseNames.unknown(name, "surface", among: SizedSurface.all.map(\.name)))
        }
        return surface
    }

    /// A picture: `<surface>.svg` or `<surface>.png`.
    private static func picture(_ call: Call) async throws -> Response {
        #if Preview
        if let reason = PreviewResources.unavailable {
            throw Problem(.notImplemented, "libraryMissing", "No picture: \(reason).")
        }
        let query = try call.query(Look.names + ["scale", "framed"])
        let name = call.parameter("picture")
        guard let dot = name.lastIndex(of: "."), ["svg", "png"].contains(name[name.index(after: dot)...]) else {
            throw Problem.notFound("The name of a picture must be '<surface>.svg' or '<surface>.png'.")
        }
        let surface = try surface(String(name[..<dot]))
        let scale = Double(query["scale"] ?? "2") ?? 0
        guard 1...4 ~= scale else { throw Problem.badRequest("badQuery", "'scale' must be from 1 to 4.", path: "scale") }
        let look = try Look(query)
        let activity = try await shown(call)
        guard let presentation = try presentations(call, activity, [surface], look).first else {
            throw Problem(.notFound, "notShown", "The activity is \(activity.state.rawValue) and is not shown there.")
        }
        let picture = Picture(presentation, colorScheme: look.scheme, isFramed: query["framed"] != "false", at: look.at)
        return name.hasSuffix("svg")
            ? Response(bytes: Array(picture.svg().utf8), type: "image/svg+xml")
            : Response(bytes: picture.png(scale: scale), type: "image/png")
        #else
        throw Problem(.notImplemented, "traitMissing", "Pictures need a build with the trait Preview.")
        #endif
    }
}
#endif
