package import Foundation

/// The reasons for which a project cannot be checked.
package enum IOSProjectError: Error, CustomStringConvertible {
    /// A required file cannot be read.
    case unreadable(URL, String)
    /// There is no such folder.
    case noFolder(URL)
    /// No file of the project concerns Live Activities.
    case noLiveActivity(URL)
    /// The folder of build files would be inside the project.
    case scratchInside(URL)
    /// The folder of build files has a package or sources that no run has written.
    case scratchOfAnother(URL)
    /// A file in the folder of build files cannot be written.
    case unwritable(URL, String)
    /// `swift` cannot be started.
    case noSwift(String)
    /// The folder of swift-live-activities is unknown, or is not a checkout of it.
    case noPackage(URL?)
    /// This package's own modules cannot be compiled.
    case packageFailed(String)
    /// The modules compile but cannot be linked.
    case notLinked(String)

    package var description: String {
        switch self {
        case .unreadable(let file, let reason): "\(file.path) cannot be read: \(reason)"
        case .noFolder(let folder): "there is no folder \(folder.path)"
        case .noLiveActivity(let folder):
            """
            \(folder.path) has no Live Activities: no file imports ActivityKit or contains an ActivityConfiguration. Give the \
            folder with the Xcode project
            """
        case .scratchInside(let folder):
            "the folder of build files, \(folder.path), is inside the project, which is never changed: give another folder with --scratch"
        case .scratchOfAnother(let folder):
            "\(folder.path) has a Package.swift or Sources of its own, which would be overwritten: give another folder with --scratch"
        case .unwritable(let file, let reason): "\(file.path) cannot be written: \(reason)"
        case .noSwift(let reason):
            "swift cannot be started (\(reason)): install Swift 6.3 or later from https://www.swift.org/install"
        case .noPackage(nil):
            "neither this command nor the current folder is in a checkout of swift-live-activities: give its folder with --package"
        case .packageFailed(let messages): "the modules of swift-live-activities do not compile here:\n\(messages)"
        case .notLinked(let messages): "the compiled modules cannot be linked:\n\(messages)"
        case .noPackage(let folder?):
            "\(folder.path) is not a checkout of swift-live-activities: its Package.swift is missing or belongs to another package"
        }
    }
}
