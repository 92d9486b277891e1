public import Foundation
public import LiveActivityUI

// Keyboards, pointers, pencils and focus. No input reaches a picture, so nothing here has an effect.

extension View {
    public func onContinuousHover(
        coordinateSpace: some CoordinateSpaceProtocol = .local, perform action: @escaping (HoverPhase) -> Void
    ) -> Self { self }
    public func hoverEffectDisabled(_ disabled: Bool = true) -> Self { self }
    public func defaultHoverEffect(_ effect: HoverEffect?) -> Self { self }
    public func pointerStyle(_ style: PointerStyle?) -> Self { self }
    public func pointerVisibility(_ visibility: Visibility) -> Self { self }
    public func springLoadingBehavior(_ behavior: SpringLoadingBehavior) -> Self { self }
    public func onPencilDoubleTap(perform action: @escaping (PencilDoubleTapGestureValue) -> Void) -> Self { self }
    public func onPencilSqueeze(perform action: @escaping (PencilSqueezeGesturePhase) -> Void) -> Self { self }
    public func handGestureShortcut(_ shortcut: HandGestureShortcut, isEnabled: Bool = true) -> Self { self }
    public func onModifierKeysChanged(
        mask: EventModifiers = .all, initial: Bool = true, _ action: @escaping (EventModifiers, EventModifiers) -> Void
    ) -> Self { self }
    public func onKeyPress(_ key: KeyEquivalent, phases: KeyPress.Phases, action: @escaping (KeyPress) -> KeyPress.Result)
        -> Self
    { self }
    public func onKeyPress(
        keys: Set<KeyEquivalent>, phases: KeyPress.Phases = [.down, .repeat],
        action: @escaping (KeyPress) -> KeyPress.Result
    ) -> Self { self }
    public func onKeyPress(
        characters: CharacterSet, phases: KeyPress.Phases = [.down, .repeat],
        action: @escaping (KeyPress) -> KeyPress.Result
    ) -> Self { self }
    public func onKeyPress(
        phases: KeyPress.Phases = [.down, .repeat], action: @escaping (KeyPress) -> KeyPress.Result
    ) -> Self { self }
    public func keyboardShortcut(
        _ key: KeyEquivalent, modifiers: EventModifiers = .command, localization: KeyboardShortcut.Localization
    ) -> Self { self }
    public func defaultFocus<Value: Hashable>(
        _ binding: FocusState<Value>.Binding, _ value: Value, priority: DefaultFocusEvaluationPriority = .automatic
    ) -> Self { self }
    public func prefersDefaultFocus(_ prefers: Bool = true, in namespace: Namespace.ID) -> Self { self }
    public func focusScope(_ namespace: Namespace.ID) -> Self { self }
    public func focusSection() -> Self { self }
    public func focusEffectDisabled(_ disabled: Bool = true) -> Self { self }
    public func focusable(_ isFocusable: Bool = true, interactions: FocusInteractions) -> Self { self }
    public func digitalCrownRotation<Value: BinaryFloatingPoint>(_ binding: Binding<Value>) -> Self { self }
    public func submitScope(_ isBlocking: Bool = true) -> Self { self }
    public func textEditorStyle(_ style: TextEditorStyle) -> Self { self }
    public func textInputFormattingControlVisibility(
        _ visibility: Visibility, for placement: TextInputFormattingControlPlacement.Set
    ) -> Self { self }
    public func textInputSuggestions(@ViewBuilder _ suggestions: () -> some View) -> Self { self }
    public func textSelectionAffinity(_ affinity: TextSelectionAffinity) -> Self { self }
    public func writingToolsBehavior(_ behavior: WritingToolsBehavior) -> Self { self }
    public func writingToolsAffordanceVisibility(_ visibility: Visibility) -> Self { self }
    public func sliderThumbVisibility(_ visibility: Visibility) -> Self { self }
    public func selectionDisabled(_ isDisabled: Bool = true) -> Self { self }
    public func typeSelectEquivalent(_ text: Text?) -> Self { self }
    public func translationPresentation(
        isPresented: Binding<Bool>, text: String, attachmentAnchor: PopoverAttachmentAnchor = .rect(.bounds),
        arrowEdge: Edge = .top, replacementAction: ((String) -> Void)? = nil
    ) -> Self { self }
}

public enum HoverPhase: Equatable, Sendable { case active(CGPoint), ended }
public enum PointerStyle: Sendable {
    case `default`, horizontalText, verticalText, rectSelection, link, grabIdle, grabActive, zoomIn, zoomOut
}
public enum SpringLoadingBehavior: Sendable { case automatic, enabled, disabled }
public struct PencilDoubleTapGestureValue: Equatable, Sendable {}
public enum PencilSqueezeGesturePhase: Equatable, Sendable { case active, ended, failed }
public enum HandGestureShortcut: Sendable { case primaryAction }
public enum DefaultFocusEvaluationPriority: Sendable { case automatic, userInitiated }
public struct FocusInteractions: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let activate = Self(rawValue: 1), edit = Self(rawValue: 2), automatic = Self(rawValue: 3)
}
public enum TextEditorStyle: Sendable { case automatic, plain, roundedBorder }
public enum TextInputFormattingControlPlacement: Sendable {
    public struct Set: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let contextMenu = Self(rawValue: 1), inputAssistant = Self(rawValue: 2), all = Self(rawValue: 3)
    }
}
public enum TextSelectionAffinity: Sendable { case automatic, upstream, downstream }
public enum WritingToolsBehavior: Sendable { case automatic, complete, limited, disabled }

extension KeyPress {
    public struct Phases: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let down = Self(rawValue: 1), `repeat` = Self(rawValue: 2), up = Self(rawValue: 4)
        public static let all = Self(rawValue: 7)
    }
    public var key: KeyEquivalent { .space }
    public var characters: String { "" }
    public var modifiers: EventModifiers { [] }
    public var phase: Phases { .down }
}
extension KeyboardShortcut { public enum Localization: Sendable { case automatic, custom, withoutMirroring } }
