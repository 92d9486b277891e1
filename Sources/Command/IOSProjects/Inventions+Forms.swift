import Foundation

extension Inventions {
    /// Declares a further form of one of Apple's functions or initializers, for a call that none of the forms here accepts.
    ///
    /// Apple's have more forms than the ones here. A label that no declaration here has stays an error, and so does a wrong
    /// value.
    mutating func addForm(_ error: CompileError, _ file: URL, _ uses: Uses, _ names: KnownNames, in sources: ModuleSources) {
        let isAboutLabels = /^(?:extra arguments? '|missing arguments? for parameters? '|incorrect argument labels? in call)/
        guard error.message.contains(isAboutLabels) else { return }
        for call in uses.calls(atLine: error.line, column: error.column, of: file) {
            let labels = call.shape.parameters.compactMap(\.label)
            guard names.labels.isSuperset(of: labels), !sources.projectNames.contains(call.name) else { continue }
            if !call.isMember, names.types.contains(call.name), !labels.isEmpty {
                addInitializer(call.shape, of: call.name, isObject: names.classes.contains(call.name))
                return
            }
            guard call.isMember, let owners = names.owners[call.name] else { continue }
            if owners.contains("View") || !owners.isDisjoint(with: names.views) {
                addModifier(call.name, call.shape)
            } else if owners.contains("WidgetConfiguration") {
                addModifier(call.name, call.shape, of: "WidgetConfiguration")
            } else {
                for owner in owners.sorted() { addMethod(call.name, call.shape, of: owner) }
            }
            return
        }
    }
}
