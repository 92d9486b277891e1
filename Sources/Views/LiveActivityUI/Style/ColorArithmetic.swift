import Foundation

extension Double {
    /// The value clamped to 0...1; NaN becomes 0.
    @usableFromInline package var clamped: Double { self > 0 ? min(self, 1) : 0 }
}

extension ResolvedColor {
    /// Converts components to sRGB and clamps them.
    init(_ space: Color.RGBColorSpace, _ red: Double, _ green: Double, _ blue: Double, _ opacity: Double) {
        var (red, green, blue) = (red, green, blue)
        switch space {
        case .sRGB: break
        case .sRGBLinear: (red, green, blue) = (Self.encoded(red), Self.encoded(green), Self.encoded(blue))
        case .displayP3:
            // Display P3 and sRGB have the same white point and transfer function; the matrix converts the linear
            // components.
            let (r, g, b) = (Self.linear(red), Self.linear(green), Self.linear(blue))
            red = Self.encoded(1.224_940_18 * r - 0.224_940_18 * g)
            green = Self.encoded(-0.042_056_95 * r + 1.042_056_95 * g)
            blue = Self.encoded(-0.019_637_55 * r - 0.078_636_05 * g + 1.098_273_60 * b)
        }
        self.init(red: red.clamped, green: green.clamped, blue: blue.clamped, opacity: opacity.clamped)
    }

    /// A color by hue, saturation and brightness. The hue wraps around from 0 to 1.
    init(hue: Double, saturation: Double, brightness: Double, opacity: Double) {
        let sector = hue.isFinite ? (hue - hue.rounded(.down)) * 6 : 0
        let (saturation, brightness) = (saturation.clamped, brightness.clamped)
        func component(_ offset: Double) -> Double {
            let place = (offset + sector).truncatingRemainder(dividingBy: 6)
            return brightness * (1 - saturation * min(place, 4 - place).clamped)
        }
        self.init(red: component(5), green: component(3), blue: component(1), opacity: opacity.clamped)
    }

    /// The transfer function of sRGB, from encoded to linear values.
    package static func linear(_ value: Double) -> Double {
        let size = abs(value)
        return (value < 0 ? -1 : 1) * (size <= 0.040_45 ? size / 12.92 : pow((size + 0.055) / 1.055, 2.4))
    }

    static func encoded(_ value: Double) -> Double {
        let size = abs(value)
        return (value < 0 ? -1 : 1) * (size <= 0.003_130_8 ? size * 12.92 : 1.055 * pow(size, 1 / 2.4) - 0.055)
    }

    /// A color between this one and another: perceptually (in Oklab, by Björn Ottosson's definition), or by components.
    package func mixed(with other: ResolvedColor, by fraction: Double, perceptual: Bool) -> ResolvedColor {
        func between(_ from: Double, _ to: Double) -> Double { from + (to - from) * fraction }
        let opacity = between(opacity, other.opacity)
        guard perceptual else {
            return ResolvedColor(
                red: between(red, other.red), green: between(green, other.green), blue: between(blue, other.blue),
                opacity: opacity)
        }
        let (here, there) = (oklab, other.oklab)
        return ResolvedColor(
            lightness: between(here.0, there.0), a: between(here.1, there.1), b: between(here.2, there.2), opacity: opacity)
    }

    private var oklab: (Double, Double, Double) {
        let (r, g, b) = (Self.linear(red), Self.linear(green), Self.linear(blue))
        let l = cbrt(0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b)
        let m = cbrt(0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b)
        let s = cbrt(0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b)
        return (
            0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s,
            1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s,
            0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s
        )
    }

    private init(lightness: Double, a: Double, b: Double, opacity: Double) {
        func cube(_ value: Double) -> Double { value * value * value }
        let l = cube(lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b)
        let m = cube(lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b)
        let s = cube(lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b)
        self.init(
            red: Self.encoded(4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s).clamped,
            green: Self.encoded(-1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s).clamped,
            blue: Self.encoded(-0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701_0 * s).clamped, opacity: opacity)
    }

    func opacity(_ factor: Double) -> ResolvedColor {
        var color = self
        color.opacity = (opacity * factor).clamped
        return color
    }
}

extension Paint {
    /// The paint with its opacity multiplied by a factor.
    func opacity(_ factor: Double) -> Paint {
        switch self {
        case .color(let color): .color(color.opacity(factor))
        case .material(let color): .material(color.opacity(factor))
        case .linear(let stops, let start, let end): .linear(stops.opacity(factor), start: start, end: end)
        case .radial(let stops, let center, let startRadius, let endRadius):
            .radial(stops.opacity(factor), center: center, startRadius: startRadius, endRadius: endRadius)
        case .angular(let stops, let center, let startDegrees, let endDegrees):
            .angular(stops.opacity(factor), center: center, startDegrees: startDegrees, endDegrees: endDegrees)
        case .elliptical(let stops, let center, let startFraction, let endFraction):
            .elliptical(stops.opacity(factor), center: center, startFraction: startFraction, endFraction: endFraction)
        }
    }
}

extension [GradientStop] {
    fileprivate func opacity(_ factor: Double) -> Self { map { GradientStop($0.color.opacity(factor), at: $0.location) } }
}
