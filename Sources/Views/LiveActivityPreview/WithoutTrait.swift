// Every other file of this module but `Web/WebSurfaces.swift`, which the dashboard needs too, stands in `#if Preview`. SwiftPM
// defines the condition for a package that is built with the trait Preview. A manifest cannot leave the files out instead: it
// does not know the traits, and Pango and Cairo may be missing without them. Without the trait, the declarations below let the
// compiler name the trait instead of an unknown type.
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
