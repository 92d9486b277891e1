#if Push
import Foundation
import Testing

@testable import LiveActivitySealing

@Suite struct SealingTests {
    private let content = Data(#"{"state":{"driverName":"Nora"}}"#.utf8)

    /// A host that has pinned devices, which trust it.
    private func pairing(_ count: Int) throws -> (host: SealingHost, devices: [DeviceKeys]) {
        var host = SealingHost()
        let devices = try (0..<count).map { number in
            var device = DeviceKeys()
            try device.trust(host.publicKey)
            try host.pin(device.key, named: "device \(number)", fingerprint: device.key.fingerprint)
            return device
        }
        return (host, devices)
    }

    private func error(_ body: () throws -> some Any) -> SealingError? {
        do { _ = try body() } catch { return error as? SealingError }
        return nil
    }

    @Test func everyPinnedDeviceOpensTheContentAndNoOther() throws {
        let (host, devices) = try pairing(3)
        let box = try host.seal(content, stream: "order", sequence: 1)
        for device in devices { #expect(try device.open(box, stream: "order", sequence: 1) == content) }
        var other = DeviceKeys()
        try other.trust(host.publicKey)
        #expect(error { try other.open(box, stream: "order", sequence: 1) } == .notForThisDevice)
        #expect(try host.seal(content, stream: "order", sequence: 1) != box)
    }

    @Test func aBoxBelongsToOnePlaceInOneStream() throws {
        let (host, devices) = try pairing(1)
        let box = try host.seal(content, stream: "order", sequence: 7)
        #expect(error { try devices[0].open(box, stream: "order", sequence: 8) } == .notAuthentic)
        #expect(error { try devices[0].open(box, stream: "order2", sequence: 7) } == .notAuthentic)
        #expect(error { try devices[0].open(box, stream: "or der", sequence: 7) } == .badStream("or der", sequence: 7))
        for (stream, sequence) in [("", 1), (String(repeating: "a", count: 65), 1), ("a\n1", 1), ("a", 0), ("a", 1 << 53 + 1)] {
            #expect(
                error { try host.seal(content, stream: stream, sequence: sequence) } == .badStream(stream, sequence: sequence))
        }
    }

    @Test func everyChangedByteIsNoticed() throws {
        let (host, devices) = try pairing(2)
        let box = try #require(Data(base64Encoded: try host.seal(content, stream: "s", sequence: 1)))
        for index in box.indices {
            var changed = box
            changed[index] ^= 1
            // The wrapped key of the other device is not read.
            let isOthers = 2 + 84..<2 + 2 * 84 ~= index
            let opened = error { try devices[0].open(changed.base64EncodedString(), stream: "s", sequence: 1) }
            #expect((opened == nil) == isOthers, "byte \(index): \(String(describing: opened))")
        }
        for length in 0..<box.count {
            #expect(error { try devices[0].open(box.prefix(length).base64EncodedString(), stream: "s", sequence: 1) } != nil)
        }
    }

    @Test func contentOfAHostThatIsNotTrustedIsRefused() throws {
        let (_, devices) = try pairing(1)
        var relay = SealingHost()
        try relay.pin(devices[0].key, named: "victim", fingerprint: devices[0].key.fingerprint)
        let forged = try relay.seal(content, stream: "order", sequence: 1)
        #expect(error { try devices[0].open(forged, stream: "order", sequence: 1) } == .notAuthentic)
        var device = devices[0]
        try device.trust(relay.publicKey)
        #expect(try device.open(forged, stream: "order", sequence: 1) == content)
        device.distrust(try relay.publicKey)
        #expect(error { try device.open(forged, stream: "order", sequence: 1) } == .notAuthentic)
    }

    @Test func aDeviceCannotSealForAnotherInTheHostsName() throws {
        let (host, devices) = try pairing(2)
        let (first, second) = (
            try SealedBox(try host.seal(content, stream: "s", sequence: 1)),
            try SealedBox(try host.seal(Data("other".utf8), stream: "s", sequence: 1))
        )
        // Wrapped keys for one body do not open another, even if an attacker has the content key.
        let mixed = SealedBox(wrapped: first.wrapped, body: second.body).base64
        #expect(error { try devices[1].open(mixed, stream: "s", sequence: 1) } == .notAuthentic)
    }

    @Test func onlyAComparedFingerprintIsPinned() throws {
        var host = SealingHost()
        let (device, relay) = (try DeviceKeys().key, try DeviceKeys().key)
        #expect(
            error { try host.pin(relay, named: "phone", fingerprint: device.fingerprint) }
                == .otherFingerprint(relay.fingerprint, expected: device.fingerprint))
        #expect(host.devices == [])
        #expect(error { try host.seal(content, stream: "s", sequence: 1) } == .noDevices)
        try host.pin(device, named: "phone", fingerprint: device.fingerprint.lowercased().filter { $0 != "-" })
        let update = host.update(from: [relay, device])
        #expect(update == SealingHost.Update(unpinned: [relay.fingerprint]))
        #expect(host.devices.map(\.key) == [device])
        #expect(host.update(from: []).missing == ["phone"])
        #expect(host.devices.map(\.key) == [device], "a service that withholds a key removes no device")
    }

    @Test func aReplacedKeyIsUsedIfItsIdentityHasSignedIt() throws {
        var (host, devices) = try pairing(1)
        let (before, first) = (try host.seal(content, stream: "s", sequence: 1), try devices[0].key)
        devices[0].rotate()
        let second = try devices[0].key
        #expect(second.fingerprint == first.fingerprint && second.agreement != first.agreement)

        var forged = second
        forged.agreement = try DeviceKeys().key.agreement
        #expect(host.update(from: [forged]) == SealingHost.Update(missing: ["device 0"], invalid: 1))
        #expect(host.update(from: [second]).replaced == ["device 0"])
        #expect(host.update(from: [first]) == SealingHost.Update(), "the service cannot bring an old key back")
        #expect(host.devices[0].key == second)

        let after = try host.seal(content, stream: "s", sequence: 2)
        #expect(try devices[0].open(after, stream: "s", sequence: 2) == content)
        #expect(try devices[0].open(before, stream: "s", sequence: 1) == content)
        devices[0].rotate()
        #expect(error { try devices[0].open(before, stream: "s", sequence: 1) } == .notForThisDevice)
    }

    @Test func nothingIsSealedForARemovedDevice() throws {
        var (host, devices) = try pairing(2)
        #expect(host.remove("device 0") && !host.remove("device 0"))
        let box = try host.seal(content, stream: "s", sequence: 1)
        #expect(error { try devices[0].open(box, stream: "s", sequence: 1) } == .notForThisDevice)
        #expect(try devices[1].open(box, stream: "s", sequence: 1) == content)
    }

    /// The table in Documentation/Sealing.md.
    @Test(arguments: [(1, 2_046), (3, 2_046), (4, 1_790), (8, 1_534), (16, 1_022)])
    func contentFitsAPushOrIsRefused(devices: Int, limit: Int) throws {
        let (host, keys) = try pairing(devices)
        let whole = Data(repeating: 7, count: limit)
        let box = try host.seal(whole, stream: "s", sequence: 1)
        #expect(box.utf8.count <= 3_200)
        #expect(try keys[devices - 1].open(box, stream: "s", sequence: 1) == whole)
        #expect(
            error { try host.seal(whole + [7], stream: "s", sequence: 1) }
                == .contentTooLarge(bytes: limit + 1, limit: limit, devices: devices))
    }

    @Test func thereAreAtMostSixteenDevices() throws {
        var (host, _) = try pairing(16)
        let more = try DeviceKeys().key
        #expect(
            error { try host.pin(more, named: "17", fingerprint: more.fingerprint) } == .tooManyDevices(17, limit: 16))
    }

    @Test func lengthsAreHiddenWithin256Bytes() throws {
        let (host, keys) = try pairing(1)
        func size(_ count: Int) throws -> Int {
            let box = try host.seal(Data(count: count), stream: "s", sequence: 1)
            #expect(try keys[0].open(box, stream: "s", sequence: 1).count == count)
            return box.utf8.count
        }
        #expect(try size(0) == size(254))
        #expect(try size(254) < size(255))
        #expect(try size(255) == size(510))
    }

    @Test func nothingPrintsASecret() throws {
        let (host, devices) = try pairing(1)
        let secrets = try [JSONEncoder().encode(host), JSONEncoder().encode(devices[0])]
        for (value, json) in zip([host, devices[0]] as [any Sendable], secrets) {
            var text = ""
            dump(value, to: &text)
            let stored = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
            for name in ["secret", "identity"] {
                if let secret = stored[name] as? String { #expect(!(text + "\(value)").contains(secret)) }
            }
        }
    }
}

/// A keychain in memory.
private final class Dictionary: SealingKeychain, @unchecked Sendable {
    // Used by one test at a time, on one thread.
    var items: [String: Data] = [:]
    func read(_ item: String) -> Data? { items[item] }
    func write(_ data: Data?, to item: String) { items[item] = data }
}

@Suite struct SealedReaderTests {
    @Test func olderContentIsRefusedAndTheSameMayBeOpenedAgain() throws {
        let (keychain, host) = (Dictionary(), SealingHost())
        var (keys, sender) = (DeviceKeys(), host)
        try keys.trust(host.publicKey)
        try sender.pin(keys.key, named: "phone", fingerprint: keys.key.fingerprint)
        let reader = SealedReader(keychain)
        let boxes = try (1...3).map { try sender.seal(Data("\($0)".utf8), stream: "s", sequence: $0) }
        #expect(throws: SealingError.noKeys) { try reader.open(boxes[0], stream: "s", sequence: 1) }
        try keychain.setDeviceKeys(keys)
        for sequence in [2, 2, 3] {
            #expect(try reader.open(boxes[sequence - 1], stream: "s", sequence: sequence) == Data("\(sequence)".utf8))
        }
        #expect(throws: SealingError.replayed(sequence: 2, newest: 3)) { try reader.open(boxes[1], stream: "s", sequence: 2) }
        #expect(throws: SealingError.notAuthentic) { try reader.open(boxes[1], stream: "s", sequence: 4) }
        #expect(try reader.open(boxes[2], stream: "s", sequence: 3) == Data("3".utf8), "a forged sequence was not kept")
        // Other streams are kept apart, and the newest 64 are.
        for number in 1...64 {
            _ = try reader.open(try sender.seal(Data(), stream: "t\(number)", sequence: 1), stream: "t\(number)", sequence: 1)
        }
        #expect(try reader.open(boxes[0], stream: "s", sequence: 1) == Data("1".utf8))
    }
}

/// Boxes from Tests/Sealing/hpke.py, a separate implementation of RFC 9180.
@Suite struct VectorTests {
    private struct Vectors: Decodable {
        struct Vector: Decodable {
            var name: String
            var stream: String
            var sequence: Int
            var box: String
            /// `nil` if the box must be refused.
            var content: String?
        }
        struct Device: Decodable {
            var identitySecret: Data
            var agreementSecret: Data
            var key: DeviceKey
            var fingerprint: String
        }
        var hosts: [Data]
        var devices: [Device]
        var vectors: [Vector]
    }

    @Test func boxesOfAnotherImplementationAreOpened() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../Plugins/Sealed/Contract/sealing.json")
        let given = try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file))
        #expect(given.vectors.contains { $0.content != nil } && given.vectors.contains { $0.content == nil })
        for device in given.devices {
            let keys = DeviceKeys(identity: device.identitySecret, agreement: device.agreementSecret, hosts: given.hosts)
            try device.key.verify()
            let own = try keys.key
            #expect(own.agreement == device.key.agreement && own.identity == device.key.identity)
            #expect(own.fingerprint == device.fingerprint)
            for vector in given.vectors {
                let opened = try? keys.open(vector.box, stream: vector.stream, sequence: vector.sequence)
                #expect(opened.map { String(decoding: $0, as: UTF8.self) } == vector.content, "\(vector.name)")
            }
        }
    }
}
#endif
