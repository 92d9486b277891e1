// Every other file of this module is inside `#if Preview`, except for `Web/WebSurfaces.swift`, which the dashboard also needs.
// SwiftPM defines the condition if the package is built with the trait Preview. The manifest cannot exclude the files instead,
// because it does not know the traits, and Pango and Cairo may be missing without the trait. Without it, the declarations below
// make the compiler report the missing trait instead of an unknown type.
#if !Preview
@available(*, unavailable, message: "build with the package trait Preview: .package(..., traits: [\"Preview\"])")
public struct Picture {}

@available(*, unavailable, message: "build with the package trait Preview: .package(..., traits: [\"Preview\"])")
public struct ContactSheet {}

@available(*, unavailable, message: "build with the package trait Preview: .package(..., traits: [\"Preview\"])")
public struct PangoTextMeasuring {}

@available(*, unavailable, message: "build with the package trait Preview: .package(..., traits: [\"Preview\"])")
public enum PreviewResources {}
#endif
