import Foundation

extension ResolvedColor {
    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.singleValueContainer(), let text = try? container.decode(String.self) {
            guard let bytes = Self.bytes(text) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "expected a color #RRGGBB, not \"\(text)\"")
            }
            self.init(hex: bytes << 8 | 0xFF)
            return
        }
        let reader = try NodeReader(decoder)
        let opacity = try reader.number("opacity", usually: 1)
        if reader.has("color") {
            let opaque: ResolvedColor = try reader.read("color")
            self.init(red: opaque.red, green: opaque.green, blue: opaque.blue, opacity: opacity)
        } else {
            try self.init(
                red: reader.number("red"), green: reader.number("green"), blue: reader.number("blue"), opacity: opacity)
        }
    }

    /// Writes "#RRGGBB" if that is exact. Otherwise an object with the opacity, and with separate components if they
    /// are not whole bytes.
    public func encode(to encoder: any Encoder) throws {
        guard let hexText else {
            let writer = NodeWriter(encoder)
            try writer.write(red, "red").write(green, "green").write(blue, "blue").write(opacity, "opacity", usually: 1)
            return
        }
        if opacity == 1 {
            var container = encoder.singleValueContainer()
            try container.encode(hexText)
        } else {
            try NodeWriter(encoder).write(hexText, "color").write(opacity, "opacity")
        }
    }

    private var hexText: String? {
        var text = "#"
        for part in [red, green, blue] {
            guard part >= 0, part <= 1 else { return nil }
            let byte = (part * 255).rounded()
            guard byte / 255 == part else { return nil }
            let digits = String(Int(byte), radix: 16, uppercase: true)
            text += digits.count == 1 ? "0" + digits : digits
        }
        return text
    }

    private static func bytes(_ text: String) -> UInt32? {
        guard text.utf8.count == 7, text.hasPrefix("#"), text.dropFirst().allSatisfy(\.isHexDigit) else { return nil }
        return UInt32(text.dropFirst(), radix: 16)
    }
}

extension GradientStop {
    public init(from decoder: any Decoder) throws {
        let reader = try NodeReader(decoder)
        try self.init(reader.read("color"), at: reader.number("at"))
    }

    public func encode(to encoder: any Encoder) throws { try NodeWriter(encoder).write(color, "color").write(location, "at") }
}

extension UnitPointNode {
    public init(from decoder: any Decoder) throws {
        let reader = try NodeReader(decoder)
        try self.init(x: reader.number("x"), y: reader.number("y"))
    }

    public func encode(to encoder: any Encoder) throws { try NodeWriter(encoder).write(x, "x").write(y, "y") }
}

extension Paint {
    public init(from decoder: any Decoder) throws {
        guard let reader = try? NodeReader(decoder), reader.has("type") else {
            self = try .color(ResolvedColor(from: decoder))
            return
        }
        switch try reader.type {
        case "linearGradient":
            self = try .linear(reader.read("stops"), start: reader.read("start"), end: reader.read("end"))
        case "radialGradient":
            self = try .radial(
                reader.read("stops"), center: reader.read("center"), startRadius: reader.number("startRadius"),
                endRadius: reader.number("endRadius"))
        case "angularGradient":
            self = try .angular(
                reader.read("stops"), center: reader.read("center"), startDegrees: reader.number("startDegrees"),
                endDegrees: reader.number("endDegrees"))
        case "ellipticalGradient":
            self = try .elliptical(
                reader.read("stops"), center: reader.read("center"), startFraction: reader.number("startFraction"),
                endFraction: reader.number("endFraction"))
        case "material": self = try .material(reader.read("color"))
        default: throw try reader.unknown("paint")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .color(let color): try color.encode(to: encoder)
        case .linear(let stops, let start, let end):
            try NodeWriter("linearGradient", encoder).write(stops, "stops").write(start, "start").write(end, "end")
        case .radial(let stops, let center, let startRadius, let endRadius):
            try NodeWriter("radialGradient", encoder).write(stops, "stops").write(center, "center")
                .write(startRadius, "startRadius").write(endRadius, "endRadius")
        case .angular(let stops, let center, let startDegrees, let endDegrees):
            try NodeWriter("angularGradient", encoder).write(stops, "stops").write(center, "center")
                .write(startDegrees, "startDegrees").write(endDegrees, "endDegrees")
        case .elliptical(let stops, let center, let startFraction, let endFraction):
            try NodeWriter("ellipticalGradient", encoder).write(stops, "stops").write(center, "center")
                .write(startFraction, "startFraction").write(endFraction, "endFraction")
        case .material(let color): try NodeWriter("material", encoder).write(color, "color")
        }
    }
}
