#if Preview
import Foundation
import LiveActivityCore
import LiveActivityLint
import LiveActivitySurfaces

/// One state of a kind's samples with the indexes of its pictures, as a file of a storybook.
struct StorybookState: Codable {
    struct Picture: Codable {
        var surface: String
        var variant: String
        /// The picture, as an index into ``StorybookPictures``; `nil` for a picture that is gone.
        var svg: Int?
        /// The result of a comparison: `changed`, `new` or `gone`. `nil` if the picture is unchanged.
        var difference: String?
        /// The earlier picture if it differs.
        var before: Int?
    }

    /// The name of the moment, such as `attributes 1 after 300 s`.
    var name: String
    /// The texts on the Lock Screen.
    var words: [String]
    /// The activity's state.
    var state: String
    /// Seconds since 1970.
    var at: Double
    var pictures: [Picture] = []

    /// Draws a moment in every variant, and adds the pictures to `table`.
    init(
        _ moment: SampleStory.Moment, variants: [StorybookVariant], on surfaces: [SizedSurface], _ widgets: ActivityWidgets,
        _ table: inout StorybookPictures
    ) throws(PresentationError) {
        name = moment.name
        state = moment.activity.state.rawValue
        at = moment.at.timeIntervalSince1970
        let shown = variants.mapConcurrently { variant -> Result<[StorybookPictures.Drawing], PresentationError> in
            do throws(PresentationError) {
                let shown = try variant.presentations(of: moment.activity, at: moment.at, on: surfaces, widgets)
                return .success(
                    shown.map { StorybookPictures.Drawing($0, variant.scheme, language: variant.language) })
            } catch { return .failure(error) }
        }
        var drawings: [StorybookPictures.Drawing] = []
        for (variant, shown) in zip(variants, shown) {
            let shown = try shown.get()
            drawings += shown
            pictures += shown.map { Picture(surface: $0.presentation.surface.name, variant: variant.name) }
        }
        for (number, index) in table.indexes(of: drawings, at: moment.at).enumerated() { pictures[number].svg = index }
        words =
            drawings.lazy.map { $0.presentation.words(at: moment.at).filter { !$0.hasPrefix("(") && !$0.hasPrefix("[") } }
            .first { !$0.isEmpty } ?? []
    }

    /// Marks the differences from the same state of another storybook; `nil` if that does not have the state.
    mutating func compare(with other: StorybookState?, _ others: StorybookPictures, in table: inout StorybookPictures) -> Int {
        var before: [String: Int] = [:]
        for picture in other?.pictures ?? [] where picture.difference != "gone" {
            before["\(picture.surface) \(picture.variant)"] = picture.svg.map { table.adopt($0, of: others) }
        }
        for index in pictures.indices {
            let key = "\(pictures[index].surface) \(pictures[index].variant)"
            guard let old = before.removeValue(forKey: key) else {
                pictures[index].difference = "new"
                continue
            }
            if old != pictures[index].svg { (pictures[index].difference, pictures[index].before) = ("changed", old) }
        }
        // Only variants that were drawn this time can be missing.
        let variants = Set(pictures.map(\.variant))
        for picture in other?.pictures ?? [] where variants.contains(picture.variant) {
            guard let old = before["\(picture.surface) \(picture.variant)"] else { continue }
            pictures.append(
                Picture(surface: picture.surface, variant: picture.variant, svg: nil, difference: "gone", before: old))
        }
        return pictures.count { $0.difference != nil }
    }
}
#endif
