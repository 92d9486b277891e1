public import AppleUIKit
public import Foundation
public import LiveActivityUI
public import Observation

// An app and its windows, for files that a widget extension shares with its app. They compile, and no app is started.

/// An app, whose windows are never shown.
@MainActor @preconcurrency public protocol App {
    associatedtype Body: Scene
    init()
    @SceneBuilder var body: Body { get }
}

extension App {
    /// Does nothing, because no app runs here.
    public static func main() {}
}

/// A part of an app, such as a group of windows.
@MainActor @preconcurrency public protocol Scene {}

extension Scene {
    public func onChange<Value: Equatable>(of value: Value, initial: Bool = false, _ action: @escaping () -> Void) -> some Scene
    {
        self
    }
    public func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false, _ action: @escaping (Value, Value) -> Void
    ) -> some Scene { self }
    public func onChange<Value: Equatable>(of value: Value, perform action: @escaping (Value) -> Void) -> some Scene { self }
    public func environment<Object: AnyObject & Observable>(_ object: Object?) -> some Scene { self }
}

/// Windows with the same content. The content is never created.
public struct WindowGroup<Content: View>: Scene {
    /// Creates a group of windows.
    public init(@ViewBuilder content: () -> Content) {}
    public init(_ title: LocalizedStringKey, id: String? = nil, @ViewBuilder content: () -> Content) {}
    public init(id: String, @ViewBuilder content: () -> Content) {}
}

extension Scene {
    public func environmentObject(_ object: some AnyObject) -> some Scene { self }
    public func backgroundTask(_ task: BackgroundTask, action: @escaping @Sendable () async -> Void) -> some Scene { self }
    public func handlesExternalEvents(matching conditions: Set<String>) -> some Scene { self }
    public func defaultAppStorage(_ store: UserDefaults) -> some Scene { self }
}

/// A task that the system starts. None is ever started here.
public struct BackgroundTask: Sendable {
    public static func appRefresh(_ identifier: String) -> Self { Self() }
    public static func urlSession(_ identifier: String) -> Self { Self() }
    public static var urlSession: Self { Self() }
}

/// Several parts of an app.
public struct SceneGroup<each Part: Scene>: Scene {}

/// Combines the parts of an app.
@resultBuilder @MainActor @preconcurrency public enum SceneBuilder {
    public static func buildBlock<Part: Scene>(_ part: Part) -> Part { part }
    public static func buildBlock<each Part: Scene>(_ parts: repeat each Part) -> SceneGroup<repeat each Part> { SceneGroup() }
}

/// Whether an app is visible.
public enum ScenePhase: Comparable, Hashable, Sendable { case background, inactive, active }

extension EnvironmentValues {
    public var scenePhase: ScenePhase { .active }
}

/// The delegate of an app. It is never created, because no app runs here.
@MainActor @preconcurrency @propertyWrapper public struct UIApplicationDelegateAdaptor<DelegateType: UIApplicationDelegate> {
    public init(_ type: DelegateType.Type = DelegateType.self) {}

    /// Traps, because a property with this wrapper is only read by a running app.
    public var wrappedValue: DelegateType { preconditionFailure("no app runs here, so it has no delegate") }
}
