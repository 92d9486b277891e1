#if Service
import Foundation
import HTTPTypes
import Hummingbird
import LiveActivities
import LiveActivityCore
import LiveActivitySurfaces

#if Preview
import LiveActivityPreview
#endif

/// The routes that serve the dashboard's files and pictures. The dashboard uses the public API for everything else.
enum DashboardRoutes {
    static let all = [
        Route(.get, "/", nil) { call in DashboardPages.response(DashboardPages.page, to: call.request) },
        Route(.get, "/activity", nil) { call in DashboardPages.response(DashboardPages.shared, to: call.request) },
        Route(.get, "/live-activity.js", nil) { call in DashboardPages.response(DashboardPages.component, to: call.request) },
        Route(.get, "/live-activity.d.ts", nil) { call in
            DashboardPages.response(DashboardPages.componentTypes, to: call.request)
        },
        Route(.get, "/assets/{name}", nil) { call in
            guard let file = DashboardPages.assets[call.parameter("name")] else {
                throw Problem.notFound("There is no such file.")
            }
            return DashboardPages.response(file, to: call.request)
        },
        Route(.get, "/dashboard/pictures", .read, admitsLinks: true) { call in try await pictures(call) },
    ]

    /// The maximum number of activities in one answer.
    private static let most = 100

    /// `activities` and `surfaces` are comma-separated lists; `revision` shows a single activity at that revision, and
    /// `moment` shows all as they were at a time.
    private static func pictures(_ call: Call) async throws -> Response {
        let query = try call.query(PresentationRoutes.Look.names + ["activities", "surfaces", "revision", "moment"])
        // A link shows the present; the past is replayed from the journal.
        if query["moment"] != nil || query["revision"] != nil { try call.access.check(.read) }
        let look = try PresentationRoutes.Look(query)
        let names = query["surfaces"]?.split(separator: ",").map(String.init)
        let surfaces = try names?.map { try PresentationRoutes.surface($0) } ?? SizedSurface.all
        let ids = try (query["activities"] ?? "").split(separator: ",").prefix(most).map { (text) throws(Problem) in
            try Call.activity(text, "activities")
        }
        var shown = Pictures(
            now: Date().iso8601, hasJournal: call.service.journal != nil, hasPushes: call.service.pusher != nil,
            mayCommand: call.access.scope >= .write)
        if let moment = try Call.date("moment", query) {
            guard let past = try await call.service.activities(at: moment) else { throw Problem.noJournal }
            for (record, kind) in ids.compactMap({ past[$0] }) {
                try call.access.check(record.id, of: record.owner)
                shown.activities.append(pictures(of: ShownActivity(record, kind: kind), surfaces, look, call))
            }
            return try Response(encoding: shown)
        }
        for id in ids {
            try await call.checkAccess(to: id)
            guard let activity = try await self.shown(call, id, query["revision"]) else { continue }
            shown.activities.append(pictures(of: activity, surfaces, look, call))
        }
        try await call.service.untilStored(ids)
        return try Response(encoding: shown)
    }

    private struct Pictures: Encodable {
        struct Activity: Encodable {
            var activity: ActivityID
            var revision: UInt32
            var pictures: [Surface] = []
        }

        struct Surface: Encodable {
            var surface: String
            /// Only with the trait Preview.
            var svg: String?
            var words: [String]
        }

        var now: String
        // Facts that the pages would otherwise request separately.
        var hasJournal: Bool
        var hasPushes: Bool
        /// Whether the caller's token may send commands. If not, the pages show no controls, which would be refused.
        var mayCommand: Bool
        var activities: [Activity] = []
    }

    /// The activity at present or at an earlier revision; `nil` if there is none.
    private static func shown(_ call: Call, _ id: ActivityID, _ revision: String?) async throws -> ShownActivity? {
        guard let record = try await call.runtime.record(of: id), let kind = try await call.runtime.kind(of: id) else {
            return nil
        }
        guard let revision = revision.flatMap({ UInt32($0) }), revision != record.revision else {
            return ShownActivity(record, kind: kind)
        }
        var shown: ShownActivity?
        for change in try await call.service.histories.changes(of: id, at: record.revision, call.service)
        where change.revision <= revision {
            if shown == nil { shown = ShownActivity(change) } else { shown?.apply(change) }
        }
        return shown
    }

    private static func pictures(
        of activity: ShownActivity, _ surfaces: [SizedSurface], _ look: PresentationRoutes.Look, _ call: Call
    ) -> Pictures.Activity {
        var shown = Pictures.Activity(activity: activity.id, revision: activity.revision)
        // A kind without a widget has no pictures; the dashboard shows its other data.
        let presentations =
            try? call.service.kinds.widgets.present(activity, on: surfaces, environment: look.environment)
        shown.pictures = (presentations ?? []).map { presentation in
            // Pictures have dates in the zone of the process.
            var surface = Pictures.Surface(
                surface: presentation.surface.name, words: presentation.words(at: look.at, timeZone: .current))
            #if Preview
            guard PreviewResources.unavailable == nil else { return surface }
            surface.svg = Picture(presentation, colorScheme: look.scheme, at: look.at).webSVG(language: look.language)
            #endif
            return surface
        }
        return shown
    }
}
#endif
