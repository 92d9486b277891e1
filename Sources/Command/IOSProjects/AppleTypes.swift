/// Names of Apple's types and C functions by module, as far as this package may lack them.
///
/// A file that imports the module may use them. Other unknown names are the project's own errors.
enum AppleTypes {
    /// Whether a file with these imports may mean a declaration of Apple's by a name.
    static func has(_ name: String, in imports: Set<String>) -> Bool {
        // Each of Apple's modules also imports Foundation.
        let imports = imports.isEmpty ? [] : imports.union(["Foundation"])
        let modules = prefixes.first { name.hasPrefix($0.prefix) && name.dropFirst(2).first?.isUppercase == true }?.modules
        if let modules, !imports.isDisjoint(with: modules) { return true }
        return names.contains { imports.contains($0.key) && $0.value.contains(name) }
    }

    private static let views: Set = ["SwiftUI", "UIKit", "WidgetKit"]
    private static let prefixes: [(prefix: String, modules: Set<String>)] = [
        ("UI", views), ("CI", views), ("CA", views), ("CG", views), ("NS", ["Foundation"]), ("CF", ["Foundation"]),
        ("kC", ["Foundation"]),
        ("UN", ["UserNotifications"]), ("IN", ["Intents"]), ("SK", ["StoreKit"]), ("CL", ["CoreLocation", "MapKit"]),
    ]

    private static let names: [String: Set<String>] = [
        "SwiftUI": words(
            """
            AccessibilityActionKind AccessibilityFocusState AccessibilityRotorContent AlertScene
            AlternatingRowBackgroundBehavior AnyGesture AnyLayout AnyNavigationTransition AnyShape AnyShapeStyle
            AnyTransition BackgroundProminence BackgroundTask BadgeProminence BlurReplaceTransition BorderedListStyle
            ButtonBorderShape ButtonRepeatBehavior ButtonRole ButtonSizing ButtonToggleStyle CircularGaugeStyle
            CircularProgressViewStyle ColorSchemeContrast CommandGroup CommandMenu Commands CommandsBuilder
            CompactDatePickerStyle ContainerValues ContentMarginPlacement ContentShapeKinds ControlGroup ControlGroupStyle
            ControlSize CoordinateSpaceProtocol DefaultDateProgressLabel DefaultTabLabel DefaultToolbarItem DialogSeverity
            DisclosureGroupStyle DismissSearchAction DocumentGroup DragGesture DropDelegate DropInfo DropProposal EditButton
            EditMode EditOperation EllipticalListStyle EnabledTextSelectability EventModifiers ExclusiveGesture FetchRequest
            FetchedResults FileDocument FillShapeView FocusedBinding FocusedObject FocusedValue FocusedValueKey
            FocusedValues Form FormStyle FormStyleConfiguration GeometryProxy GestureMask GestureState GesturePhase
            GraphicalDatePickerStyle GraphicsContext GridRow GroupBoxStyle GroupElementsOfContent GroupSectionsOfContent
            HelpLink HierarchicalShapeStyle HorizontalEdge HoverEffect HoverPhase HSplitView ImmersiveSpace IndexViewStyle
            InlinePickerStyle InsettableShape InterfaceOrientation KeyEquivalent KeyPress KeyframeAnimator KeyframeTimeline
            Keyframes KeyframesBuilder KeyframeTrack LabeledContent LabeledContentStyle LabeledToolbarItemGroupContent
            LayoutDirectionBehavior LayoutSubviews LayoutValueKey LazyHGrid LazyVGrid LegibilityWeight LibraryItem
            LinearKeyframe LongPressGesture MagnificationGesture MagnifyGesture MatchedGeometryProperties Material
            MaterialActiveAppearance MenuButton MenuOrder MenuStyle MenuStyleConfiguration MoveCommandDirection MoveKeyframe
            MultiDatePicker NamedCoordinateSpace NavigationBarItem NavigationControlGroupStyle NavigationSplitView
            NavigationSplitViewColumn NavigationSplitViewStyle NavigationSplitViewVisibility NavigationTransition
            NewDocumentButton OpacityTransition OpenDocumentAction OpenSettingsAction OpenWindowAction OutlineGroup
            OutlineSubgroupChildren PageIndexViewStyle PageTabViewStyle PasteButton PhaseAnimator PinnedScrollableViews
            PlaceholderContentView PopoverAttachmentAnchor PreferredColorSchemeKey PresentationAdaptation
            PresentationBackgroundInteraction PresentationContentInteraction PreviewContext PreviewDevice PreviewLayout
            PreviewPlatform PrimitiveButtonStyle PrimitiveButtonStyleConfiguration ProgressViewStyleConfiguration Prominence
            ProposedViewSize RedactionReasons RefreshAction RenameAction RenameButton RotateGesture RotationGesture
            ScenePhase SceneStorage ScrollBounceBehavior ScrollDismissesKeyboardMode ScrollGeometry ScrollPhase
            ScrollPosition ScrollTarget ScrollTargetBehavior ScrollTransitionConfiguration ScrollTransitionPhase
            SearchFieldPlacement SearchScopeActivation SearchSuggestionsPlacement SearchUnavailableContent Section
            SectionConfiguration SectionCollection SectionedFetchRequest SecureField SensoryFeedback SequenceGesture
            Settings SettingsLink ShapeRole ShareLink SharePreview SimultaneousGesture SpatialEventGesture SpatialTapGesture
            SpringKeyframe StrokeShapeView SubmitLabel SubmitTriggers SubscriptionView Subview SubviewsCollection
            SwipeActions SymbolColorRenderingMode SymbolEffect SymbolRenderingMode SymbolVariants Tab TabBarMinimizeBehavior
            TabBarPlacement TabContent TabContentBuilder TabCustomizationBehavior TabPlacement TabRole TabSearchActivation
            TabSection Table TableColumn TableRow TableStyle TapGesture TextAttribute TextEditorStyle TextFieldLink
            TextRenderer TextSelection TextSelectability TextVariantPreference TimelineSchedule TintShapeStyle
            TitleAndIconLabelStyle TitleDisplayMode ToggleStyleConfiguration ToolbarCommands ToolbarContent
            ToolbarContentBuilder ToolbarCustomizationBehavior ToolbarItem ToolbarItemGroup ToolbarItemPlacement
            ToolbarLabelStyle ToolbarPlacement ToolbarRole ToolbarSpacer ToolbarTitleDisplayMode ToolbarTitleMenu
            Transaction Transferable Transition TransitionPhase TransitionProperties TruncationMode TupleView
            UIApplicationDelegateAdaptor UIHostingController UIHostingConfiguration
            UserInterfaceSizeClass
            VSplitView VariadicView VectorArithmetic VideoPlayer ViewDimensions ViewSpacing ViewThatFits WindowIdealSize
            WindowResizability WindowStyle WindowToolbarStyle WritingDirectionStrategy WritingToolsBehavior
            ZoomNavigationTransition
            """),
        "WidgetKit": words(
            """
            ActivityPreviewViewKind AccessoryWidgetGroup AccessoryWidgetGroupStyle AppIntentRecommendation ControlCenter
            ControlPushHandler ControlPushInfo ControlWidgetButtonDefaultActionLabel ControlWidgetStatus
            ControlWidgetToggleDefaultLabel IntentRecommendation LevelOfDetail RelevanceConfiguration
            RelevanceEntriesProvider RelevanceEntry
            RelevantContext WidgetAccentedRenderingMode WidgetCenter WidgetInfo WidgetMountingStyle WidgetPushHandler
            WidgetPushInfo WidgetRelevance WidgetRelevanceAttribute WidgetRelevanceEntry WidgetRelevances WidgetTexture
            TimelineEntryRelevance
            """),
        "AppIntents": words(
            """
            AppDependency AppDependencyManager AppEntityVisualSearch AppIntentsExtension
            AppShortcutOptionsCollection AppShortcutParameterPresentation
            AppShortcuts AppShortcutsContent AppIntentError AssistantEntity AssistantEnum AssistantIntent
            AudioPlaybackIntent AudioRecordingIntent AudioStartingIntent CameraCaptureIntent CaseDisplayRepresentation
            ComparableProperty ConfirmationActionName ConfirmationConditions ContainsComparator
            CustomIntentMigratedAppIntent CustomLocalizedStringResourceConvertible DeleteIntent DisplayRepresentation
            DynamicOptionsProvider EmptyResolverSpecification EntityCollection EntityIdentifier EntityIdentifierConvertible
            EntityProperty EntityPropertyQuery EntityQuery EntityQueryComparator EntityQueryProperties EntityQuerySort
            EntityQuerySortingOptions EntityStringQuery EntityURLRepresentation EnumerableEntityQuery EqualToComparator
            FileEntity FocusFilterAppContext FocusFilterIntent ForegroundContinuableIntent IndexedEntity
            InstanceDisplayRepresentation IntentAuthenticationPolicy IntentChoiceOption IntentCollectionSize
            IntentCurrencyAmount IntentDescription IntentDialog IntentDonationIdentifier IntentDonationManager
            IntentDonationMatchingPredicate IntentFile IntentInputOptions IntentItem IntentItemCollection IntentItemSection
            IntentModes IntentParameterContext IntentParameterDependency IntentPaymentMethod IntentPerson IntentPrediction
            IntentPredictionsBuilder IntentProjection IntentSystemContext ItemCollection ItemSection LongRunningIntent
            NegativeAppShortcutPhrases OpenIntent OpenURLIntent OpensIntent ParameterSummary ParameterSummaryBuilder
            ParameterSummaryCase ParameterSummarySwitchCondition ParameterSummaryWhenCondition ParameterSummaryString
            PlayVideoIntent PredictableIntent ProgressReportingIntent ProvidesDialog PushDeviceLinkIntent QueryableEntity
            RelevantIntent RelevantIntentManager RequestValueIntent ReturnsValue SetFocusFilterIntent SetValueIntent
            ShowInAppSearchResultsIntent ShowsSnippetIntent ShowsSnippetView SiriTipView ShortcutsLink
            SnippetIntent StartDiveIntent StartWorkoutIntent StringSearchCriteria StringSearchScope Summary Switch
            TargetContentProvidingIntent TransientAppEntity TypeDisplayRepresentation URLRepresentableEntity
            URLRepresentableEnum URLRepresentableIntent UndoableIntent UniqueAppEntity UniqueAppEntityProvider
            UniqueIDEntityQuery When WidgetConfigurationIntent
            """),
        "OSLog": ["OSLogEntry", "OSLogEntryLog", "OSLogStore"],
        "ActivityKit": words("ActivityPreviewViewKind ActivityState ActivityStyle ActivityUIDismissalPolicy PushType"),
        "Foundation": words(
            """
            ByteCountFormatter CFString DateIntervalFormatter DistributedNotificationCenter EnergyFormatter FileWrapper
            InflectionRule LengthFormatter ListFormatStyle MassFormatter MeasurementFormatter Morphology OperationQueue
            PersonNameComponentsFormatter Progress PropertyListEncoder URLSessionWebSocketTask UndoManager
            arc4random arc4random_buf arc4random_uniform autoreleasepool class_getInstanceMethod copyfile getxattr
            host_page_size host_statistics host_statistics64 kern_return_t listxattr mach_absolute_time mach_continuous_time
            mach_host_self mach_task_basic_info mach_task_self_ mach_timebase_info mach_timebase_info_data_t
            method_exchangeImplementations notify_cancel notify_post notify_register_dispatch objc_getAssociatedObject
            objc_setAssociatedObject objc_sync_enter objc_sync_exit os_proc_available_memory os_unfair_lock os_unfair_lock_lock
            os_unfair_lock_s os_unfair_lock_t os_unfair_lock_trylock os_unfair_lock_unlock removexattr setxattr strlcpy sysctl
            sysctlbyname task_info task_vm_info_data_t vm_page_size vm_size_t
            """),
    ]

    private static func words(_ text: String) -> Set<String> { Set(text.split { $0 == " " || $0 == "\n" }.map(String.init)) }
}
