/// The styles in effect, each until another is said inside.
@usableFromInline struct ViewStyles {
    var label: any LabelStyle = DefaultLabelStyle()
    var progressView: any ProgressViewStyle = DefaultProgressViewStyle()
    var gauge: any GaugeStyle = DefaultGaugeStyle()
    var button = ButtonLook.system(.automatic)
    var toggle: any ToggleStyle = DefaultToggleStyle()
}
