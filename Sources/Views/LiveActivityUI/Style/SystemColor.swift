/// The system's colors. Sources: Human Interface Guidelines, Color, iOS and iPadOS; for labels, fills and backgrounds,
/// UIKit's colors of the same names.
package enum SystemColor: UInt8, Hashable, Sendable {
    case red, orange, yellow, green, mint, teal, cyan, blue, indigo, purple, pink, brown
    case gray, gray2, gray3, gray4, gray5, gray6
    case label, secondaryLabel, tertiaryLabel, quaternaryLabel, quinaryLabel, placeholderText
    case separator, opaqueSeparator, link, accent, fill, secondaryFill, tertiaryFill, quaternaryFill
    case background, secondaryBackground, tertiaryBackground
    case groupedBackground, secondaryGroupedBackground, tertiaryGroupedBackground

    package func resolved(in appearance: Appearance) -> ResolvedColor {
        let (light, dark, lightContrast, darkContrast) = values
        let value =
            switch (appearance.isDark, appearance.hasIncreasedContrast) {
            case (false, false): light
            case (true, false): dark
            case (false, true): lightContrast
            case (true, true): darkContrast
            }
        return ResolvedColor(hex: value)
    }

    /// Four bytes (red, green, blue, opacity) for light, dark, and both with increased contrast.
    private var values: (UInt32, UInt32, UInt32, UInt32) {
        switch self {
        case .red: (0xFF3B_30FF, 0xFF45_3AFF, 0xD700_15FF, 0xFF69_61FF)
        case .orange: (0xFF95_00FF, 0xFF9F_0AFF, 0xC934_00FF, 0xFFB3_40FF)
        case .yellow: (0xFFCC_00FF, 0xFFD6_0AFF, 0xB250_00FF, 0xFFD4_26FF)
        case .green: (0x34C7_59FF, 0x30D1_58FF, 0x248A_3DFF, 0x30DB_5BFF)
        case .mint: (0x00C7_BEFF, 0x63E6_E2FF, 0x0C81_7BFF, 0x66D4_CFFF)
        case .teal: (0x30B0_C7FF, 0x40C8_E0FF, 0x0082_99FF, 0x5DE6_FFFF)
        case .cyan: (0x32AD_E6FF, 0x64D2_FFFF, 0x0071_A4FF, 0x70D7_FFFF)
        case .blue, .accent: (0x007A_FFFF, 0x0A84_FFFF, 0x0040_DDFF, 0x409C_FFFF)
        case .indigo: (0x5856_D6FF, 0x5E5C_E6FF, 0x3634_A3FF, 0x7D7A_FFFF)
        case .purple: (0xAF52_DEFF, 0xBF5A_F2FF, 0x8944_ABFF, 0xDA8F_FFFF)
        case .pink: (0xFF2D_55FF, 0xFF37_5FFF, 0xD30F_45FF, 0xFF64_82FF)
        case .brown: (0xA284_5EFF, 0xAC8E_68FF, 0x7F65_45FF, 0xB594_69FF)
        case .gray: (0x8E8E_93FF, 0x8E8E_93FF, 0x6C6C_70FF, 0xAEAE_B2FF)
        case .gray2: (0xAEAE_B2FF, 0x6363_66FF, 0x8E8E_93FF, 0x7C7C_80FF)
        case .gray3: (0xC7C7_CCFF, 0x4848_4AFF, 0xAEAE_B2FF, 0x5454_56FF)
        case .gray4: (0xD1D1_D6FF, 0x3A3A_3CFF, 0xBCBC_C0FF, 0x4444_46FF)
        case .gray5: (0xE5E5_EAFF, 0x2C2C_2EFF, 0xD8D8_DCFF, 0x3636_38FF)
        case .gray6: (0xF2F2_F7FF, 0x1C1C_1EFF, 0xEBEB_F0FF, 0x2424_26FF)
        case .label: (0x0000_00FF, 0xFFFF_FFFF, 0x0000_00FF, 0xFFFF_FFFF)
        case .secondaryLabel: (0x3C3C_4399, 0xEBEB_F599, 0x3C3C_43AD, 0xEBEB_F5AD)
        case .tertiaryLabel, .placeholderText: (0x3C3C_434C, 0xEBEB_F54C, 0x3C3C_4360, 0xEBEB_F560)
        case .quaternaryLabel: (0x3C3C_432E, 0xEBEB_F529, 0x3C3C_433D, 0xEBEB_F53D)
        case .quinaryLabel: (0x3C3C_431A, 0xEBEB_F51A, 0x3C3C_4326, 0xEBEB_F526)
        case .separator: (0x3C3C_434A, 0x5454_5899, 0x3C3C_435E, 0x5454_58AD)
        case .opaqueSeparator: (0xC6C6_C8FF, 0x3838_3AFF, 0xC6C6_C8FF, 0x3838_3AFF)
        case .link: (0x007A_FFFF, 0x0984_FFFF, 0x0040_DDFF, 0x409C_FFFF)
        case .fill: (0x7878_8033, 0x7878_805C, 0x7878_8047, 0x7878_8070)
        case .secondaryFill: (0x7878_8029, 0x7878_8052, 0x7878_803D, 0x7878_8066)
        case .tertiaryFill: (0x7676_801F, 0x7676_803D, 0x7676_8033, 0x7676_8052)
        case .quaternaryFill: (0x7474_8014, 0x7676_802E, 0x7474_8029, 0x7676_8042)
        case .background: (0xFFFF_FFFF, 0x0000_00FF, 0xFFFF_FFFF, 0x0000_00FF)
        case .secondaryBackground: (0xF2F2_F7FF, 0x1C1C_1EFF, 0xEBEB_F0FF, 0x2424_26FF)
        case .tertiaryBackground: (0xFFFF_FFFF, 0x2C2C_2EFF, 0xFFFF_FFFF, 0x3636_38FF)
        case .groupedBackground: (0xF2F2_F7FF, 0x0000_00FF, 0xEBEB_F0FF, 0x0000_00FF)
        case .secondaryGroupedBackground: (0xFFFF_FFFF, 0x1C1C_1EFF, 0xFFFF_FFFF, 0x2424_26FF)
        case .tertiaryGroupedBackground: (0xF2F2_F7FF, 0x2C2C_2EFF, 0xEBEB_F0FF, 0x3636_38FF)
        }
    }
}
