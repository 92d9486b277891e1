public import LiveActivityCore

/// A widget of an app: a Live Activity, or a Home Screen widget, which is not shown here.
public protocol Widget {
    associatedtype Body: WidgetConfiguration

    /// Creates the widget.
    init()
    var body: Body { get }

    /// Passes each Live Activity of the widget to the visitor.
    static func _describe(_ widget: Self, to visitor: inout some _ActivityVisitor)
}

extension Widget {
    public static func _describe(_ widget: Self, to visitor: inout some _ActivityVisitor) {
        Body._describe(widget.body, WidgetOptions(), to: &visitor)
    }
}

/// The content of a widget and its options.
public protocol WidgetConfiguration {
    associatedtype Body: WidgetConfiguration

    var body: Body { get }

    /// Passes each Live Activity of the configuration to the visitor.
    static func _describe(_ configuration: Self, _ options: WidgetOptions, to visitor: inout some _ActivityVisitor)
}

extension WidgetConfiguration {
    public static func _describe(_ configuration: Self, _ options: WidgetOptions, to visitor: inout some _ActivityVisitor) {
        Body._describe(configuration.body, options, to: &visitor)
    }
}

extension WidgetConfiguration where Body == Never { public var body: Never { preconditionFailure("\(Self.self) has no body") } }

extension Never: WidgetConfiguration {
    // `body` is the view's.
    public static func _describe(_ configuration: Never, _ options: WidgetOptions, to visitor: inout some _ActivityVisitor) {}
}

/// The options that modifiers of a configuration have set.
public struct WidgetOptions: Hashable, Sendable {
    /// The name for users; `nil` if none is set.
    public internal(set) var displayName: String?
    public internal(set) var description: String?
    /// The families for which the content has a layout, besides the Lock Screen's.
    public internal(set) var supplementalActivityFamilies: [ActivityFamily] = []
    /// Whether the margins of a Home Screen widget are removed. Default: `false`.
    public internal(set) var areContentMarginsDisabled = false
}

/// Receives the Live Activities of widgets.
public protocol _ActivityVisitor {
    /// Receives one Live Activity.
    mutating func visit<Attributes: ActivityAttributes>(_ look: ActivityLook<Attributes>)
}
