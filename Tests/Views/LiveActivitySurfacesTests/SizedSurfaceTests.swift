import LiveActivityCore
import LiveActivitySurfaces
import Testing

@Suite struct SizedSurfaceTests {
    @Test func everySurfaceOfTheEngineHasPlacesAndEachHasANameOfItsOwn() throws {
        #expect(Set(SizedSurface.all.map(\.surface)) == Set(Surface.allCases))
        #expect(Set(SizedSurface.all.map(\.name)).count == 32)
        for surface in SizedSurface.all {
            #expect(SizedSurface(named: surface.name) == surface)
            let json = try WireEncoder().encode([surface])
            #expect(String(decoding: json, as: UTF8.self) == "[\"\(surface.name)\"]")
            #expect(try WireDecoder().decode([SizedSurface].self, from: json) == [surface])
        }
        #expect(SizedSurface(named: "lockScreen") == nil)
        #expect(throws: DecodingError.self) {
            try WireDecoder().decode([SizedSurface].self, from: Array(#"["lockScreen"]"#.utf8))
        }
    }

    /// HIG-11 to HIG-17, number by number, then SEEN-06.
    @Test func sizesAreThePublishedOnes() {
        let published = SizedSurface.all.filter { !$0.isLimitedInWidth }
        let sizes = published.map { surface in
            let (width, height) = (surface.size.width, surface.size.height)
            func text(_ range: ClosedRange<Double>) -> String {
                range.lowerBound == range.upperBound ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
            }
            // The sides of a compact island are as wide as their content.
            let across = surface.presentation == .compact ? "\(surface.publishedSize.width)" : text(width)
            return "\(surface.name) \(across)x\(text(height))"
        }
        #expect(
            sizes == [
                "lockScreen.iPhone430 408.0x84.0-160.0", "lockScreen.iPhone393 371.0x84.0-160.0",
                "lockScreen.iPad1366 500.0x84.0-160.0", "lockScreen.iPad1194 425.0x84.0-160.0",
                "compact.iPhone430 62.33x36.67", "compact.iPhone393 52.33x36.67",
                "minimal.attached 36.67-45.0x36.67", "minimal.detached 36.67-45.0x36.67",
                "expanded.iPhone430 408.0x84.0-160.0", "expanded.iPhone393 371.0x84.0-160.0",
                "standBy.minimal 36.67-45.0x36.67", "standBy.fullScreen 371.0x84.0-160.0",
                "menuBar.compact 52.33x36.67", "menuBar.minimal 36.67-45.0x36.67", "menuBar.expanded 371.0x84.0-160.0",
                "menuBar.popover 371.0x84.0-160.0",
                "smartStack.40mm 152.0x69.5", "smartStack.41mm 165.0x72.5", "smartStack.44mm 173.0x76.5",
                "smartStack.45mm 184.0x80.5", "smartStack.49mm 191.0x81.5",
                "carPlay.240x78 240.0x78.0", "carPlay.240x100 240.0x100.0", "carPlay.170x78 170.0x78.0",
                "lockScreen.iPhone440 412.0x84.0-160.0", "lockScreen.iPhone402 374.0x84.0-160.0",
                "compact.iPhone440 62.33x36.67", "compact.iPhone402 52.33x36.67",
                "expanded.iPhone440 412.0x84.0-160.0", "expanded.iPhone402 374.0x84.0-160.0",
            ])
        // HIG-13: both sides and the camera between them are 250 or 230 points.
        for (surface, width) in [(SizedSurface.compactIPhone430, 250.0), (.compactIPhone393, 230.0)] {
            #expect(abs(2 * surface.publishedSize.width + SizedSurface.cameraWidth - width) < 0.01)
        }
        // Its limits are this package's choice (UNC-34): at most as wide as the expanded island.
        for (compact, expanded) in [
            (SizedSurface.compactIPhone430, 408.0), (.compactIPhone393, 371), (.compactIPhone440, 412),
            (.compactIPhone402, 374),
        ] {
            let most = 2 * compact.size.width.upperBound + SizedSurface.cameraWidth
            #expect(abs(most - expanded) < 0.01)
        }
        // So are those of a narrow island: no wider than an island that has not grown.
        #expect(SizedSurface.all.suffix(2) == [.expandedIPhone440, .expandedIPhone402], "the newest are at the end")
        #expect(SizedSurface.all.filter(\.isLimitedInWidth) == [.compactNarrow, .minimalNarrow])
        #expect(SizedSurface.compactNarrow.size.width == 36.67...52.33)
        #expect(SizedSurface.minimalNarrow.size.width == 36.67...36.67)
        #expect(SizedSurface.all.filter { $0.scale != 1 } == [.standByFullScreen])
    }
}
