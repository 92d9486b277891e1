#if Push && !PushFiles
/// The configuration of pushes in a YAML file. It needs the package trait `PushFiles`, which adds Yams to the build.
@available(
    *, unavailable,
    message:
        "build with the package trait PushFiles: .package(url: …, traits: [\"PushFiles\"]), or swift build --traits PushFiles"
)
public struct PushConfiguration {
    /// Not available without the trait `PushFiles`.
    public init(yaml: String, file: String) {}

    /// Not available without the trait `PushFiles`.
    public init(file: String) {}
}
#endif
