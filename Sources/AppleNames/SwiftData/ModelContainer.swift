public import Foundation
import Synchronization

/// Where models are: in memory, in this process. Nothing is read from files, and nothing is written to them.
public final class ModelContainer: Sendable {
    /// The inserted models. A model may be of any class: its owner uses it on its own threads.
    let models = Mutex<[UncheckedModel]>([])

    /// A container without models. Never throws.
    public init(
        for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil, configurations: [ModelConfiguration] = []
    ) throws {}
    public convenience init(
        for types: any PersistentModel.Type..., migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: ModelConfiguration...
    ) throws { try self.init(for: Schema(types)) }

    @MainActor public var mainContext: ModelContext { ModelContext(self) }
    public func deleteAllData() { models.withLock { $0 = [] } }
}

/// A model whose class the container does not know.
///
/// `@unchecked Sendable`: the container only keeps the reference, and gives it to those who ask for models; it reads none.
struct UncheckedModel: @unchecked Sendable { let model: any PersistentModel }

/// Where a container's file is. Not used here.
public struct ModelConfiguration: Sendable {
    /// Which of the app's groups has the file.
    public struct GroupContainer: Sendable {
        public static let automatic = Self(), none = Self()
        public static func identifier(_ identifier: String) -> Self { Self() }
    }

    /// Which database in iCloud has the models.
    public struct CloudKitDatabase: Sendable {
        public static let automatic = Self(), none = Self()
        public static func `private`(_ name: String) -> Self { Self() }
    }

    public init(
        _ name: String? = nil, schema: Schema? = nil, isStoredInMemoryOnly: Bool = false, allowsSave: Bool = true,
        groupContainer: GroupContainer = .automatic, cloudKitDatabase: CloudKitDatabase = .automatic
    ) {}
    public init(
        _ name: String? = nil, schema: Schema? = nil, url: URL, allowsSave: Bool = true,
        cloudKitDatabase: CloudKitDatabase = .automatic
    ) {}
    public init(for types: any PersistentModel.Type..., isStoredInMemoryOnly: Bool = false) {}
}

/// Reads and changes models.
public final class ModelContext {
    public let container: ModelContainer
    /// Whether changes are stored by themselves. Not used here.
    public var autosaveEnabled = true
    /// `false`: a change is made at once.
    public var hasChanges: Bool { false }

    public init(_ container: ModelContainer) { self.container = container }

    /// Adds a model, unless it is there.
    public func insert<Model: PersistentModel>(_ model: Model) {
        container.models.withLock { models in
            guard !models.contains(where: { $0.model === model }) else { return }
            models.append(UncheckedModel(model: model))
        }
    }
    public func delete<Model: PersistentModel>(_ model: Model) {
        container.models.withLock { $0.removeAll { $0.model === model } }
    }
    /// Removes all models of a type that a predicate is true for.
    public func delete<Model: PersistentModel>(
        model: Model.Type, where predicate: Predicate<Model>? = nil, includeSubclasses: Bool = true
    ) throws { for found in try fetch(FetchDescriptor(predicate: predicate)) { delete(found) } }

    /// The models of a type, in the requested order.
    ///
    /// - Throws: An error of the predicate.
    public func fetch<Model: PersistentModel>(_ descriptor: FetchDescriptor<Model>) throws -> [Model] {
        let all = container.models.withLock { $0 }.compactMap { $0.model as? Model }
        let chosen = try all.filter { try descriptor.predicate?.evaluate($0) ?? true }.sorted(using: descriptor.sortBy)
        return Array(chosen.dropFirst(descriptor.fetchOffset ?? 0).prefix(descriptor.fetchLimit ?? .max))
    }
    /// How many models there are.
    ///
    /// - Throws: An error of the predicate.
    public func fetchCount<Model: PersistentModel>(_ descriptor: FetchDescriptor<Model>) throws -> Int {
        try fetch(descriptor).count
    }
    /// The model of an identity; a programming error for one that was never inserted.
    public func model(for id: PersistentIdentifier) -> any PersistentModel {
        guard let found = container.models.withLock({ $0.first { $0.model.persistentModelID == id } }) else {
            preconditionFailure("no model has been inserted with this identifier")
        }
        return found.model
    }

    /// Does nothing: a change is made at once.
    public func save() throws {}
    public func rollback() {}
    public func processPendingChanges() {}
    /// Calls `block`.
    public func transaction(block: () throws -> Void) throws { try block() }
}

public struct FetchDescriptor<Model: PersistentModel> {
    /// The condition that the fetched models meet.
    public var predicate: Predicate<Model>?
    public var sortBy: [SortDescriptor<Model>]
    public var fetchLimit: Int?
    public var fetchOffset: Int?
    /// Not used here.
    public var propertiesToFetch: [PartialKeyPath<Model>] = []
    public var relationshipKeyPathsForPrefetching: [PartialKeyPath<Model>] = []
    public var includePendingChanges = true

    public init(predicate: Predicate<Model>? = nil, sortBy: [SortDescriptor<Model>] = []) {
        (self.predicate, self.sortBy) = (predicate, sortBy)
    }
}
