#if Push
import ArgumentParser
import Foundation
import LiveActivities
import LiveActivityCore
import LiveActivitySealing

/// `live-activities seal`: seals content for the devices of a user, so that the service that passes it on cannot read it.
struct SealCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seal",
        abstract: "Seals content that only a user's devices can read.",
        discussion: """
            A host seals for the devices that it has pinned: the user compares the fingerprint that the device shows. The keys \
            of an owner's devices come from the service, in GET /v1/owners/OWNER/keys.

            Examples:
              \(Program.name) seal host --keys host.json
              curl $RELAY/v1/owners/anna/keys |
                \(Program.name) seal pin phone A3KD-… --keys host.json
              \(Program.name) run < commands.jsonl |
                \(Program.name) seal changes --keys host.json --owner anna --title Food
            """,
        subcommands: [
            Host.self, Pin.self, Devices.self, Remove.self, Content.self, ChangesCommand.self, DeviceCommand.self, Open.self,
        ])

    /// A file with secret keys, which only its user may read.
    struct KeyFile: ParsableArguments {
        @Option(
            help: ArgumentHelp("The file with the secret keys, which 'host', 'pin' and 'device' create.", valueName: "file"))
        var keys: String

        /// The keys in the file. A missing file is an error, because its name is probably mistyped.
        func read<Keys: Codable>() throws -> Keys {
            guard FileManager.default.fileExists(atPath: keys) else {
                throw Status.inputOutput.reporting(
                    "there is no file '\(keys)': '\(Program.name) seal host' creates the file of a host, 'seal device' the file of a device"
                )
            }
            do { return try JSONDecoder().decode(Keys.self, from: Data(contentsOf: URL(filePath: keys))) } catch {
                throw Status.inputOutput.reporting("'\(keys)' is not a file of keys of this kind: \(error)")
            }
        }

        func write(_ value: some Encodable) throws {
            let bytes = [UInt8](try JSONEncoder().encode(value))
            // A host that loses its key must be paired with each device again.
            do throws(DurableFile.Failure) { try DurableFile.replace(keys, with: bytes) } catch {
                throw Status.inputOutput.reporting("'\(keys)' cannot be written: \(error)")
            }
        }

        /// The keys in the file, or new ones, which are written into it.
        func read<Keys: Codable>(orNew new: @autoclosure () -> Keys) throws -> Keys {
            guard !FileManager.default.fileExists(atPath: keys) else { return try read() }
            let made = new()
            try write(made)
            return made
        }

        func host() throws -> SealingHost { try read() }
        func hostOrNew() throws -> SealingHost { try read(orNew: SealingHost()) }
    }

    /// The errors of sealing as messages.
    fileprivate static func trying<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let error as SealingError { throw Status.findings.reporting("\(error)") }
    }

    fileprivate static func input() throws -> Data {
        Data(try Descriptor.standardInput.readAll(of: "the standard input"))
    }

    static func print(_ json: JSONValue) throws { try write(JSONText(json).bytes + [UInt8(ascii: "\n")]) }

    fileprivate static func write(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { try Descriptor.standardOutput.write($0) }
    }

    // MARK: - A host and its devices

    struct Host: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prints the host's public key and its fingerprint, for a device to trust.")
        @OptionGroup var file: KeyFile

        func run() throws {
            let key = try trying { try file.hostOrNew().publicKey }
            try print(["host": JSONValue(key.base64EncodedString()), "fingerprint": JSONValue(Fingerprint.text(of: key))])
        }
    }

    struct Pin: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Pins a device, whose key is read from the service's keys in standard input.")
        @OptionGroup var file: KeyFile
        @Argument(help: "Your name for the device.") var name: String
        @Argument(help: "The fingerprint that the device itself shows.") var fingerprint: String

        func run() throws {
            let (keys, wanted) = (try PublishedKeys(try input()).keys, Fingerprint.normalized(fingerprint))
            var host = try file.hostOrNew()
            guard let key = keys.first(where: { $0.fingerprint == wanted }) else {
                throw Status.findings.reporting(
                    "the service has no key with this fingerprint; do not seal for another one")
            }
            try trying { try host.pin(key, named: name, fingerprint: wanted) }
            try file.write(host)
        }
    }

    struct Devices: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists the pinned devices, and takes newer keys of theirs from standard input.",
            discussion: "Standard input has the service's keys; give it /dev/null to list only.")
        @OptionGroup var file: KeyFile

        func run() throws {
            var host = try file.host()
            let given = try input()
            let update = given.isEmpty ? nil : host.update(from: try PublishedKeys(given).keys)
            if update?.replaced.isEmpty == false { try file.write(host) }
            for device in host.devices {
                let notes = [
                    update?.replaced.contains(device.name) == true ? "newer key" : nil,
                    update?.missing.contains(device.name) == true ? "not at the service" : nil,
                ].compactMap { $0 }
                let shown = ["pinned", device.key.fingerprint, device.name] + notes.map { "(\($0))" }
                Swift.print(shown.joined(separator: " "))
            }
            for fingerprint in update?.unpinned ?? [] { Swift.print("unknown", fingerprint) }
            if let count = update?.invalid, count > 0 { Swift.print("\(count) keys have a wrong signature") }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Removes a device: nothing more is sealed for it.")
        @OptionGroup var file: KeyFile
        @Argument(help: "The device's name or fingerprint.") var device: String

        func run() throws {
            var host = try file.host()
            guard host.remove(device) else { throw Status.findings.reporting("no device '\(device)' is pinned") }
            try file.write(host)
        }
    }

    // MARK: - Content

    struct Content: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Seals standard input, and prints the state of an activity of the kind 'sealed'.")
        @OptionGroup var file: KeyFile
        @Option(help: "The name of the activity's stream, as in its attributes.") var stream: String
        @Option(help: "Larger than that of all earlier content of the stream.") var sequence: Int

        func run() throws {
            let box = try trying { try file.host().seal(try input(), stream: stream, sequence: sequence) }
            try print(["sequence": JSONValue(sequence), "box": JSONValue(box)])
        }
    }

    // MARK: - A device

    struct DeviceCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "device", abstract: "Prints the public key of a device without a phone, for tests.")
        @OptionGroup var file: KeyFile
        @Option(help: "The public key of a host to trust.") var trust: String?
        @Flag(help: "Replace the key first.") var rotate = false

        func run() throws {
            var keys = try file.read(orNew: DeviceKeys())
            if rotate { keys.rotate() }
            if let trust { try trying { try keys.trust(Data(base64Encoded: trust) ?? Data()) } }
            try file.write(keys)
            let key = try trying { try keys.key }
            try print([
                "fingerprint": JSONValue(key.fingerprint), "key": try WireEncoder().encodeToJSONValue(key),
            ])
        }
    }

    struct Open: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Opens the state of an activity in standard input, as a device does.")
        @OptionGroup var file: KeyFile
        @Option(help: "The name of the activity's stream, as in its attributes.") var stream: String

        func run() throws {
            let keys: DeviceKeys = try file.read()
            let state = try JSONValue(parsing: [UInt8](try input()))
            guard let sequence = state["sequence"]?.int, let box = state["box"]?.string else {
                throw Status.findings.reporting("standard input is not the state of an activity of the kind 'sealed'")
            }
            try write([UInt8](try trying { try keys.open(box, stream: stream, sequence: sequence) }))
        }
    }
}

/// The response to `GET /v1/owners/{owner}/keys`, or the output of `seal device`.
private struct PublishedKeys {
    var keys: [DeviceKey]

    private struct Response: Decodable {
        struct Entry: Decodable { var key: DeviceKey }
        var keys: [Entry]
    }

    init(_ json: Data) throws {
        if let own = try? JSONDecoder().decode(Response.Entry.self, from: json) {
            keys = [own.key]
            return
        }
        do { keys = try JSONDecoder().decode(Response.self, from: json).keys.map(\.key) } catch {
            throw Status.findings.reporting("standard input is not the service's answer to GET /v1/owners/OWNER/keys")
        }
    }
}
#endif
