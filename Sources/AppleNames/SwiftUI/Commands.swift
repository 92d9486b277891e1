public import Foundation
public import LiveActivityUI

// Windows and the menus of an app on an iPad or a Mac. They compile, and are never shown.

/// The menus of an app.
@MainActor public protocol Commands {
    associatedtype Body: Commands = Never
    @CommandsBuilder var body: Body { get }
}
extension Never: Commands {}
extension Commands where Body == Never {
    public var body: Never { preconditionFailure("these commands have no body") }
}

@resultBuilder @MainActor public enum CommandsBuilder {
    public static func buildBlock() -> EmptyCommands { EmptyCommands() }
    public static func buildBlock<Content: Commands>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: Commands>(_ content: repeat each Content) -> EmptyCommands { EmptyCommands() }
    public static func buildIf(_ content: (some Commands)?) -> EmptyCommands { EmptyCommands() }
    public static func buildEither(first: some Commands) -> EmptyCommands { EmptyCommands() }
    public static func buildEither(second: some Commands) -> EmptyCommands { EmptyCommands() }
    public static func buildLimitedAvailability(_ content: some Commands) -> EmptyCommands { EmptyCommands() }
}

public struct EmptyCommands: Commands { public init() {} }

public struct CommandMenu<Content: View>: Commands {
    public init(_ name: LocalizedStringKey, @ViewBuilder content: () -> Content) {}
    @_disfavoredOverload public init(_ name: some StringProtocol, @ViewBuilder content: () -> Content) {}
}

public struct CommandGroup<Content: View>: Commands {
    public init(before group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {}
    public init(after group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {}
    public init(replacing group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {}
}

public enum CommandGroupPlacement: Sendable {
    case appInfo, appSettings, appTermination, appVisibility, help, importExport, newItem, pasteboard, printItem, saveItem
    case sidebar, singleWindowList, systemServices, textEditing, textFormatting, toolbar, undoRedo, windowArrangement
    case windowList, windowSize
}

public struct SidebarCommands: Commands { public init() {} }
public struct ToolbarCommands: Commands { public init() {} }
public struct TextEditingCommands: Commands { public init() {} }
public struct TextFormattingCommands: Commands { public init() {} }
public struct InspectorCommands: Commands { public init() {} }

extension Scene {
    public func commands(@CommandsBuilder content: () -> some Commands) -> some Scene { self }
    public func commandsRemoved() -> some Scene { self }
    public func commandsReplaced(@CommandsBuilder content: () -> some Commands) -> some Scene { self }
    public func keyboardShortcut(_ shortcut: KeyboardShortcut?) -> some Scene { self }
    public func defaultSize(_ size: CGSize) -> some Scene { self }
    public func defaultSize(width: CGFloat, height: CGFloat) -> some Scene { self }
    public func defaultPosition(_ position: UnitPoint) -> some Scene { self }
    public func windowStyle(_ style: WindowStyle) -> some Scene { self }
    public func windowToolbarStyle(_ style: WindowToolbarStyle) -> some Scene { self }
    public func windowResizability(_ resizability: WindowResizability) -> some Scene { self }
    public func environment<Value>(_ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value) -> some Scene { self }
    public func restorationBehavior(_ behavior: SceneRestorationBehavior) -> some Scene { self }
}

public enum WindowStyle: Sendable { case automatic, hiddenTitleBar, titleBar, plain, volumetric }
public enum WindowToolbarStyle: Sendable { case automatic, expanded, unified, unifiedCompact }
public enum WindowResizability: Sendable { case automatic, contentSize, contentMinSize }
public enum SceneRestorationBehavior: Sendable { case automatic, disabled }

/// A single window. Its content is never created.
public struct Window<Content: View>: Scene {
    public init(_ title: LocalizedStringKey, id: String, @ViewBuilder content: () -> Content) {}
    @_disfavoredOverload public init(_ title: some StringProtocol, id: String, @ViewBuilder content: () -> Content) {}
}

/// The window of an app's settings. Its content is never created.
public struct Settings<Content: View>: Scene { public init(@ViewBuilder content: () -> Content) {} }

/// A menu in the bar of a Mac. Its content is never created.
public struct MenuBarExtra<Label: View, Content: View>: Scene {
    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {}
}
extension MenuBarExtra where Label == _TitleAndIcon {
    public init(_ title: LocalizedStringKey, systemImage: String, @ViewBuilder content: () -> Content) {}
}

// MARK: Values of the focused view

public protocol FocusedValueKey { associatedtype Value }

public struct FocusedValues {
    /// Always `nil`: no view is focused.
    public subscript<Key: FocusedValueKey>(key: Key.Type) -> Key.Value? {
        get { nil }
        set {}
    }
}

@propertyWrapper public struct FocusedValue<Value> {
    public var wrappedValue: Value? { nil }
    public init(_ keyPath: KeyPath<FocusedValues, Value?>) {}
    public init(_ type: Value.Type) {}
}
@propertyWrapper public struct FocusedBinding<Value> {
    public var wrappedValue: Value? {
        get { nil }
        nonmutating set {}
    }
    public var projectedValue: Binding<Value?> { .constant(nil) }
    public init(_ keyPath: KeyPath<FocusedValues, Binding<Value>?>) {}
}
@propertyWrapper public struct FocusedObject<Object: AnyObject> {
    public var wrappedValue: Object? { nil }
    public init() {}
}

extension View {
    public func focusedValue<Value>(_ keyPath: WritableKeyPath<FocusedValues, Value?>, _ value: Value?) -> Self { self }
    public func focusedValue<Value>(_ value: Value?) -> Self { self }
    public func focusedSceneValue<Value>(_ keyPath: WritableKeyPath<FocusedValues, Value?>, _ value: Value?) -> Self { self }
    public func focusedSceneValue<Value>(_ value: Value?) -> Self { self }
    public func focusedObject(_ object: (some AnyObject)?) -> Self { self }
    public func focusedSceneObject(_ object: (some AnyObject)?) -> Self { self }
}
