@testable import LiveActivityUI

// Until views has it.
struct Families<Inner: WidgetConfiguration>: WidgetConfiguration {
    typealias Body = Never
    var inner: Inner
    var families: [ActivityFamily]
    nonisolated static func _describe(_ configuration: Self, _ options: WidgetOptions, to visitor: inout some _ActivityVisitor)
    {
        var options = options
        options.supplementalActivityFamilies = configuration.families
        Inner._describe(configuration.inner, options, to: &visitor)
    }
}
extension WidgetConfiguration {
    func supplementalActivityFamilies(_ families: [ActivityFamily]) -> some WidgetConfiguration {
        Families(inner: self, families: families)
    }
}
