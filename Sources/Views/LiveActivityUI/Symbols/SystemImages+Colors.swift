extension SystemImages {
    /// The color of a multicolor symbol; `nil` for other symbols, which have the foreground color.
    ///
    /// An icon has only one color here: the predominant color of the symbol on iOS.
    package static func color(of name: String) -> SystemColor? {
        if let color = colors[name] { return color }
        let parts = name.split(separator: ".")
        // Shorter names are tried: `cloud.sun.rain` has the color of `cloud.sun`, or otherwise the color of `cloud`.
        for count in stride(from: parts.count - 1, to: 0, by: -1) {
            if let color = colors[parts.prefix(count).joined(separator: ".")] { return color }
        }
        return nil
    }

    private static let colors: [String: SystemColor] = {
        let names: [(SystemColor, String)] = [
            (
                .red,
                "heart xmark minus.circle exclamationmark.circle exclamationmark.octagon trash flag mappin stop record.circle"
            ),
            (.red, "phone.down pin suit.heart suit.diamond cross staroflife thermometer.high"),
            (.orange, "flame sunrise sunset fork.knife carrot"),
            (
                .yellow,
                "star sun.max sun.min sun.horizon bolt exclamationmark.triangle lightbulb trophy medal crown bell sparkles"
            ),
            (
                .green,
                "checkmark.circle checkmark.seal checkmark.shield plus.circle leaf tree phone video message battery figure"
            ),
            (.blue, "drop snowflake humidity info.circle location airplane wifi questionmark.circle umbrella water.waves"),
            (.cyan, "wind"), (.indigo, "moon"), (.gray, "cloud tornado hurricane"), (.brown, "shippingbox pawprint"),
        ]
        var colors: [String: SystemColor] = [:]
        for (color, list) in names { for name in list.split(separator: " ") { colors[String(name)] = color } }
        return colors
    }()
}
