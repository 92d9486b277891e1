import LiveActivityCore

// Every place with a published size. An iPhone is named by its width in points: 430 stands for Pro Max, Plus and Air, 393 for the others.
extension PresentationSurface {
    /// Between these the content decides the height of a Lock Screen or expanded presentation (HIG-21); above, it may be cut (LIM-07).
    static let tall: ClosedRange<Double> = 84...160
    /// Of everything in the island but the expanded presentation (HIG-11).
    public static let islandHeight = 36.67
    /// HIG-13.
    public static let islandCornerRadius = 44.0

    // MARK: Lock Screen (HIG-11, HIG-12, HIG-15)

    public static let lockScreenIPhone430 = Self("lockScreen.iPhone430", .lockScreen, .lockScreen, .init(408, tall))
    public static let lockScreenIPhone393 = Self("lockScreen.iPhone393", .lockScreen, .lockScreen, .init(371, tall))
    /// Of an iPad of 1366 x 1024.
    public static let lockScreenIPad1366 = Self("lockScreen.iPad1366", .lockScreen, .lockScreen, .init(500, tall))
    /// Of the smaller iPads: 1194 x 834, 1012 x 834, 1080 x 810, 1024 x 768.
    public static let lockScreenIPad1194 = Self("lockScreen.iPad1194", .lockScreen, .lockScreen, .init(425, tall))

    // MARK: Dynamic Island (HIG-11, HIG-12, HIG-13). The size of a compact presentation is that of each of its sides.

    public static let compactIPhone430 = Self(
        "compact.iPhone430", .compact, .compact, .init(62.33, islandHeight), cornerRadius: islandCornerRadius)
    public static let compactIPhone393 = Self(
        "compact.iPhone393", .compact, .compact, .init(52.33, islandHeight), cornerRadius: islandCornerRadius)
    public static let minimalAttached = Self(
        "minimal.attached", .minimal, .attachedMinimal, minimalSize, cornerRadius: islandCornerRadius)
    public static let minimalDetached = Self(
        "minimal.detached", .minimal, .detachedMinimal, minimalSize, cornerRadius: islandCornerRadius)
    public static let expandedIPhone430 = Self(
        "expanded.iPhone430", .expanded, .expanded, .init(408, tall), cornerRadius: islandCornerRadius)
    public static let expandedIPhone393 = Self(
        "expanded.iPhone393", .expanded, .expanded, .init(371, tall), cornerRadius: islandCornerRadius)

    private static let minimalSize = SurfaceSize(width: 36.67...45, height: islandHeight...islandHeight)

    /// The camera's place in an island, between both compact sides: 250 points less twice 62.33, which is 230 less twice 52.33.
    public static let cameraWidth = 125.34

    // MARK: StandBy: minimal first, and the Lock Screen's at twice its size when tapped (HIG-05)

    public static let standByMinimal = Self("standBy.minimal", .standBy, .detachedMinimal, minimalSize)
    public static let standByFullScreen = Self("standBy.fullScreen", .standBy, .lockScreen, .init(371, tall), scale: 2)

    // MARK: Menu bar of a Mac: sizes as on the iPhone it is paired with (HIG-18); the narrower is the harder one

    public static let menuBarCompact = Self("menuBar.compact", .menuBar, .compact, .init(52.33, islandHeight))
    public static let menuBarMinimal = Self("menuBar.minimal", .menuBar, .detachedMinimal, minimalSize)
    public static let menuBarExpanded = Self("menuBar.expanded", .menuBar, .expanded, .init(371, tall))
    /// The Lock Screen presentation, when the activity is selected (HIG-09, SEED-31).
    public static let menuBarPopover = Self("menuBar.popover", .menuBar, .lockScreen, .init(371, tall))

    // MARK: Smart Stack of Apple Watch (HIG-17)

    public static let smartStack40mm = Self("smartStack.40mm", .smartStack, .lockScreen, .init(152, 69.5))
    public static let smartStack41mm = Self("smartStack.41mm", .smartStack, .lockScreen, .init(165, 72.5))
    public static let smartStack44mm = Self("smartStack.44mm", .smartStack, .lockScreen, .init(173, 76.5))
    public static let smartStack45mm = Self("smartStack.45mm", .smartStack, .lockScreen, .init(184, 80.5))
    public static let smartStack49mm = Self("smartStack.49mm", .smartStack, .lockScreen, .init(191, 81.5))

    // MARK: CarPlay Dashboard (HIG-16)

    public static let carPlay240x78 = Self("carPlay.240x78", .carPlay, .lockScreen, .init(240, 78))
    public static let carPlay240x100 = Self("carPlay.240x100", .carPlay, .lockScreen, .init(240, 100))
    public static let carPlay170x78 = Self("carPlay.170x78", .carPlay, .lockScreen, .init(170, 78))

    /// All of them, in the order above.
    public static let all: [PresentationSurface] = [
        lockScreenIPhone430, lockScreenIPhone393, lockScreenIPad1366, lockScreenIPad1194,
        compactIPhone430, compactIPhone393, minimalAttached, minimalDetached, expandedIPhone430, expandedIPhone393,
        standByMinimal, standByFullScreen,
        menuBarCompact, menuBarMinimal, menuBarExpanded, menuBarPopover,
        smartStack40mm, smartStack41mm, smartStack44mm, smartStack45mm, smartStack49mm,
        carPlay240x78, carPlay240x100, carPlay170x78,
    ]
}

extension [PresentationSurface] {
    /// What an iPhone with a Dynamic Island and 430 points across has.
    public static let iPhone430: Self = [
        .lockScreenIPhone430, .compactIPhone430, .minimalAttached, .minimalDetached, .expandedIPhone430, .standByMinimal,
        .standByFullScreen,
    ]
    /// The same with 393 points.
    public static let iPhone393: Self = [
        .lockScreenIPhone393, .compactIPhone393, .minimalAttached, .minimalDetached, .expandedIPhone393, .standByMinimal,
        .standByFullScreen,
    ]
    /// No island there (HIG-10).
    public static let iPad: Self = [.lockScreenIPad1366]
    public static let mac: Self = [.menuBarCompact, .menuBarMinimal, .menuBarExpanded, .menuBarPopover]
    public static let watch: Self = [.smartStack45mm]
    public static let car: Self = [.carPlay240x100]
}
