// Declarations other than views that widget files use.
import ActivityKit
import AlarmKit
import AppIntents
import Foundation
import LiveActivityUI
import SwiftUI
import Testing

@testable import AppleLogging

@Suite struct LeftoverTests {
    /// A colour in one appearance, as its bytes.
    private func bytes(_ color: Color, dark: Bool = false) throws -> [Int] {
        var environment = EnvironmentValues()
        environment.colorScheme = dark ? .dark : .light
        let node = try ViewNode(resolving: color, in: environment)
        let paint = if case .paint(.color(let color)) = node.content { color } else { nil as ResolvedColor? }
        let color = try #require(paint)
        return [color.red, color.green, color.blue, color.opacity].map { Int(($0 * 255).rounded()) }
    }

    @Test func systemColoursFollowTheAppearance() throws {
        #expect(try bytes(Color(.systemBackground)) == [255, 255, 255, 255])
        #expect(try bytes(Color(.systemBackground), dark: true) == [0, 0, 0, 255])
        #expect(try bytes(Color(UIColor.systemGray2), dark: true) == [0x63, 0x63, 0x66, 255])
        #expect(try bytes(Color(uiColor: .label.withAlphaComponent(0.5))) == [0, 0, 0, 128])
    }

    /// Xcode inserts these literals for a color or image that is dropped into the source.
    @Test func literalsAreColoursAndPictures() throws {
        let untyped = #colorLiteral(red: 1, green: 0.4, blue: 0, alpha: 0.5)
        let typed: UIColor = #colorLiteral(red: 0, green: 0, blue: 1, alpha: 1)
        #expect(try bytes(Color(untyped)) == [255, 102, 0, 128])
        #expect(try bytes(Color(uiColor: typed)) == [0, 0, 255, 255])
        #expect(try bytes(Color(#colorLiteral(red: 0, green: 1, blue: 0, alpha: 1))) == [0, 255, 0, 255])
        let pizza: UIImage = #imageLiteral(resourceName: "pizza")
        let node = try ViewNode(resolving: Image(uiImage: pizza), in: EnvironmentValues())
        let source = if case .image(let image) = node.content { image.source } else { nil as ImageNode.Source? }
        #expect(source == .asset("pizza"))
        let same = try ViewNode(resolving: Image(uiImage: #imageLiteral(resourceName: "pizza")), in: EnvironmentValues())
        #expect(same == node)
    }

    @Test func namedImagesMayHaveABundleOrAConfiguration() throws {
        let images = [
            UIImage(named: "pizza", in: .main, with: nil), UIImage(named: "pizza", in: nil, compatibleWith: nil),
            UIImage(systemName: "clock", withConfiguration: UIImage.SymbolConfiguration(pointSize: 12, weight: .bold)),
        ]
        #expect(images.map(\.?.source) == [.asset("pizza"), .asset("pizza"), .system("clock")])
    }

    /// A widget may store an app's image in its attributes.
    @Test func theDataOfANamedImageMakesThatImage() throws {
        let data = try #require(UIImage(named: "pizza")?.pngData())
        #expect(UIImage(data: data)?.source == .asset("pizza"))
        #expect(UIImage(named: "pizza")?.jpegData(compressionQuality: 0.5) == data)
        #expect(UIImage(systemName: "clock")?.pngData() == nil)
        let label = try ViewNode(resolving: Label("Pizza", image: ImageResource(name: "pizza")), in: EnvironmentValues())
        #expect(try label == ViewNode(resolving: Label("Pizza", image: "pizza"), in: EnvironmentValues()))
    }

    /// The unit is kept. iOS would choose one for the user's region.
    @Test func measurementsHaveTheSymbolsOfTheirUnits() {
        let english = Locale(identifier: "en_US")
        let run = Measurement(value: 5.237, unit: UnitLength.kilometers)
        #expect(run.formatted(.measurement(width: .abbreviated).locale(english)) == "5.24 km")
        #expect(run.formatted(.measurement(width: .narrow, usage: .road).locale(english)) == "5.24km")
        let energy = Measurement(value: 412.6, unit: UnitEnergy.kilocalories)
        let whole = FloatingPointFormatStyle<Double>.number.precision(.fractionLength(0))
        #expect(
            energy.formatted(.measurement(width: .wide, usage: .workout, numberFormatStyle: whole).locale(english))
                == "413 kCal")
        let weather = Measurement(value: 21, unit: UnitTemperature.celsius)
        #expect(weather.formatted(.measurement(width: .abbreviated, usage: .weather).locale(english)) == "21°C")
        #expect(weather.formatted(.measurement(width: .narrow, hidesScaleName: true).locale(english)) == "21°C")
    }

    @Test func anIntentThatOpensAURLOpensNothing() async throws {
        let url = try #require(URL(string: "pizza://orders/7"))
        _ = try await OpenURLIntent(url).perform()
        #expect(OpenURLIntent(url).url == url)
    }

    @Test func settingsAreReadByKeyValueCoding() throws {
        let name = "leftovers-\(UUID())"
        let settings = try #require(UserDefaults(suiteName: name))
        defer { settings.removePersistentDomain(forName: name) }
        settings.setValue(3, forKey: "streak")
        #expect(settings.value(forKey: "streak") as? Int == 3)
        #expect(settings.value(forKey: "none") == nil)
    }

    /// An app declares its shortcuts in files that its widget extension shares.
    @Test func shortcutsAreListed() {
        #expect(Shortcuts.appShortcuts.count == 2)
        Shortcuts.updateAppShortcutParameters()
    }

    /// The functions of an app's files that a widget extension shares.
    @Test func whatNobodyRecordsOrPublishesCompiles() async throws {
        let signposter = OSSignposter(subsystem: "pizza", category: "ovens")
        let state = signposter.beginInterval("bake", id: signposter.makeSignpostID(), "oven \(3)")
        signposter.endInterval("bake", state)
        #expect(signposter.withIntervalSignpost("bake") { 5 } == 5)
        let lock = OSAllocatedUnfairLock(initialState: 3)
        #expect(
            lock.withLock {
                $0 += 1; return $0
            } == 4)
        os_log("%{public}@ is ready at %d", log: .disabled, type: .info, "Pizza", 5)
        let queue = DispatchSerialQueue(label: "pizza")
        let searches = PassthroughSubject<String, Never>()
            .debounce(for: .milliseconds(300), scheduler: queue).throttle(for: 0.5, scheduler: RunLoop.main, latest: true)
            .delay(for: .seconds(0.3), scheduler: DispatchQueue.main).sink { _ in }
        searches.cancel()
    }

    @Test func mutableContentsAndStylesStoreTheirValues() {
        let (content, style): (UNNotificationContent, NSParagraphStyle) = stored()
        #expect(content.title == "Pizza" && content.badge == 3 && content.userInfo["oven"] as? Int == 1)
        #expect(style.lineSpacing == 4 && style.alignment == .center)
    }

    @Test func errorsNeedNoInformation() {
        #expect(throws: NSError(domain: "", code: 0)) { throw NSError() }
    }

    @Test func aTextHasTheSizeOfItsFont() {
        let font = UIFont.systemFont(ofSize: 20)
        let size = "12:30".size(withAttributes: [.font: font])
        #expect(size.width.rounded() == 55 && size.height == 24)
        #expect("".size().width == 0)
    }

    @Test func aBitmapIsAnImage() throws {
        let bitmap = try #require(UIImage(data: Data(png))?.cgImage)
        let decorative = try ViewNode(resolving: Image(decorative: bitmap, scale: 1), in: EnvironmentValues())
        let labelled = try ViewNode(resolving: Image(bitmap, scale: 2, label: Text("Map")), in: EnvironmentValues())
        #expect(decorative != labelled)
        let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
        let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        #expect(red.converted(to: space, intent: .defaultIntent, options: nil) == red)
    }

    /// A widget uses a renderer to resize an image of the app and to make it a template.
    @Test func aRendererGivesAPictureAnotherSize() throws {
        let picture = try #require(UIImage(data: Data(png)))
        #expect(picture.size == CGSize(width: 300, height: 60) && picture.cgImage?.width == 300)
        let format = UIGraphicsImageRendererFormat()
        format.scale = 3
        let small = UIGraphicsImageRenderer(size: CGSize(width: 100, height: 20), format: format).image { context in
            context.cgContext.scaleBy(x: -1, y: 1)
            picture.draw(in: CGRect(x: 0, y: 0, width: 100, height: 20))
            UIImage(systemName: "star")?.draw(at: .zero)
        }
        #expect(small.size == CGSize(width: 100, height: 20) && small.scale == 3 && small.pngData() == Data(png))
        #expect(UIGraphicsImageRenderer(size: CGSize(width: 9, height: 9)).image { _ in }.size == .zero)
        picture.draw(in: .zero)

        let node = try ViewNode(resolving: Image(uiImage: small.withRenderingMode(.alwaysTemplate)), in: EnvironmentValues())
        let template = try ViewNode(resolving: Image(uiImage: small).renderingMode(.template), in: EnvironmentValues())
        #expect(node == template)
        #expect(try ViewNode(resolving: Image(uiImage: small), in: EnvironmentValues()) != template)
        let pixels = try #require(small.cgImage)
        #expect(UIImage(cgImage: pixels, scale: 2, orientation: .up).size == CGSize(width: 150, height: 30))
    }

    @Test func aDynamicColourIsAskedForBothAppearances() throws {
        let color = UIColor { $0.userInterfaceStyle == .dark ? UIColor(white: 1, alpha: 1) : .red }
        #expect(try bytes(Color(color)) == [255, 0, 0, 255])
        #expect(try bytes(Color(color), dark: true) == [255, 255, 255, 255])
        #expect(color == UIColor { $0.userInterfaceStyle == .dark ? .white : .red })

        var (red, alpha): (CGFloat, CGFloat) = (0, 0)
        #expect(color.getRed(&red, green: nil, blue: nil, alpha: &alpha))
        #expect([red, alpha] == [1, 1])
        #expect(color.resolvedColor(with: UITraitCollection(userInterfaceStyle: .dark)) == .white)
    }

    private let png: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 1, 44, 0, 0, 0, 60,
    ]
    /// A JPEG with an application segment of four bytes, a stray fill byte, and a frame of 60 rows by 300 columns.
    private let jpeg: [UInt8] = [
        0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, 0xC2, 0, 17, 8, 0, 60, 1, 44, 3, 1, 2, 3,
    ]

    @Test func aPictureIsAsLargeAsItsFileSays() throws {
        #expect(UIImage(data: Data(png))?.size == CGSize(width: 300, height: 60))
        #expect(UIImage(data: Data(png), scale: 3)?.size == CGSize(width: 100, height: 20))
        #expect(UIImage(data: Data(jpeg))?.size == CGSize(width: 300, height: 60))
        #expect(UIImage(data: Data(png))?.pngData() == Data(png))
        #expect(UIImage(data: Data(jpeg))?.pngData() == nil)

        let node = try ViewNode(resolving: Image(uiImage: try #require(UIImage(data: Data(png)))), in: EnvironmentValues())
        guard case .image(let image) = node.content else { Issue.record("\(node)"); return }
        #expect(image.source == .data(png))
    }

    @Test func whatIsNoPictureGivesNone() {
        #expect(UIImage(data: Data()) == nil)
        #expect(UIImage(data: Data("<svg/>".utf8)) == nil)
        #expect(UIImage(contentsOfFile: "/no/such/file.png") == nil)
        // A header truncated at each byte; no size; and segments with invalid offsets.
        for count in 0..<png.count { #expect(UIImage(data: Data(png.prefix(count))) == nil) }
        for count in 0..<18 { #expect(UIImage(data: Data(jpeg.prefix(count))) == nil) }
        #expect(UIImage(data: Data(png.prefix(20) + [0, 0, 0, 0])) == nil)
        #expect(UIImage(data: Data([0xFF, 0xD8] + [UInt8](repeating: 0xFF, count: 40))) == nil)
        #expect(UIImage(data: Data([0xFF, 0xD8, 0xFF, 0xE0, 0xFF, 0xFF] + [UInt8](repeating: 0, count: 40))) == nil)
    }

    @Test func anAppGroupIsAFolderThatNamesCannotLeave() throws {
        let name = "group.test.\(UUID())"
        let folder = try #require(FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: name))
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(folder.lastPathComponent == name)
        #expect(FileManager.default.fileExists(atPath: folder.path))
        #expect(FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: name) == folder)
        for name in ["", ".", "..", "../x", "a/b"] {
            #expect(FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: name) == nil)
        }
    }

    @Test func whatIsLoggedSaysWhoMayReadIt() {
        let (name, count, ratio) = ("Anna", 3, 0.5)
        func line(_ message: OSLogMessage) -> String { OSLog(subsystem: "app", category: "widget").line(message, .error) }
        #expect(line("plain") == "[app:widget] error: plain")
        #expect(
            line("\(count) by \(name) at \(ratio, format: .fixed(precision: 1)), \(true)")
                == "[app:widget] error: 3 by <private> at 0.5, true")
        #expect(line("\(name, privacy: .public) \(count, privacy: .private)") == "[app:widget] error: Anna <private>")
        #expect(line("\(255, format: .hex(includePrefix: true))") == "[app:widget] error: 0xff")
        #expect(line("\(name, privacy: .private(mask: .hash))") == line("\(name, privacy: .private(mask: .hash))"))
        #expect(!line("\(name, privacy: .private(mask: .hash))").contains("Anna"))
        #expect(OSLog(subsystem: "", category: "").line("x", .default) == "notice: x")
        #expect(!OSLog.disabled.isEnabled(type: .fault))
    }

    /// The intents of an alarm's buttons are declared beside its widget.
    @Test func noAlarmIsScheduled() async throws {
        let manager = AlarmManager.shared
        #expect(try await manager.requestAuthorization() == .denied && manager.authorizationState == .denied)
        #expect(try manager.alarms.isEmpty)
        for await _ in manager.alarmUpdates { Issue.record("there are no alarms") }
        let attributes = AlarmAttributes(
            presentation: AlarmPresentation(
                alert: .init(title: "Eggs", stopButton: AlarmButton(text: "Off", textColor: .red, systemImageName: "stop"))),
            metadata: EggMetadata(eggs: 4), tintColor: .orange)
        await #expect(throws: AlarmManager.AlarmError.notAuthorized) {
            try await manager.schedule(
                id: UUID(), configuration: .timer(duration: 60, attributes: attributes, sound: .named("bell")))
        }
        #expect(throws: AlarmManager.AlarmError.noSuchAlarm) { try manager.pause(id: UUID()) }
    }

    @Test func anAlarmComesBackFromJSON() throws {
        let attributes = AlarmAttributes(
            presentation: AlarmPresentation(
                alert: .init(
                    title: "Eggs", secondaryButton: AlarmButton(text: "Again", textColor: .blue, systemImageName: "repeat")),
                paused: .init(title: "Waiting", resumeButton: AlarmButton(text: "On", textColor: .red, systemImageName: "play"))
            ),
            metadata: EggMetadata(eggs: 4), tintColor: Color(.systemBackground))
        let back = try JSONDecoder().decode(AlarmAttributes<EggMetadata>.self, from: JSONEncoder().encode(attributes))
        #expect(back.metadata == attributes.metadata)
        #expect(back.presentation.alert.secondaryButton?.systemImageName == "repeat")
        #expect(try [bytes(back.tintColor), bytes(back.tintColor, dark: true)] == [[255, 255, 255, 255], [0, 0, 0, 255]])
        #expect(try JSONEncoder().encode(back).count == JSONEncoder().encode(attributes).count)

        let state = AlarmPresentationState(
            alarmID: UUID(),
            mode: .countdown(.init(totalCountdownDuration: 9, previouslyElapsedDuration: 1, startDate: .now, fireDate: .now)))
        #expect(try JSONDecoder().decode(AlarmPresentationState.self, from: JSONEncoder().encode(state)) == state)
    }

    @Test func aDurationIsSaidAsAClockOrInWords() {
        let formatter = DateComponentsFormatter()
        formatter.calendar?.locale = Locale(identifier: "en_US")
        formatter.allowedUnits = [.hour, .minute, .second]
        #expect([0, 5, 65, 3909, -65].map { formatter.string(from: $0) } == ["0", "5", "1:05", "1:05:09", "-1:05"])
        formatter.allowedUnits = [.minute, .second]
        formatter.zeroFormattingBehavior = .pad
        #expect([5, 3909].map { formatter.string(from: $0) } == ["00:05", "65:09"])

        formatter.allowedUnits = [.hour, .minute]
        formatter.zeroFormattingBehavior = .default
        let styles: [DateComponentsFormatter.UnitsStyle] = [.abbreviated, .short, .full]
        let words = styles.map { style in
            formatter.unitsStyle = style
            return formatter.string(from: 3959)
        }
        #expect(words == ["1h 5m", "1 hr, 5 min", "1 hour, 5 minutes"])
        formatter.maximumUnitCount = 1
        #expect(formatter.string(from: DateComponents(hour: 2, minute: 10)) == "2 hours")
        #expect(formatter.string(from: .nan) == nil)
        formatter.allowedUnits = []
        #expect(formatter.string(from: 60) == nil)
    }

    @Test func aDateIsSaidFromAnother() {
        let formatter = RelativeDateTimeFormatter()
        formatter.locale = Locale(identifier: "en_US")
        let noon = Date(timeIntervalSince1970: 0)
        #expect(formatter.localizedString(for: noon - 7200, relativeTo: noon) == "2 hours ago")
        #expect(formatter.localizedString(for: noon + 86400, relativeTo: noon) == "in 1 day")
        formatter.dateTimeStyle = .named
        #expect(formatter.localizedString(for: noon + 86400, relativeTo: noon) == "tomorrow")
    }

    @Test func aLazyGridIsLinesOfAsManyPlaces() throws {
        let columns = [GridItem(.fixed(20)), GridItem(.adaptive(minimum: 40), spacing: 10)]
        var environment = EnvironmentValues()
        environment.containerSize = CGSize(width: 99, height: 50)
        let grid = LazyVGrid(columns: columns) { ForEach(1..<5) { Text("\($0)") } }
        // Two items of the second column fit into 99 points, including the gap between them.
        #expect(try outline(ViewNode(resolving: grid, in: environment)) == "V[H['1', '2', '3'], H['4', paint, paint]]")
        environment.containerSize.width = 89
        #expect(try outline(ViewNode(resolving: grid, in: environment)) == "V[H['1', '2'], H['3', '4']]")
        #expect(try outline(ViewNode(resolving: LazyVGrid(columns: []) { Text("1") }, in: environment)) == "V[H['1']]")
        #expect(try outline(ViewNode(resolving: LazyHGrid(rows: columns) { Text("1") }, in: environment)) == "H[V['1', paint]]")
    }

    @Test func defaultsAreReadWhenAViewIsResolved() throws {
        let suite = "group.test.\(UUID())"
        let defaults = try #require(UserDefaults(suiteName: suite))
        defer { defaults.removePersistentDomain(forName: suite) }
        struct Shared {
            @AppStorage var count: Int
            @AppStorage var name: String?
            @AppStorage var side: Side
        }
        enum Side: String { case left, right }
        let shared = Shared(
            count: AppStorage(wrappedValue: 3, "count", store: defaults), name: AppStorage("name", store: defaults),
            side: AppStorage(wrappedValue: .left, "side", store: defaults))
        #expect((shared.count, shared.name, shared.side) == (3, nil, .left))

        defaults.set(5, forKey: "count")
        shared.name = "Anna"
        shared.side = .right
        #expect((shared.count, shared.name, shared.side) == (5, "Anna", .right))
        #expect(defaults.string(forKey: "side") == "right")

        shared.name = nil
        defaults.set("neither", forKey: "side")
        #expect((shared.name, shared.side) == (nil, .left))
    }
}

private struct StartTimer: AppIntent {
    static let title: LocalizedStringResource = "Start"
    @Parameter(title: "Minutes") var minutes: Int
    func perform() async throws -> some IntentResult { .result() }
}

private struct Shortcuts: AppShortcutsProvider {
    static var appShortcuts: [AppShortcut] {
        AppShortcut(
            intent: StartTimer(), phrases: ["Start \(.applicationName)", "Start \(\.$minutes) minutes"], shortTitle: "Start",
            systemImageName: "timer")
        if #available(macOS 15, *) { AppShortcut(intent: StartTimer(), phrases: ["Go"]) }
    }
}
