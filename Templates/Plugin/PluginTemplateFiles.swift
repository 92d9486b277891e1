/// The files of a package with a plugin, for the example name `Errand`; `live-activities new` replaces the name.
///
/// `ErrandActivity` among them is also built as a target of this package, so that a test drives it.
package enum PluginTemplateFiles {
    /// The files: each with its path relative to the package's folder and its contents.
    package static let all: [(path: String, bytes: [UInt8])] = [
        ("Package.swift", PackageResources.Package_swift),
        ("README.md", PackageResources.README_md),
        (".gitignore", PackageResources.gitignore),
        ("Sources/ErrandActivity/Errand.swift", PackageResources.Errand_swift),
        ("Sources/ErrandWidget/ErrandWidget.swift", PackageResources.ErrandWidget_swift),
        ("Sources/ErrandWidget/Localizable.xcstrings", PackageResources.Localizable_xcstrings),
        ("Sources/ErrandCommand/main.swift", PackageResources.main_swift),
        ("Tests/ErrandActivityTests/ErrandTests.swift", PackageResources.ErrandTests_swift),
        ("Tests/ErrandWidgetTests/ErrandWidgetTests.swift", PackageResources.ErrandWidgetTests_swift),
    ]
}
