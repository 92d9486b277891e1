import LiveActivityJSON

/// The message for an unknown name.
enum Suggestion {
    /// A message such as `There is no kind 'delivry'; did you mean 'delivery'? Use one of: delivery, sports.`
    static func unknown(_ name: String, _ noun: String, among names: [String]) -> String {
        "T\(CaseNames.unknown(name, noun, among: names).dropFirst())."
    }
}
