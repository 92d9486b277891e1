public import AppIntents
public import Foundation
public import LiveActivityUI

/// An added widget, never made here.
public struct WidgetInfo: Hashable, Identifiable, Sendable {
    public let kind: String
    public let family: WidgetFamily
    public var id: String { kind }

    public func widgetConfigurationIntent<Intent: WidgetConfigurationIntent>(of type: Intent.Type = Intent.self) -> Intent? {
        nil
    }
}

extension WidgetCenter {
    /// Calls `completion` with no widgets.
    public func getCurrentConfigurations(_ completion: @escaping @Sendable (Result<[WidgetInfo], any Error>) -> Void) {
        completion(.success([]))
    }
    public func currentConfigurations() async throws -> [WidgetInfo] { [] }
}

/// When widgets are relevant. Not used.
public struct WidgetRelevance<Intent: Sendable>: Sendable {
    public init(_ attributes: [WidgetRelevanceAttribute<Intent>]) {}
}
extension WidgetRelevance where Intent == Void { public init() {} }

/// When a configuration of a widget is relevant. Not used.
public struct WidgetRelevanceAttribute<Intent: Sendable>: Sendable {
    public init(configuration: Intent, context: RelevantContext) {}
}
extension WidgetRelevanceAttribute where Intent == Void { public init(context: RelevantContext) {} }

/// The circumstances under which a widget is relevant. Not used.
public struct RelevantContext: Sendable {
    public static func date(_ date: Date) -> Self { Self() }
    public static func date(from start: Date, to end: Date) -> Self { Self() }
    public static func date(interval: DateInterval, kind: DateKind = .default) -> Self { Self() }
    public static func date(range: ClosedRange<Date>, kind: DateKind = .default) -> Self { Self() }
    public enum DateKind: Sendable { case `default`, scheduled, informational }
}

/// A row of accessory views; drawn as a stack.
public struct AccessoryWidgetGroup<Label: View, Content: View>: View {
    private let label: Label
    private let content: Content
    public var body: some View {
        VStack {
            label
            HStack { content }
        }
    }

    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        (self.label, self.content) = (label(), content())
    }
}
extension AccessoryWidgetGroup where Label == Text {
    public init(_ title: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(content: content) { Text(title) }
    }
}
extension View { public func accessoryWidgetGroupStyle(_ style: AccessoryWidgetGroupStyle) -> Self { self } }
public enum AccessoryWidgetGroupStyle: Sendable { case automatic, circular, roundedSquare }

/// The push token of widgets. None is ever delivered here.
public struct WidgetPushInfo: Sendable { public let token = Data() }

/// Receives the push token of widgets. Never called here.
public protocol WidgetPushHandler: Sendable {
    init()
    func pushTokenDidChange(_ pushInfo: WidgetPushInfo, widgets: [WidgetInfo])
}
