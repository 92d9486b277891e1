public import Foundation
public import LiveActivityUI

// Styles of an app's screens. They compile, and are not applied.

/// The parts of a view that a style arranges.
public struct _LabelAndContent {
    public let label: AnyView
    public let content: AnyView
}

public protocol GroupBoxStyle {
    associatedtype Body: View
    typealias Configuration = GroupBoxStyleConfiguration
    @MainActor @ViewBuilder func makeBody(configuration: Configuration) -> Body
}
public typealias GroupBoxStyleConfiguration = _LabelAndContent
public struct DefaultGroupBoxStyle: GroupBoxStyle {
    public init() {}
    public func makeBody(configuration: Configuration) -> some View { configuration.content }
}
extension GroupBoxStyle where Self == DefaultGroupBoxStyle { public static var automatic: Self { Self() } }

public protocol LabeledContentStyle {
    associatedtype Body: View
    typealias Configuration = LabeledContentStyleConfiguration
    @MainActor @ViewBuilder func makeBody(configuration: Configuration) -> Body
}
public typealias LabeledContentStyleConfiguration = _LabelAndContent
public struct AutomaticLabeledContentStyle: LabeledContentStyle {
    public init() {}
    public func makeBody(configuration: Configuration) -> some View { configuration.content }
}
extension LabeledContentStyle where Self == AutomaticLabeledContentStyle { public static var automatic: Self { Self() } }

extension View {
    public func groupBoxStyle(_ style: some GroupBoxStyle) -> Self { self }
    public func labeledContentStyle(_ style: some LabeledContentStyle) -> Self { self }
}

/// The purpose of a shape. Not used.
public enum ShapeRole: Sendable { case fill, stroke, separator }

/// A value of a screen that survives the end of the app. It keeps its initial value here.
@propertyWrapper
public struct SceneStorage<Value> {
    private let initial: Value
    public var wrappedValue: Value {
        get { initial }
        nonmutating set {}
    }
    public var projectedValue: Binding<Value> { .constant(initial) }
    public init(wrappedValue: Value, _ key: String) { initial = wrappedValue }
}
extension SceneStorage where Value: ExpressibleByNilLiteral { public init(_ key: String) { initial = nil } }
