import LiveActivityCore
import Testing

@testable import LiveActivities

/// Stores that consist of records, like those of the C library.
@Suite struct StoreRecordsTests {
    @Test func aPermissionThatCannotBeReadDeniesToTheOwnerThatItsKeyNames() throws {
        let permissions = [
            ("anna", #"{"name":"anna","allDenied":false,"denied":["delivery"],"frequentUpdates":true}"#),
            ("bert", #"{"name":"bert","allDenied":false,"denied":["deliv"#),
            // The record of another owner: what this owner has forbidden is unknown.
            ("carl", #"{"name":"cxrl","allDenied":false,"denied":[],"frequentUpdates":true}"#),
        ]
        var damage: [StoreDamage] = []
        let records = StoreRecords { table, receive in
            guard table == .permissions else { return }
            for (key, text) in permissions { try Array(text.utf8).withUnsafeBufferPointer { try receive(key, $0) } }
        } note: {
            damage.append($0)
        }
        let head = try records.head()
        #expect(head.permissions == [.init(name: "anna", allDenied: false, denied: ["delivery"], frequentUpdates: true)])
        #expect(head.damagedPermissions == [.init(owner: "bert", kinds: nil), .init(owner: "carl", kinds: nil)])
        #expect(damage.map(\.key) == ["bert", "carl"])
        #expect(damage.allSatisfy { $0.table == "permission" })
    }
}
