public import LiveActivityCore

/// What an app shows outside of itself: its body says a Live Activity's looks, or those of a Home Screen widget, which is kept apart.
public protocol Widget {
    associatedtype Body: WidgetConfiguration

    init()
    var body: Body { get }

    /// Tells of each Live Activity whose looks it has.
    static func _describe(_ widget: Self, to visitor: inout some _ActivityVisitor)
}

extension Widget {
    public static func _describe(_ widget: Self, to visitor: inout some _ActivityVisitor) {
        Body._describe(widget.body, WidgetOptions(), to: &visitor)
    }
}

/// A widget's content and what is said of it as a whole.
public protocol WidgetConfiguration {
    associatedtype Body: WidgetConfiguration

    var body: Body { get }

    static func _describe(_ configuration: Self, _ options: WidgetOptions, to visitor: inout some _ActivityVisitor)
}

extension WidgetConfiguration {
    public static func _describe(_ configuration: Self, _ options: WidgetOptions, to visitor: inout some _ActivityVisitor) {
        Body._describe(configuration.body, options, to: &visitor)
    }
}

extension WidgetConfiguration where Body == Never {
    public var body: Never { preconditionFailure("\(Self.self) has no body") }
}

extension Never: WidgetConfiguration {
    // `body` is the view's.
    public static func _describe(_ configuration: Never, _ options: WidgetOptions, to visitor: inout some _ActivityVisitor) {}
}

/// What modifiers of a configuration say.
public struct WidgetOptions: Hashable, Sendable {
    public internal(set) var displayName: String?
    public internal(set) var description: String?
    /// Beyond the Lock Screen's own (WK-04).
    public internal(set) var supplementalActivityFamilies: [ActivityFamily] = []
    public internal(set) var areContentMarginsDisabled = false
}

/// Is told of each Live Activity that widgets have looks for.
public protocol _ActivityVisitor {
    mutating func visit<Attributes: ActivityAttributes>(_ look: ActivityLook<Attributes>)
}
