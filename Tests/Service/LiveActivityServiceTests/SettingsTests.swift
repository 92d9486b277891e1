#if Service
import LiveActivities
import Testing

@testable import LiveActivityService

@Suite struct SettingsTests {
    @Test func everySettingIsRead() throws {
        let settings = try ServiceSettings(
            yaml: """
                host: 0.0.0.0
                port: 9000
                state: state
                durability: relaxed
                journal: false
                shards: 4
                origins: [https://app.example]
                limits: { bodyBytes: 2048, requestsPerSecond: 10, activitiesPerOwner: 5 }
                streams: { heartbeat: 5, history: 100 }
                drainTimeout: 7
                drainDelay: 1.5
                """, file: "/etc/live/config.yaml")
        #expect(settings.service.host == "0.0.0.0")
        #expect(settings.service.port == 9_000)
        #expect(settings.state == "/etc/live/state")
        #expect(settings.durability == .relaxed)
        #expect(settings.journal == nil)
        #expect(settings.shards == 4)
        #expect(settings.service.limits.bodyBytes == 2_048)
        #expect(settings.service.limits.requestsPerSecond == 10)
        #expect(settings.service.limits.activitiesPerOwner == 5)
        #expect(settings.service.streams.history == 100)
        #expect(settings.service.drainTimeout == 7)
        #expect(settings.service.drainDelay == 1.5)
    }

    @Test func theJournalKeepsWhatIsSet() throws {
        func journal(_ yaml: String) throws -> JournalLimits? { try ServiceSettings(yaml: yaml, file: "c.yaml").journal }
        #expect(try journal("port: 80") == JournalLimits())
        #expect(try journal("journalDays: 30\njournalCommands: 5000") == JournalLimits(entries: 5_000, age: 2_592_000))
        #expect(try journal("journal: false\njournalDays: 30") == nil)
        #expect(throws: ServiceError.self) { try journal("journalDays: 0") }
    }

    @Test func aMistakeIsNamedWithItsLine() {
        func reason(_ yaml: String) -> String {
            do {
                _ = try ServiceSettings(yaml: yaml, file: "c.yaml")
                return ""
            } catch { return "\(error)" }
        }
        #expect(reason("host: a\nprot: 1") == "c.yaml:2: 'prot' is not a setting; did you mean 'port'?")
        #expect(reason("port: 70000") == "c.yaml:1: 'port' must be a whole number from 0 to 65535")
        #expect(
            reason("streams:\n  heartbeat: 0") == "c.yaml:2: 'streams.heartbeat' must be a number of seconds, at least 0.001")
        #expect(reason("streams:\n  heartbeat: 0.001") == "")
        #expect(reason("tls:\n  key: a") == "c.yaml:1: 'certificate' is missing in 'tls'")
        #expect(
            reason("webhooks:\n  - name: a\n    url: https://a\n    secrets: []\n    changes: [start]").hasPrefix(
                "c.yaml:5: there is no change 'start'; did you mean 'started'? Use one of: scheduled, started, updated"))
        #expect(
            reason("webhooks:\n  - name: a\n    url: https://a\n    secrets: []\n    keep: all")
                == "c.yaml:5: 'keep' must be every or newest")
        #expect(reason("limits:\n  activitiesPerOwner: 0").hasPrefix("c.yaml:2: "))
        #expect(reason("origins: [example.org]").hasSuffix("an origin must have the form https://example.org, without a path"))
    }
}
#endif
