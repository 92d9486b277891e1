public import Foundation

/// The progress of something: a fraction, an interval of time, or unknown.
public struct ProgressView<Label: View, CurrentValueLabel: View>: View {
    let value: ProgressNode.Value
    let label: Label?
    let currentValueLabel: CurrentValueLabel?

    init(_ value: ProgressNode.Value, label: Label?, currentValueLabel: CurrentValueLabel?) {
        (self.value, self.label, self.currentValueLabel) = (value, label, currentValueLabel)
    }

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        var fraction: Double?
        if case .fraction(let value) = view.value { fraction = value }
        let configuration = ProgressViewStyleConfiguration(
            fractionCompleted: fraction, label: view.label.map { .init(content: AnyView($0)) },
            currentValueLabel: view.currentValueLabel.map { .init(content: AnyView($0)) }, value: view.value)
        resolution.append(configuration, style: resolution.environment.styles.progressView, to: &nodes)
    }

    /// The fraction of a total, clamped to 0…1. Unknown if the value is `nil` or the total is not positive.
    fileprivate static func share(_ value: (some BinaryFloatingPoint)?, of total: some BinaryFloatingPoint)
        -> ProgressNode.Value
    {
        guard let value, total > 0 else { return .indeterminate }
        return .fraction((Double(value) / Double(total)).clamped)
    }
}

extension ProgressView where CurrentValueLabel == EmptyView {
    /// An unknown progress.
    public init() where Label == EmptyView { self.init(.indeterminate, label: nil, currentValueLabel: nil) }
    /// An unknown progress with a label.
    public init(@ViewBuilder label: () -> Label) { self.init(.indeterminate, label: label(), currentValueLabel: nil) }
    /// An unknown progress with a localized title.
    public init(_ titleKey: LocalizedStringKey) where Label == Text {
        self.init(.indeterminate, label: Text(titleKey), currentValueLabel: nil)
    }
    @_disfavoredOverload public init<Title: StringProtocol>(_ title: Title) where Label == Text {
        self.init(.indeterminate, label: Text(title), currentValueLabel: nil)
    }

    /// A fraction of a total, clamped to 0…1; `nil` is unknown.
    public init<Value: BinaryFloatingPoint>(value: Value?, total: Value = 1.0) where Label == EmptyView {
        self.init(Self.share(value, of: total), label: nil, currentValueLabel: nil)
    }
    /// A fraction of a total with a label; `nil` is unknown.
    public init<Value: BinaryFloatingPoint>(value: Value?, total: Value = 1.0, @ViewBuilder label: () -> Label) {
        self.init(Self.share(value, of: total), label: label(), currentValueLabel: nil)
    }
    /// A fraction of a total with a localized title; `nil` is unknown.
    public init<Value: BinaryFloatingPoint>(_ titleKey: LocalizedStringKey, value: Value?, total: Value = 1.0)
    where Label == Text { self.init(Self.share(value, of: total), label: Text(titleKey), currentValueLabel: nil) }
    @_disfavoredOverload
    public init<Title: StringProtocol, Value: BinaryFloatingPoint>(_ title: Title, value: Value?, total: Value = 1.0)
    where Label == Text { self.init(Self.share(value, of: total), label: Text(title), currentValueLabel: nil) }
}

extension ProgressView {
    /// A fraction of a total with labels for itself and its value; `nil` is unknown.
    public init<Value: BinaryFloatingPoint>(
        value: Value?, total: Value = 1.0, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel
    ) { self.init(Self.share(value, of: total), label: label(), currentValueLabel: currentValueLabel()) }

    /// A bar that empties, or fills, over an interval without updates.
    public init(
        timerInterval: ClosedRange<Date>, countsDown: Bool = true, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel
    ) {
        self.init(
            .interval(timerInterval, countsDown: countsDown), label: label(), currentValueLabel: currentValueLabel())
    }
}

/// The default label of a bar over an interval: the remaining time.
public typealias DefaultDateProgressLabel = Text

extension ProgressView where CurrentValueLabel == DefaultDateProgressLabel {
    /// A bar that empties, or fills, over an interval, with the remaining or elapsed time below it.
    public init(timerInterval: ClosedRange<Date>, countsDown: Bool = true) where Label == EmptyView {
        self.init(
            .interval(timerInterval, countsDown: countsDown), label: nil,
            currentValueLabel: Text(timerInterval: timerInterval, countsDown: countsDown))
    }
    /// A bar that empties, or fills, over an interval, with a label and the remaining or elapsed time below it.
    public init(timerInterval: ClosedRange<Date>, countsDown: Bool = true, @ViewBuilder label: () -> Label) {
        self.init(
            .interval(timerInterval, countsDown: countsDown), label: label(),
            currentValueLabel: Text(timerInterval: timerInterval, countsDown: countsDown))
    }
}

extension ProgressView
where Label == ProgressViewStyleConfiguration.Label, CurrentValueLabel == ProgressViewStyleConfiguration.CurrentValueLabel {
    /// The progress view that a style decorates.
    public init(_ configuration: ProgressViewStyleConfiguration) {
        self.init(configuration.value, label: configuration.label, currentValueLabel: configuration.currentValueLabel)
    }
}

extension ProgressView where Label == EmptyView, CurrentValueLabel == EmptyView {
    /// The current value of a Foundation `Progress`.
    public init(_ progress: Progress) {
        self.init(
            progress.isIndeterminate ? .indeterminate : .fraction(progress.fractionCompleted.clamped), label: nil,
            currentValueLabel: nil)
    }
}
