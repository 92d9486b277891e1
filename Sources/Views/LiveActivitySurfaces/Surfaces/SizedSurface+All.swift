import LiveActivityCore

// All surfaces. iPhones are named by the width of their screen in points: 440 is Pro Max since the iPhone 16, 402 Pro since the
// iPhone 16, 430 the earlier Pro Max, Plus and Air, 393 the others.
//
// Source: Documentation/Reference.md, HIG-11 to HIG-18, and SEEN-06 for 402 and 440 points.
extension SizedSurface {
    /// The range of the height of Lock Screen and expanded presentations, in points. The content decides; above 160
    /// points it may be cut off.
    static let tall: ClosedRange<Double> = 84...160
    /// The height of compact and minimal presentations in points.
    public static let islandHeight = 36.67
    /// The corner radius of the Dynamic Island in points.
    public static let islandCornerRadius = 44.0

    // MARK: Lock Screen

    /// Lock Screen of a large iPhone, 408×84–160 points.
    public static let lockScreenIPhone430 = Self("lockScreen.iPhone430", .lockScreen, .lockScreen, .init(408, tall))
    /// Lock Screen of other iPhones, 371×84–160 points.
    public static let lockScreenIPhone393 = Self("lockScreen.iPhone393", .lockScreen, .lockScreen, .init(371, tall))
    /// Lock Screen of an iPad with 1366×1024 points: 500×84–160 points.
    public static let lockScreenIPad1366 = Self("lockScreen.iPad1366", .lockScreen, .lockScreen, .init(500, tall))
    /// Lock Screen of smaller iPads (1194×834, 1012×834, 1080×810, 1024×768): 425×84–160 points.
    public static let lockScreenIPad1194 = Self("lockScreen.iPad1194", .lockScreen, .lockScreen, .init(425, tall))

    // MARK: Dynamic Island. The size of a compact presentation is that of each of its sides.

    /// Compact island of a large iPhone. Apple publishes 62.33×36.67 points for each side; a side is as wide as its content,
    /// until both are as wide as the expanded island.
    public static let compactIPhone430 = compact("compact.iPhone430", 62.33, in: 408)
    /// Compact island of other iPhones. Apple publishes 52.33×36.67 points for each side; a side is as wide as its content,
    /// until both are as wide as the expanded island.
    public static let compactIPhone393 = compact("compact.iPhone393", 52.33, in: 371)
    /// The minimal presentation beside the camera, 36.67–45×36.67 points.
    public static let minimalAttached = Self(
        "minimal.attached", .minimal, .attachedMinimal, minimalSize, cornerRadius: islandCornerRadius)
    /// The minimal presentation apart from the camera, 36.67–45×36.67 points.
    public static let minimalDetached = Self(
        "minimal.detached", .minimal, .detachedMinimal, minimalSize, cornerRadius: islandCornerRadius)
    /// Expanded island of a large iPhone, 408×84–160 points.
    public static let expandedIPhone430 = Self(
        "expanded.iPhone430", .expanded, .expanded, .init(408, tall), cornerRadius: islandCornerRadius)
    /// Expanded island of other iPhones, 371×84–160 points.
    public static let expandedIPhone393 = Self(
        "expanded.iPhone393", .expanded, .expanded, .init(371, tall), cornerRadius: islandCornerRadius)

    /// A compact island of a published width on each side. A side grows until both sides and the camera are as wide as the
    /// expanded island. Apple publishes no limits; ``sized(width:)`` sets others.
    ///
    /// Source: Documentation/Reference.md, HIG-11 to HIG-13 and SEEN-03; the limits are UNC-34, unconfirmed.
    private static func compact(_ name: String, _ published: Double, in island: Double) -> Self {
        let grown = compactSize(published, in: island)
        let size = SurfaceSize(width: 30...grown.width.upperBound, height: grown.height)
        return Self(name, .compact, .compact, size, cornerRadius: islandCornerRadius, publishedWidth: published)
    }

    private static func compactSize(_ published: Double, in island: Double) -> SurfaceSize {
        SurfaceSize(width: published...(island - cameraWidth) / 2, height: islandHeight...islandHeight)
    }

    private static let minimalSize = SurfaceSize(width: 36.67...45, height: islandHeight...islandHeight)

    /// The width of the camera between both compact sides, in points: 250 less twice 62.33, which is also 230 less
    /// twice 52.33.
    public static let cameraWidth = 125.34

    // MARK: StandBy shows the minimal presentation; a tap opens the Lock Screen presentation at twice its size

    /// StandBy before a tap, 36.67–45×36.67 points.
    public static let standByMinimal = Self("standBy.minimal", .standBy, .detachedMinimal, minimalSize)
    /// StandBy after a tap: the Lock Screen presentation at twice its size.
    public static let standByFullScreen = Self("standBy.fullScreen", .standBy, .lockScreen, .init(371, tall), scale: 2)

    // MARK: Menu bar of a Mac. Sizes are those of the paired iPhone; the smaller one is used here.

    /// Menu bar with one activity, 52.33×36.67 points on each side. Each side grows with its content, as on the iPhone.
    public static let menuBarCompact = Self("menuBar.compact", .menuBar, .compact, compactSize(52.33, in: 371))
    /// Menu bar with several activities, 36.67–45×36.67 points.
    public static let menuBarMinimal = Self("menuBar.minimal", .menuBar, .detachedMinimal, minimalSize)
    /// The expanded presentation below the menu bar, 371×84–160 points.
    public static let menuBarExpanded = Self("menuBar.expanded", .menuBar, .expanded, .init(371, tall))
    /// The Lock Screen presentation of a selected activity, 371×84–160 points.
    public static let menuBarPopover = Self("menuBar.popover", .menuBar, .lockScreen, .init(371, tall))

    // MARK: Smart Stack of Apple Watch

    /// Smart Stack of a 40 mm watch, 152×69.5 points.
    public static let smartStack40mm = Self("smartStack.40mm", .smartStack, .lockScreen, .init(152, 69.5))
    /// Smart Stack of a 41 mm watch, 165×72.5 points.
    public static let smartStack41mm = Self("smartStack.41mm", .smartStack, .lockScreen, .init(165, 72.5))
    /// Smart Stack of a 44 mm watch, 173×76.5 points.
    public static let smartStack44mm = Self("smartStack.44mm", .smartStack, .lockScreen, .init(173, 76.5))
    /// Smart Stack of a 45 mm watch, 184×80.5 points.
    public static let smartStack45mm = Self("smartStack.45mm", .smartStack, .lockScreen, .init(184, 80.5))
    /// Smart Stack of a 49 mm watch, 191×81.5 points.
    public static let smartStack49mm = Self("smartStack.49mm", .smartStack, .lockScreen, .init(191, 81.5))

    // MARK: CarPlay Dashboard

    /// CarPlay, 240×78 points.
    public static let carPlay240x78 = Self("carPlay.240x78", .carPlay, .lockScreen, .init(240, 78))
    /// CarPlay, 240×100 points.
    public static let carPlay240x100 = Self("carPlay.240x100", .carPlay, .lockScreen, .init(240, 100))
    /// CarPlay, 170×78 points.
    public static let carPlay170x78 = Self("carPlay.170x78", .carPlay, .lockScreen, .init(170, 78))

    // MARK: A Dynamic Island with little space, as in landscape. Apple publishes no sizes for it.

    /// A compact island that is limited in width: 36.67–52.33×36.67 points on each side, from as wide as it is high to the
    /// published width of the smaller iPhones. Views see it as `isDynamicIslandLimitedInWidth`.
    ///
    /// Source: Documentation/Reference.md, WK-29; the widths are UNC-34, unconfirmed. ``sized(width:)`` sets others.
    public static let compactNarrow = Self(
        "compact.narrow", .compact, .compact,
        SurfaceSize(width: islandHeight...52.33, height: islandHeight...islandHeight), cornerRadius: islandCornerRadius,
        isLimitedInWidth: true)
    /// The minimal presentation in an island that is limited in width: 36.67×36.67 points, a circle.
    ///
    /// Source: Documentation/Reference.md, WK-29; the width is UNC-34, unconfirmed.
    public static let minimalNarrow = Self(
        "minimal.narrow", .minimal, .detachedMinimal, .init(islandHeight, islandHeight), cornerRadius: islandCornerRadius,
        isLimitedInWidth: true)

    // MARK: iPhones since the iPhone 16 Pro. Apple publishes no sizes for them: those of 402 points were measured in
    // screenshots.

    /// Lock Screen of an iPhone of 440 points, 412×84–160 points.
    ///
    /// Source: Documentation/Reference.md, SEEN-06; the width is UNC-35, unconfirmed.
    public static let lockScreenIPhone440 = Self("lockScreen.iPhone440", .lockScreen, .lockScreen, .init(412, tall))
    /// Lock Screen of an iPhone of 402 points, 374×84–160 points.
    ///
    /// Source: Documentation/Reference.md, SEEN-06.
    public static let lockScreenIPhone402 = Self("lockScreen.iPhone402", .lockScreen, .lockScreen, .init(374, tall))
    /// The compact island of an iPhone that is 440 points wide. It has the size for 430 points.
    ///
    /// Source: Documentation/Reference.md, SEEN-06; the widths are UNC-35, unconfirmed.
    public static let compactIPhone440 = compact("compact.iPhone440", 62.33, in: 412)
    /// The compact island of an iPhone that is 402 points wide. It has the size for 393 points.
    ///
    /// Source: Documentation/Reference.md, SEEN-06.
    public static let compactIPhone402 = compact("compact.iPhone402", 52.33, in: 374)
    /// Expanded island of an iPhone of 440 points, 412×84–160 points.
    ///
    /// Source: Documentation/Reference.md, SEEN-06; the width is UNC-35, unconfirmed.
    public static let expandedIPhone440 = Self(
        "expanded.iPhone440", .expanded, .expanded, .init(412, tall), cornerRadius: islandCornerRadius)
    /// Expanded island of an iPhone of 402 points, 374×84–160 points.
    ///
    /// Source: Documentation/Reference.md, SEEN-06.
    public static let expandedIPhone402 = Self(
        "expanded.iPhone402", .expanded, .expanded, .init(374, tall), cornerRadius: islandCornerRadius)

    /// All surfaces in the order above.
    public static let all: [SizedSurface] = [
        lockScreenIPhone430, lockScreenIPhone393, lockScreenIPad1366, lockScreenIPad1194,
        compactIPhone430, compactIPhone393, minimalAttached, minimalDetached, expandedIPhone430, expandedIPhone393,
        standByMinimal, standByFullScreen,
        menuBarCompact, menuBarMinimal, menuBarExpanded, menuBarPopover,
        smartStack40mm, smartStack41mm, smartStack44mm, smartStack45mm, smartStack49mm,
        carPlay240x78, carPlay240x100, carPlay170x78,
        compactNarrow, minimalNarrow,
        lockScreenIPhone440, lockScreenIPhone402, compactIPhone440, compactIPhone402, expandedIPhone440, expandedIPhone402,
    ]
}

extension [SizedSurface] {
    /// The surfaces of a large iPhone with a Dynamic Island.
    public static let iPhone430: Self = [
        .lockScreenIPhone430, .compactIPhone430, .minimalAttached, .minimalDetached, .expandedIPhone430, .standByMinimal,
        .standByFullScreen,
    ]
    /// The surfaces of another iPhone with a Dynamic Island.
    public static let iPhone393: Self = [
        .lockScreenIPhone393, .compactIPhone393, .minimalAttached, .minimalDetached, .expandedIPhone393, .standByMinimal,
        .standByFullScreen,
    ]
    /// The surfaces of an iPhone 16 Pro Max or a later one.
    public static let iPhone440: Self = [
        .lockScreenIPhone440, .compactIPhone440, .minimalAttached, .minimalDetached, .expandedIPhone440, .standByMinimal,
        .standByFullScreen,
    ]
    /// The surfaces of an iPhone 16 Pro or a later one.
    public static let iPhone402: Self = [
        .lockScreenIPhone402, .compactIPhone402, .minimalAttached, .minimalDetached, .expandedIPhone402, .standByMinimal,
        .standByFullScreen,
    ]
    /// The surface of a large iPad, which has no island.
    public static let iPad: Self = [.lockScreenIPad1366]
    /// The surfaces of a Mac.
    public static let mac: Self = [.menuBarCompact, .menuBarMinimal, .menuBarExpanded, .menuBarPopover]
    /// The surface of a 45 mm Apple Watch.
    public static let watch: Self = [.smartStack45mm]
    public static let car: Self = [.carPlay240x100]
}
