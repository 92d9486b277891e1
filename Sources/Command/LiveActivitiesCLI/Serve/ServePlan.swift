#if Service
import Foundation
import LiveActivities
import LiveActivityCluster
import LiveActivityCore
import LiveActivityPush
import LiveActivitySQLite
import LiveActivityService

/// The options of `serve`: for the service, and for the runtime below it.
struct ServePlan {
    var service = ServiceConfiguration()
    /// The folder of the store, the tokens and the keys.
    var folder = ServePlan.userFolder
    var isInMemory = false
    var durability = Durability.strict
    var journal: JournalLimits? = JournalLimits()
    /// Whether the activities are in a cluster's logs.
    var isInCluster = false
    /// Whether opening a store fails if any of its rows is damaged.
    var refusesDamage = false
    /// Whether requests need no token, because none exists.
    var opensWithoutToken = false
    /// The number of shards of a new store; `nil` for the default.
    var shards: Int?

    /// `$XDG_STATE_HOME/live-activities`, or `~/.local/state/live-activities`.
    static var userFolder: String {
        let environment = ProcessInfo.processInfo.environment
        // systemd sets the variable to the folder that it has created for the unit.
        if let folder = environment["STATE_DIRECTORY"], !folder.isEmpty { return folder }
        if let folder = environment["XDG_STATE_HOME"], folder.hasPrefix("/") { return folder + "/live-activities" }
        return (environment["HOME"] ?? ".") + "/.local/state/live-activities"
    }

    /// The file of the store; `nil` for a store in memory.
    var store: String? { isInMemory ? nil : "\(folder)/activities.sqlite" }
    static func tokens(in folder: String) -> String { "\(folder)/tokens.json" }

    init() {}

    init(file: String) throws {
        let settings = try ServiceSettings(file: file)
        service = settings.service
        if let folder = settings.state { self.folder = folder }
        isInMemory = settings.isInMemory
        durability = settings.durability
        journal = settings.journal
        shards = settings.shards
        refusesDamage = settings.refusesDamage
    }

    /// Sets the values that depend on the folder.
    mutating func settle() {
        if service.tokens == nil { service.tokens = Self.tokens(in: folder) }
        if service.linkKey == nil, !isInMemory { service.linkKey = "\(folder)/link.key" }
        guard !isInMemory else { return }
        if service.disabledWebhooks == nil { service.disabledWebhooks = "\(folder)/disabled-webhooks.json" }
        if service.createdWebhooks == nil { service.createdWebhooks = "\(folder)/webhooks.json" }
        if service.audit == nil { service.audit = "\(folder)/audit" }
        if service.deadLetters == nil { service.deadLetters = "\(folder)/dead-letters.jsonl" }
    }

    /// Creates the folder if anything is to be stored in it.
    func makeFolder() throws {
        guard !isInMemory else { return }
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch { throw SystemError(saying: "the folder '\(folder)' cannot be created: \(error)") }
    }

    /// Removes the record that a token existed.
    ///
    /// - Throws: ``ServiceError/badConfiguration(file:line:reason:)`` if a token exists.
    func openWithoutToken() throws {
        let path = service.tokens ?? Self.tokens(in: folder)
        do { try TokenFile(path: path).forgetThatThereWereTokens() } catch let error as TokenFile.Failure {
            throw ServiceError.badConfiguration(file: path, line: 0, reason: "--open: \(error)")
        }
    }

    /// The problems with the kinds and files in the configuration.
    func problems(kinds: [ActivityKind]) -> [any Error] {
        var problems: [any Error] = []
        do { try service.check(kinds: kinds) } catch { problems.append(error) }
        // Files in the folder cannot be read without it.
        if let problem = folderProblem { return problems + [problem] }
        do { try service.checkFiles() } catch {
            // The tokens that all nodes share are read later.
            if case ServiceError.noToken = error, isInCluster {} else { problems.append(error) }
        }
        do {
            if let push = try pushConfiguration() {
                if isInCluster { try push.checkForCluster() }
                problems += push.problems()
            }
        } catch { problems.append(error) }
        return problems
    }

    /// The reason why the folder cannot be created or written. Creates nothing to find out.
    private var folderProblem: SystemError? {
        guard !isInMemory else { return nil }
        let files = FileManager.default
        var place = URL(filePath: folder)
        while !files.fileExists(atPath: place.path), place.path != "/" { place.deleteLastPathComponent() }
        var isFolder: ObjCBool = false
        _ = files.fileExists(atPath: place.path, isDirectory: &isFolder)
        if isFolder.boolValue, files.isWritableFile(atPath: place.path) { return nil }
        let reason = isFolder.boolValue ? "'\(place.path)' cannot be written" : "'\(place.path)' is not a folder"
        return SystemError(saying: "\(folder): \(reason)")
    }

    /// The configuration of pushes. Its ledger and trace are in the service's folder: an installed service may not write to
    /// the folder of its settings.
    func pushConfiguration() throws -> PushConfiguration? {
        var push = try service.push.map { try PushConfiguration(file: $0) }
        if !isInMemory { push?.stateFolder = folder }
        return push
    }

    func open(_ registry: Registry) throws -> (LiveActivityRuntime, SQLiteStore?) {
        var configuration = EngineConfiguration(seed: .random(in: .min ... .max))
        configuration.limits.activitiesPerOwner = service.limits.activitiesPerOwner
        guard let store else {
            // Webhooks and pushes are named consumers, which need a store; one in memory suffices.
            let isConsumed = !service.webhooks.isEmpty || service.push != nil
            let runtime =
                isConsumed
                ? try LiveActivityRuntime(
                    configuration: configuration, shards: shards, providers: registry.providers, store: MemoryStore())
                : try LiveActivityRuntime(configuration: configuration, providers: registry.providers)
            return (runtime, nil)
        }
        let file = try SQLiteStore(path: store)
        if refusesDamage {
            let damage = try file.check().damage
            guard damage.isEmpty else {
                file.close()
                throw DamagedStore(path: store, damage: damage)
            }
        }
        let head = try file.head()
        let runtime = try LiveActivityRuntime(
            configuration: configuration, shards: head.shards == 0 ? shards : nil, providers: registry.providers, store: file,
            durability: durability,
            journal: journal)
        // A separate connection, as the runtime's is used by the runtime only.
        return (runtime, try SQLiteStore(reading: store))
    }
}

/// The error of a service that must not accept damage and therefore does not start.
struct DamagedStore: Error, CustomStringConvertible {
    let path: String
    let damage: [StoreDamage]

    var description: String {
        let lines = damage.prefix(100).map { "  \($0)" } + (damage.count > 100 ? ["  and \(damage.count - 100) more"] : [])
        return "'\(path)' is damaged, and --strict-store refuses a damaged store:\n\(lines.joined(separator: "\n"))"
    }
}
#endif
