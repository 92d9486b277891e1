package import Foundation

/// The input of the program that draws a project's previews. The command writes it to a file that the program reads.
package struct PreviewRequest: Codable {
    /// The folder of the pictures.
    package var out: URL
    /// The names of surfaces; empty for the surface of each preview, `all` for every surface.
    package var surfaces: [String] = []
    /// The names of text sizes, such as `large` and `accessibility3`.
    package var textSizes: [String] = ["large"]
    package var locale = "en"
    package var isSVG = false
    /// Pixels per point.
    package var scale = 2.0
    /// The date at which all previews are drawn.
    package var now: Date
    package var assets: AssetCatalog
    /// The project's localized strings as the JSON of a string catalog.
    package var texts: Data?
    /// The words of the project's sources in order. They include the cases and raw values of its enumerations.
    package var words: [String]
    /// The strings with which the sources compare a property, by the property's name.
    package var literals: [String: [String]] = [:]
    /// The properties that the sources show as symbols.
    package var symbols: Set<String> = []
    /// JSON with attributes and states of kinds of activities.
    package var states: Data?
    /// Whether the program calls managers instead of drawing.
    package var isDriven = false
    /// The folder of an earlier run to compare with; `nil` for no comparison.
    package var compared: URL?

    /// Creates a request without values of a project.
    package init(out: URL, now: Date) {
        (self.out, self.now, words) = (out, now, [])
        assets = AssetCatalog()
    }
}
