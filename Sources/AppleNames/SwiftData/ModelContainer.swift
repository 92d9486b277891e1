public import AppleFoundation
public import Foundation
import Synchronization

/// Stores models in the memory of this process. Files are neither read nor written.
public final class ModelContainer: Sendable {
    /// The inserted models. A model may be an instance of any class, which its owner uses on its own threads.
    let models = Mutex<[UncheckedModel]>([])

    public let schema: Schema
    public let configurations: Set<ModelConfiguration>
    public let migrationPlan: (any SchemaMigrationPlan.Type)?

    /// Creates an empty container. Never throws.
    public init(
        for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil, configurations: [ModelConfiguration] = []
    ) throws {
        (self.schema, self.migrationPlan, self.configurations) = (schema, migrationPlan, Set(configurations))
    }
    public convenience init(
        for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil, configurations: ModelConfiguration...
    ) throws { try self.init(for: schema, migrationPlan: migrationPlan, configurations: configurations) }
    public convenience init(
        for types: any PersistentModel.Type..., migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: ModelConfiguration...
    ) throws { try self.init(for: Schema(types), migrationPlan: migrationPlan, configurations: configurations) }

    @MainActor public var mainContext: ModelContext { ModelContext(self) }
    public func deleteAllData() { models.withLock { $0 = [] } }
}

/// A model whose class the container does not know.
///
/// `@unchecked Sendable`, because the container only stores the reference and returns it to callers; it never reads the model.
struct UncheckedModel: @unchecked Sendable { let model: any PersistentModel }

/// Reads and changes models.
public final class ModelContext {
    public let container: ModelContainer
    /// Whether changes are saved automatically. Not used here.
    public var autosaveEnabled = true
    /// Always `false`, because changes are applied immediately.
    public var hasChanges: Bool { false }

    public init(_ container: ModelContainer) { self.container = container }

    /// Adds a model, unless it was inserted before.
    public func insert<Model: PersistentModel>(_ model: Model) {
        container.models.withLock { models in
            guard !models.contains(where: { $0.model === model }) else { return }
            models.append(UncheckedModel(model: model))
        }
    }
    public func delete<Model: PersistentModel>(_ model: Model) {
        container.models.withLock { $0.removeAll { $0.model === model } }
    }
    /// Removes all models of a type for which a predicate is true.
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
    /// The number of matching models.
    ///
    /// - Throws: An error of the predicate.
    public func fetchCount<Model: PersistentModel>(_ descriptor: FetchDescriptor<Model>) throws -> Int {
        try fetch(descriptor).count
    }
    /// The model with an identifier. Traps if it was never inserted.
    public func model(for id: PersistentIdentifier) -> any PersistentModel {
        guard let found = container.models.withLock({ $0.first { $0.model.persistentModelID == id } }) else {
            preconditionFailure("no model has been inserted with this identifier")
        }
        return found.model
    }

    public func registeredModel<Model: PersistentModel>(for id: PersistentIdentifier) -> Model? {
        container.models.withLock { $0 }.lazy.compactMap { $0.model as? Model }.first { $0.persistentModelID == id }
    }
    public func fetchIdentifiers<Model: PersistentModel>(_ descriptor: FetchDescriptor<Model>) throws -> [PersistentIdentifier]
    {
        try fetch(descriptor).map(\.persistentModelID)
    }
    public func enumerate<Model: PersistentModel>(
        _ descriptor: FetchDescriptor<Model>, batchSize: Int = 5000, allowEscapingMutations: Bool = false,
        block: (Model) throws -> Void
    ) throws { try fetch(descriptor).forEach(block) }

    // Always empty, because changes are applied immediately.
    public var insertedModelsArray: [any PersistentModel] { [] }
    public var changedModelsArray: [any PersistentModel] { [] }
    public var deletedModelsArray: [any PersistentModel] { [] }
    public var undoManager: UndoManager? {
        get { nil }
        set {}
    }
    public var author: String? {
        get { nil }
        set {}
    }

    // Neither is ever posted here.
    public static let didSave = Notification.Name("ModelContextDidSave")
    public static let willSave = Notification.Name("ModelContextWillSave")
    public enum NotificationKey: String, Sendable {
        case queryGeneration, invalidatedAllIdentifiers, insertedIdentifiers, updatedIdentifiers, deletedIdentifiers
    }

    /// Does nothing, because changes are applied immediately.
    public func save() throws {}
    public func rollback() {}
    public func processPendingChanges() {}
    /// Calls `block`.
    public func transaction(block: () throws -> Void) throws { try block() }
}

public struct FetchDescriptor<T: PersistentModel> {
    /// The condition for models to fetch.
    public var predicate: Predicate<T>?
    public var sortBy: [SortDescriptor<T>]
    public var fetchLimit: Int?
    public var fetchOffset: Int?
    /// Not used here.
    public var propertiesToFetch: [PartialKeyPath<T>] = []
    public var relationshipKeyPathsForPrefetching: [PartialKeyPath<T>] = []
    public var includePendingChanges = true

    public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
        (self.predicate, self.sortBy) = (predicate, sortBy)
    }
}
