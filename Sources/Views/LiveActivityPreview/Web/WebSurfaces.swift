/// The script for pages with ``Picture/webSVG(prefix:language:)``.
public enum WebSurfaces {
    /// A script without dependencies, as UTF-8. Its object `LiveSurfaces` makes an element of an SVG string (`parse`), and
    /// updates its clocks without a server (`run`). It needs no inline style, so it works under a strict
    /// Content-Security-Policy.
    public static var script: [UInt8] { PackageResources.surfaces_js }

    /// The style sheet of the storybook and of the dashboard, as UTF-8: colors in light and dark, and their parts.
    public static var styleSheet: [UInt8] { PackageResources.page_css }
}
