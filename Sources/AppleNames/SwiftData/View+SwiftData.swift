public import LiveActivityUI
public import SwiftUI

extension View {
    /// Puts the container's context into the environment. `Query` does not use it.
    public func modelContainer(_ container: ModelContainer) -> some View {
        environment(\.modelContext, ModelContext(container))
    }
    /// Puts an empty context into the environment.
    public func modelContainer(
        for type: any PersistentModel.Type, inMemory: Bool = false, isAutosaveEnabled: Bool = true, isUndoEnabled: Bool = false,
        onSetup: @escaping (Result<ModelContainer, any Error>) -> Void = { _ in }
    ) -> some View { environment(\.modelContext, .empty) }
    public func modelContainer(
        for types: [any PersistentModel.Type], inMemory: Bool = false, isAutosaveEnabled: Bool = true,
        isUndoEnabled: Bool = false, onSetup: @escaping (Result<ModelContainer, any Error>) -> Void = { _ in }
    ) -> some View { environment(\.modelContext, .empty) }
    public func modelContext(_ context: ModelContext) -> some View { environment(\.modelContext, context) }
}

extension Scene {
    // Scenes are never shown here, so they need no context.
    public func modelContainer(_ container: ModelContainer) -> some Scene { self }
    public func modelContainer(
        for type: any PersistentModel.Type, inMemory: Bool = false, isAutosaveEnabled: Bool = true, isUndoEnabled: Bool = false,
        onSetup: @escaping (Result<ModelContainer, any Error>) -> Void = { _ in }
    ) -> some Scene { self }
    public func modelContainer(
        for types: [any PersistentModel.Type], inMemory: Bool = false, isAutosaveEnabled: Bool = true,
        isUndoEnabled: Bool = false, onSetup: @escaping (Result<ModelContainer, any Error>) -> Void = { _ in }
    ) -> some Scene { self }
    public func modelContext(_ context: ModelContext) -> some Scene { self }
}

extension EnvironmentValues {
    /// The model context; an empty one by default.
    public var modelContext: ModelContext {
        get { self[ModelContextKey.self] ?? .empty }
        set { self[ModelContextKey.self] = newValue }
    }
}

private enum ModelContextKey: EnvironmentKey { static var defaultValue: ModelContext? { nil } }

extension ModelContext {
    fileprivate static var empty: ModelContext {
        do { return try ModelContext(ModelContainer(for: Schema([]))) } catch {
            preconditionFailure("a container without models throws nothing: \(error)")
        }
    }
}
