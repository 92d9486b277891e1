#if Push
import Crypto
import LiveActivities
import LiveActivityCore
import LiveActivityPush
import LiveActivitySealing
import Synchronization
import Testing

@testable import LiveActivityCluster

/// Pushes from nodes in one process, over logs in memory, to simulated phones.
@Suite(.movedTime, .timeLimit(.minutes(15))) struct PushesOverNodesTests {
    private let phones = Phones()
    private let app: PushAppID

    init() throws { app = PushAppID(try BundleID("com.example.tally"), .production) }

    private struct Node {
        let runtime: ClusterRuntime
        let pusher: ClusterPusher
        let way: Phones.Way

        func stop() async {
            await runtime.stop()
            await pusher.close()
        }
    }

    private func node(_ name: NodeName, _ cluster: TestCluster, key: SymmetricKey? = nil) throws -> Node {
        let way = Phones.Way(phones)
        var policy = PushPolicy()
        (policy.spacing, policy.urgentPerHour, policy.alertWindow) = (0, 200, 0)
        let kind = PushKind(attributesType: "Tally", startAlert: AlertConfiguration(title: "Tally", body: "begins"))
        let pusher = try ClusterPusher(
            apps: [PushApp(app, kinds: ["tally": kind])], transports: [app: way], policy: policy, key: key)
        return Node(runtime: try cluster.node(name, pusher), pusher: pusher, way: way)
    }

    /// Registers an owner's phone, which by default has the owner's name.
    private func register(_ owner: String, _ node: Node, activity: ActivityID? = nil, phone: String? = nil) async throws {
        let phone = phone ?? owner
        try await node.pusher.register(
            try Phones.token(phone, activity == nil ? "" : "tally"),
            as: activity.map { .activity($0) } ?? .pushToStart("tally"),
            installation: InstallationID(rawValue: phone), owner: OwnerID(owner), app: app)
    }

    private func start(_ owner: String, _ node: Node) async throws -> ActivityID {
        try await node.runtime.start(
            TallyProvider.Attributes(name: owner), owner: OwnerID(owner), options: StartOptions(key: "1", ifRunning: .join))
    }

    private func send(_ number: Int, _ id: ActivityID, _ node: Node) async throws {
        try await node.runtime.send(TallyProvider.Event.happened(number), to: id, eventID: EventID("\(number)"), timestamp: nil)
    }

    /// Updates the activity with its current content and an alert.
    private func alert(_ text: String, _ id: ActivityID, _ node: Node) async throws {
        let record = try #require(try await node.runtime.record(of: id))
        let state = try WireDecoder().decode(TallyProvider.Attributes.ContentState.self, from: record.content.state.bytes)
        try await node.runtime.update(
            id, ActivityContent(state: state, staleDate: nil),
            alert: AlertConfiguration(title: .literal(text), body: "now"), timestamp: nil)
    }

    @Test func everyPhoneShowsTheNewestStateEvenAfterAnOwnersNodeDies() async throws {
        let cluster = TestCluster(partitions: 8)
        let nodes = [try node("one", cluster), try node("two", cluster)]
        try await cluster.settled(nodes[0].runtime, nodes[1].runtime)
        let owners = (0..<12).map { "owner\($0)" }
        var ids: [String: ActivityID] = [:]
        // Each call goes to the other node than the previous one.
        for (index, owner) in owners.enumerated() {
            try await register(owner, nodes[index % 2])
            ids[owner] = try await start(owner, nodes[(index + 1) % 2])
        }
        try await until { owners.allSatisfy { phones[$0].starts == [$0: 1] } }
        for (index, owner) in owners.enumerated() {
            let id = try #require(ids[owner])
            try await register(owner, nodes[(index + 1) % 2], activity: id)
            try await send(1, id, nodes[index % 2])
        }
        try await until { owners.allSatisfy { phones[$0].shown["tally"] == [1] } }
        #expect(nodes.allSatisfy { $0.way.sent > 0 })

        // Pushes of the second node are held back from now on; then the node is disconnected.
        let (one, two) = (nodes[0], nodes[1])
        two.way.hold()
        let late = (0..<6).map { "late\($0)" }
        for owner in late {
            try await register(owner, one)
            ids[owner] = try await start(owner, one)
        }
        for owner in owners {
            try await send(2, try #require(ids[owner]), one)
            try await alert("goal", try #require(ids[owner]), one)
        }
        let lost = try #require(one.runtime.status().nodes.first { $0.name == "two" }).owns
        let waiting = (owners + late).filter { lost.contains(one.runtime.partition(of: OwnerID($0))) }
        #expect(waiting.count > 1)
        try await until { two.way.held >= waiting.count }
        cluster.disconnect(two.runtime)
        try await cluster.settled(one.runtime)
        for owner in owners { try await send(3, try #require(ids[owner]), one) }
        try await until { owners.allSatisfy { phones[$0].shown["tally"] == [1, 2, 3] } }
        // Now they arrive, in addition to the new owner's pushes.
        two.way.release()
        for owner in owners { try await send(4, try #require(ids[owner]), one) }
        try await until { owners.allSatisfy { phones[$0].shown["tally"] == [1, 2, 3, 4] } }
        #expect(phones.faults == [])
        #expect(phones.ignored > 0, "what came late was newer than what came before it")
        for owner in owners + late { #expect(phones[owner].starts == [owner: 1]) }
        for owner in owners { #expect(phones[owner].alerts.contains("goal")) }
        await two.stop()
        await one.stop()
        #expect(phones.faults == [])
    }

    /// Partitions move while pushes are in transit: nothing is lost, and no activity is started twice.
    @Test func aPlannedMoveTakesTheLedgerAlong() async throws {
        let cluster = TestCluster(partitions: 4)
        let one = try node("one", cluster)
        let owners = (0..<8).map { "owner\($0)" }
        var ids: [ActivityID] = []
        for owner in owners {
            try await register(owner, one)
            let id = try await start(owner, one)
            // An app that registers the token earlier has started the activity itself.
            try await until { phones[owner].starts == [owner: 1] }
            try await register(owner, one, activity: id)
            ids.append(id)
        }
        let two = try node("two", cluster)
        try await cluster.settled(one.runtime, two.runtime)
        for id in ids { try await alert("goal", id, two) }
        await one.stop()
        for id in ids { try await send(1, id, two) }
        try await until { owners.allSatisfy { phones[$0].shown["tally"] == [1] } }
        for owner in owners {
            #expect(phones[owner].starts == [owner: 1])
            // The alert may arrive twice if the machine is so busy that the answer took longer than the owner's timeout.
            #expect(Set(phones[owner].alerts) == ["goal"])
        }
        #expect(phones.faults == [])
        await two.stop()
    }

    @Test func whatIsKnownOfADeviceIsAskedAtAnyNode() async throws {
        let cluster = TestCluster(partitions: 4)
        let (one, two) = (try node("one", cluster), try node("two", cluster))
        try await cluster.settled(one.runtime, two.runtime)
        for owner in ["anna", "bert", "carl"] { try await register(owner, one) }
        let id = try await start("anna", two)
        for node in [one, two] {
            try await until { phones["anna"].starts == ["anna": 1] }
            #expect(try await node.pusher.tokens(of: "anna").map(\.target) == [.pushToStart("tally"), .activity(id)])
            #expect(try await node.pusher.tokens(of: "nobody").isEmpty)
            #expect(try await node.pusher.devices(of: "bert").map(\.installation) == ["bert"])
            #expect(try await node.pusher.trace(of: id).contains { "\($0.step)".hasPrefix("sent: start") })
        }
        try await two.pusher.heard(from: "anna")
        try await one.pusher.heard(from: "anna", owner: "anna")
        try await two.pusher.permitFrequentUpdates(true, for: "anna")
        try await two.pusher.forget("anna")
        #expect(try await one.pusher.tokens(of: "anna").isEmpty)
        await one.stop()
        await two.stop()
    }

    /// Another user signs in on the phone: pushes of the former owner are no longer sent there.
    @Test func aDeviceHasOneOwnerInAllPartitions() async throws {
        let cluster = TestCluster(partitions: 8)
        let one = try node("one", cluster)
        try await cluster.settled(one.runtime)
        let others = (0..<20).map { "other\($0)" }
        let other = try #require(
            others.first { one.runtime.partition(of: OwnerID($0)) != one.runtime.partition(of: "anna") })
        try await register("anna", one, phone: "phone")
        let id = try await start("anna", one)
        try await until { phones["phone"].starts == ["anna": 1] }
        try await register("anna", one, activity: id, phone: "phone")
        try await register(other, one, phone: "phone")
        #expect(try await one.pusher.devices(of: "anna").isEmpty)
        #expect(try await one.pusher.tokens(of: "phone").map(\.target) == [.pushToStart("tally")])
        try await send(1, id, one)
        _ = try await start(other, one)
        try await until { phones["phone"].starts == ["anna": 1, other: 1] }
        #expect(phones["phone"].shown["tally"] == nil)
        await one.stop()
    }

    /// With a key, the log contains no token or installation in plain text. A node with another key refuses to start, and no
    /// data is lost.
    @Test func anInstallationProvesItselfAtEveryNode() async throws {
        let cluster = TestCluster(partitions: 8)
        let nodes = [try node("one", cluster), try node("two", cluster)]
        try await cluster.settled(nodes[0].runtime, nodes[1].runtime)
        let secret = InstallationSecret()
        func register(_ owner: OwnerID, _ secret: InstallationSecret?, _ node: Node) async throws -> TokenRegistration {
            try await node.pusher.register(
                try Phones.token("phone", ""), as: .pushToStart("tally"), installation: "phone", owner: owner, app: app,
                secret: secret)
        }
        #expect(try await register("owner0", secret, nodes[0]) == TokenRegistration(isNew: true, secret: secret))
        #expect(try await register("owner0", nil, nodes[1]) == TokenRegistration(isNew: false, secret: nil))
        for number in 1..<8 {
            let owner = OwnerID("owner\(number)")
            await #expect(throws: PushError.installationUnproven("phone")) {
                _ = try await register(owner, number % 2 == 0 ? nil : InstallationSecret(), nodes[number % 2])
            }
            #expect(try await !nodes[1].pusher.admits(nil, for: "phone", of: owner))
        }
        #expect(try await nodes[1].pusher.devices(of: "owner0").map(\.installation) == ["phone"])

        #expect(try await register("owner5", secret, nodes[1]).isNew)
        #expect(try await nodes[0].pusher.devices(of: "owner0").isEmpty)
        await #expect(throws: PushError.installationUnproven("phone")) { _ = try await register("owner0", nil, nodes[0]) }
        for node in nodes { await node.stop() }
    }

    @Test func aKeyForSealedContentIsKnownAtEveryNode() async throws {
        let cluster = TestCluster(partitions: 8)
        let nodes = [try node("one", cluster), try node("two", cluster)]
        try await cluster.settled(nodes[0].runtime, nodes[1].runtime)
        let (secret, keys) = (InstallationSecret(), DeviceKeys())
        func register(_ owner: OwnerID, _ secret: InstallationSecret?, _ node: Node) async throws -> Bool {
            try await node.pusher.register(try keys.key, installation: "phone", owner: owner, app: app, secret: secret).isNew
        }
        func listed(_ owner: OwnerID) async throws -> [[DeviceKey]] {
            var found: [[DeviceKey]] = []
            for node in nodes { found.append(try await node.pusher.keys(of: owner).map(\.key)) }
            return found
        }
        #expect(try await register("owner0", secret, nodes[0]))
        #expect(try await !register("owner0", nil, nodes[1]))
        let own = try keys.key
        #expect(try await listed("owner0").allSatisfy { $0.map(\.agreement) == [own.agreement] })
        await #expect(throws: PushError.installationUnproven("phone")) { _ = try await register("owner5", nil, nodes[0]) }
        #expect(try await register("owner5", secret, nodes[1]))
        #expect(try await listed("owner0") == [[], []])
        #expect(try await !nodes[0].pusher.removeKey(of: "phone", owner: "owner0"))
        #expect(try await nodes[0].pusher.removeKey(of: "phone", owner: "owner5"))
        #expect(try await listed("owner5") == [[], []])
        for node in nodes { await node.stop() }
    }

    @Test func theLogShowsNoTokenAndAnotherKeyReadsNothing() async throws {
        let cluster = TestCluster(partitions: 1)
        let key = SymmetricKey(size: .bits256)
        let one = try node("one", cluster, key: key)
        try await register("anna-of-the-phone", one)
        let id = try await start("anna-of-the-phone", one)
        try await until { phones["anna-of-the-phone"].starts == ["anna-of-the-phone": 1] }
        try await register("anna-of-the-phone", one, activity: id)
        await one.stop()
        let log = cluster.transport.log(of: 0)
        let records = try log.read(after: 0, bytes: .max).filter {
            String(decoding: $0.message.bytes, as: UTF8.self).hasPrefix(#"{"version":2"#)
        }
        #expect(records.count > 1)
        let token = try Phones.token("anna-of-the-phone")
        for text in ["anna-of-the-phone", Data(token.bytes).base64EncodedString(), token.hex] {
            #expect(!records.contains { String(decoding: $0.message.bytes, as: UTF8.self).contains(text) })
        }

        for other in [nil, SymmetricKey(size: .bits256)] {
            let stranger = try node("stranger", cluster, key: other)
            try await cluster.settled(stranger.runtime)
            #expect(stranger.pusher.failures.count == 1)
            let error = await #expect(throws: PushError.self) { try await register("anna-of-the-phone", stranger) }
            guard case .ledgerUnavailable = error else { Issue.record("\(String(describing: error))"); return }
            await stranger.stop()
        }
        let two = try node("two", cluster, key: key)
        #expect(try await two.pusher.tokens(of: "anna-of-the-phone").map(\.target) == [.pushToStart("tally"), .activity(id)])
        try await send(1, id, two)
        try await until { phones["anna-of-the-phone"].shown["tally"] == [1] }
        await two.stop()
    }

    /// After the beginning of the log was deleted, the snapshot contains the state and the ledger.
    @Test func aSnapshotHasTheLedger() async throws {
        let cluster = TestCluster(partitions: 1)
        let one = try node("one", cluster)
        try await register("anna", one)
        let id = try await start("anna", one)
        try await register("anna", one, activity: id)
        let before = try await one.pusher.tokens(of: "anna")
        let log = cluster.transport.log(of: 0)
        try #require(one.runtime.node.owned(0)).store.snapshot()
        #expect(try log.bounds().first > 1)
        await one.stop()
        let two = try node("two", cluster)
        #expect(try await two.pusher.tokens(of: "anna") == before)
        await two.stop()
    }

    /// A node without pushes reports that, and keeps the ledger for the next owner.
    @Test func aNodeWithoutPushesLosesNothing() async throws {
        let cluster = TestCluster(partitions: 1)
        let one = try node("one", cluster)
        try await register("anna", one)
        await one.stop()
        let plain = try cluster.node("plain")
        let id = try await plain.start(
            TallyProvider.Attributes(name: "anna"), owner: "anna", options: StartOptions(key: "1"))
        #expect(phones["anna"].starts.isEmpty)
        await plain.stop()
        let two = try node("two", cluster)
        // The change was waiting in the log.
        try await until { phones["anna"].starts == ["anna": 1] }
        #expect(try await two.pusher.tokens(of: "anna").map(\.target) == [.pushToStart("tally"), .activity(id)])
        await two.stop()
    }

    @Test func aClusterHasNoChannels() throws {
        var kind = PushKind(attributesType: "Tally")
        kind.channel = { _ in nil }
        let channels = #expect(throws: PushError.self) {
            try ClusterPusher(apps: [PushApp(app, kinds: ["tally": kind])], transports: [:])
        }
        #expect(channels?.description.contains("no broadcast channels") == true)
    }

    #if PushFiles
    @Test func aClusterHasNoLedgerFile() throws {
        let yaml = """
            apps:
              - bundle: com.example.tally
                environment: production
                key: A
                kinds: {tally: {attributes-type: Tally, start-alert: {title: a, body: b}}}
            """
        try PushConfiguration(yaml: yaml, file: "push.yaml").checkForCluster()
        let file = #expect(throws: PushError.self) {
            try PushConfiguration(yaml: yaml + "\nledger: ledger.jsonl", file: "push.yaml").checkForCluster()
        }
        #expect(file?.description.contains("partitions' logs") == true)
    }
    #endif
}
#endif
