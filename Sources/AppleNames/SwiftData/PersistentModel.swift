import Foundation
public import Observation

/// The protocol to which the macro `Model` conforms a class.
public protocol PersistentModel: AnyObject, Hashable, Identifiable, Observable {}

extension PersistentModel {
    public var persistentModelID: PersistentIdentifier { PersistentIdentifier(object: ObjectIdentifier(self)) }
    /// The identity of a model that has no property `id` of its own.
    public var id: PersistentIdentifier { persistentModelID }
    /// Always `nil`: a model does not store its context.
    public var modelContext: ModelContext? { nil }
    /// Always `false`: a model does not store whether it was deleted, and changes are applied immediately.
    public var isDeleted: Bool { false }
    public var hasChanges: Bool { false }

    /// Whether both are the same object.
    public static func == (left: Self, right: Self) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

public struct PersistentIdentifier: Hashable, Sendable { let object: ObjectIdentifier }

/// The model types of a store.
public struct Schema: Hashable, Sendable {
    /// Creates a schema. The types are not stored.
    public init(_ types: [any PersistentModel.Type], version: Version = Version(1, 0, 0)) {}
    public init(_ types: any PersistentModel.Type..., version: Version = Version(1, 0, 0)) {}
    /// Creates the schema of a version. Its types are not stored.
    public init(versionedSchema: any VersionedSchema.Type) {}

    public struct Version: Hashable, Sendable { public init(_ major: Int, _ minor: Int, _ patch: Int) {} }

    /// The storage of a property.
    public enum Attribute {
        /// Options of a property's storage. Not used here.
        public enum Option: Sendable {
            case unique, spotlight, externalStorage, encrypt, ephemeral, preserveValueOnDeletion, allowsCloudEncryption
            /// Uses the transformer that is registered under a name.
            public static func transformable(by name: String) -> Option { .externalStorage }
        }
    }

    public enum Relationship {
        /// Options of a relationship's storage. Not used here.
        public enum Option: Sendable {
            case unique
        }

        /// The effect of a deletion on related models. Not used here.
        public enum DeleteRule: Sendable {
            case noAction, nullify, cascade, deny
        }
    }
}

/// The schema of a version. Not used here.
public protocol VersionedSchema {
    static var versionIdentifier: Schema.Version { get }
    static var models: [any PersistentModel.Type] { get }
}

/// The migration of a store from one version to the next. Never called here.
public protocol SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { get }
    static var stages: [MigrationStage] { get }
}

/// A step between two versions. Never performed here.
public enum MigrationStage {
    /// A migration without code.
    case lightweight(fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type)
    case custom(
        fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
        willMigrate: ((ModelContext) throws -> Void)?,
        didMigrate: ((ModelContext) throws -> Void)?)
}
