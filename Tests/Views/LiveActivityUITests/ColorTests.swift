import LiveActivityUI
import Testing

@Suite struct ColorTests {
    func near(_ color: Color, _ red: Float, _ green: Float, _ blue: Float, _ opacity: Float = 1) -> Bool {
        let resolved = color.resolve(in: EnvironmentValues())
        return zip([resolved.red, resolved.green, resolved.blue, resolved.opacity], [red, green, blue, opacity])
            .allSatisfy { abs($0 - $1) < 0.002 }
    }

    @Test func partsAreOfTheirColorSpace() {
        #expect(near(Color(red: 240 / 255, green: 1, blue: 0), 0.9412, 1, 0))
        #expect(near(Color(.sRGBLinear, white: 0.5), 0.7354, 0.7354, 0.7354))
        #expect(near(Color(.displayP3, red: 1, green: 0, blue: 0), 1, 0, 0))
        #expect(near(Color(.displayP3, red: 0.5, green: 0.5, blue: 0.5), 0.5, 0.5, 0.5))
        #expect(near(Color(hue: 1.0 / 3, saturation: 1, brightness: 0.5), 0, 0.5, 0))
        #expect(near(Color(hue: 0.5, saturation: 0.5, brightness: 1), 0.5, 1, 1))
        #expect(near(Color(red: .nan, green: -1, blue: 7, opacity: 2), 0, 0, 1))
    }

    @Test func opacitiesMultiply() {
        #expect(near(.white.opacity(0.5).opacity(0.5), 1, 1, 1, 0.25))
        #expect(near(.white.opacity(7), 1, 1, 1, 1))
    }

    @Test func mixingIsBetween() {
        #expect(near(Color.black.mix(with: .white, by: 0), 0, 0, 0))
        #expect(near(Color.black.mix(with: .white, by: 1), 1, 1, 1))
        #expect(near(Color.black.mix(with: .white, by: 0.5, in: .device), 0.5, 0.5, 0.5))
    }

    @Test func theSystemsColorsFollowSchemeAndContrast() {
        var environment = EnvironmentValues()
        func red() -> Color.Resolved { Color.red.resolve(in: environment) }
        let light = red()
        environment.colorScheme = .dark
        let dark = red()
        environment.colorSchemeContrast = .increased
        #expect(Set([light, dark, red()]).count == 3)
    }
}
