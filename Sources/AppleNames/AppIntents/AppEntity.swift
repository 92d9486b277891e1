public import LiveActivityUI

// The entities of an app that users choose in a widget's settings. They compile, and are never requested.

/// An entity of an app that can be the value of an intent's parameter.
public protocol AppEntity: Identifiable, Sendable where ID: Sendable {
    /// The type of ``defaultQuery``.
    associatedtype DefaultQuery: EntityQuery where DefaultQuery.Entity == Self

    static var typeDisplayRepresentation: TypeDisplayRepresentation { get }
    /// The query that finds the entities of this type.
    static var defaultQuery: DefaultQuery { get }
    var displayRepresentation: DisplayRepresentation { get }
}

/// Finds the entities of an app. Never called here.
public protocol EntityQuery: Sendable {
    associatedtype Entity: AppEntity

    init()
    func entities(for identifiers: [Entity.ID]) async throws -> [Entity]
    /// The entities that users can choose from. By default none.
    func suggestedEntities() async throws -> [Entity]
    /// The entity that is chosen at first. By default none.
    func defaultResult() async -> Entity?
}

extension EntityQuery {
    public func suggestedEntities() async throws -> [Entity] { [] }
    public func defaultResult() async -> Entity? { nil }
}

/// Finds the entities of an app by a string that users enter.
public protocol EntityStringQuery: EntityQuery {
    func entities(matching string: String) async throws -> [Entity]
}

/// A query whose entities are few enough to be listed.
public protocol EnumerableEntityQuery: EntityQuery {
    func allEntities() async throws -> [Entity]
}

extension EnumerableEntityQuery {
    public func entities(for identifiers: [Entity.ID]) async throws -> [Entity] {
        try await allEntities().filter { identifiers.contains($0.id) }
    }
    public func suggestedEntities() async throws -> [Entity] { try await allEntities() }
}
