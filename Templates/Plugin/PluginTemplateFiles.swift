/// The files of a package with a plugin, with the names that they have for `Errand`.
///
/// `ErrandActivity` among them is also built as a target of this package, so that a test drives it.
package enum PluginTemplateFiles {
    /// Paths from the package's folder, and what is in the files.
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
