/// The settings that a user chooses when editing a control.
public protocol ControlConfigurationIntent: AppIntent {}

extension ControlConfigurationIntent { public func perform() async throws -> some IntentResult { .result() } }
