/// The files of an iOS app with a Live Activity, for the example name `Errand`; `live-activities new` replaces the name.
///
/// `ErrandKit` among them is also built as a target of this package, so that a test drives it against the service.
package enum IOSAppTemplate {
    /// The files: each with its path relative to the app's folder and its contents.
    package static var files: [(path: String, bytes: [UInt8])] {
        let kit = "ErrandKit/Sources/ErrandKit"
        return [
            ("README.md", PackageResources.README_md),
            (".gitignore", PackageResources.app_gitignore),
            ("Errand.xcodeproj/project.pbxproj", PackageResources.project_pbxproj),
            ("Errand/ErrandApp.swift", PackageResources.ErrandApp_swift),
            ("Errand/AppInfo.plist", PackageResources.AppInfo_plist),
            ("Errand/Errand.entitlements", PackageResources.Errand_entitlements),
            ("ErrandWidgets/ErrandWidgets.swift", PackageResources.ErrandWidgets_swift),
            ("ErrandWidgets/WidgetsInfo.plist", PackageResources.WidgetsInfo_plist),
            ("ErrandKit/Package.swift", PackageResources.Package_swift),
            ("\(kit)/ErrandAttributes.swift", PackageResources.ErrandAttributes_swift),
            ("\(kit)/ErrandBackend.swift", PackageResources.ErrandBackend_swift),
            ("\(kit)/CancelErrandIntent.swift", PackageResources.CancelErrandIntent_swift),
            ("\(kit)/ErrandLink.swift", PackageResources.ErrandLink_swift),
        ]
    }
}
