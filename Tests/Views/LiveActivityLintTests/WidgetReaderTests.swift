import Foundation
import LiveActivityCore
import LiveActivityTesting
import LiveActivityWidgetTesting
import Testing

@testable import LiveActivityLint

/// The checks of a widget in a plugin's tests.
@Suite struct WidgetReaderTests {
    /// A queue whose smallest views read the first guest, even if there is none.
    struct Table: ActivityProvider {
        struct Attributes: ActivityAttributes, Sendable {
            struct ContentState: Codable, Hashable, Sendable { var guests = ["Anna", "Ben"] }
            var number = 4
        }
        enum Event: Codable, Hashable, Sendable { case served }

        let kind: ActivityKind = "table"

        func content(for attributes: Attributes, at now: Date) -> ActivityContent<Attributes.ContentState> {
            ActivityContent(state: .init(), staleDate: nil)
        }

        func handle(_ event: Event, in activity: inout Scope) { activity.end(dismissal: .default) }

        var samples: ProviderSamples<Attributes, Event> {
            ProviderSamples(attributes: [Attributes()], story: [.init(after: 60, .served)])
        }
    }

    struct TableWidget: Widget {
        var body: some WidgetConfiguration {
            ActivityConfiguration(for: Table.Attributes.self) { context in
                TableCard(guests: context.state.guests)
            } dynamicIsland: { context in
                DynamicIsland {
                    DynamicIslandExpandedRegion(.bottom) { Text(verbatim: context.state.guests.joined()) }
                } compactLeading: {
                    Image(systemName: "fork.knife")
                } compactTrailing: {
                    Text(verbatim: context.state.guests.first ?? "")
                } minimal: {
                    Text(verbatim: context.state.guests[0])
                }
            }
        }
    }

    struct TableCard: View {
        let guests: [String]
        var body: some View { Text(verbatim: guests.joined(separator: ", ")) }
    }

    struct TimeWidget: Widget {
        /// 2026-06-20 22:30 UTC.
        static let date = Date(timeIntervalSinceReferenceDate: 803_687_400)

        var body: some WidgetConfiguration {
            ActivityConfiguration(for: Table.Attributes.self) { context in
                VStack {
                    Text(Self.date, style: .time)
                    Text(Self.date, style: .date)
                    Text(Self.date...(Self.date + 600))
                    Text(Self.date, format: .dateTime.day().month())
                }
            } dynamicIsland: { context in
                DynamicIsland {
                } compactLeading: {
                } compactTrailing: {
                } minimal: {
                }
            }
        }
    }

    /// Whatever the time zone of the machine.
    @Test func allDatesAreInUTC() async {
        await #expect(processExitsWith: .success) {
            setenv("TZ", "Asia/Tokyo", 1)
            let widget = try WidgetReader(
                TimeWidget.self, kind: "table", attributes: Table.Attributes.self,
                strings: try StringCatalog(parsing: Array(#"{"sourceLanguage":"en","strings":{}}"#.utf8)))
            let read = try widget.reading(.init(), .init(), at: TimeWidget.date, on: [.lockScreenIPhone393])
            #expect(TimeZone.current.identifier == "Asia/Tokyo")
            #expect(read == "lockScreen: 22:30 | 20 June 2026 | 22:30\u{2009}–\u{2009}22:40 | 20 Jun")
        }
    }

    @Test func hostileContentsAreLaidOutOnSurfacesOfEachKind() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let widget = try WidgetReader(
                TableWidget.self, kind: "table", attributes: Table.Attributes.self,
                strings: try StringCatalog(parsing: Array(#"{"sourceLanguage":"en","strings":{}}"#.utf8)))
            _ = try widget.drawHostileContents(of: Table())
        }
        let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        let line = "HostileJSON: this stopped the process: content of table with another guests: {\"guests\":[]}"
        #expect(output.contains(line), "\(output)")
    }
}
