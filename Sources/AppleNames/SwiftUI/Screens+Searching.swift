public import LiveActivityUI

// Searching in an app's screens. Nothing is searched here.

extension View {
    public func searchable<Token: Identifiable>(
        text: Binding<String>, tokens: Binding<[Token]>, placement: SearchFieldPlacement = .automatic, prompt: Text? = nil,
        @ViewBuilder token: @escaping (Token) -> some View
    ) -> Self { self }
    public func searchScopes<Value: Hashable>(_ scope: Binding<Value>, @ViewBuilder scopes: () -> some View) -> Self { self }
    public func searchScopes<Value: Hashable>(
        _ scope: Binding<Value>, activation: SearchScopeActivation, @ViewBuilder _ scopes: () -> some View
    ) -> Self { self }
    public func searchSuggestions(@ViewBuilder _ suggestions: () -> some View) -> Self { self }
    public func searchSuggestions(_ visibility: Visibility, for placements: SearchSuggestionsPlacement.Set) -> Self { self }
    public func searchCompletion(_ completion: String) -> Self { self }
    public func searchFocused(_ binding: FocusState<Bool>.Binding) -> Self { self }
    public func searchFocused<Value: Hashable>(_ binding: FocusState<Value>.Binding, equals value: Value) -> Self { self }
    public func searchDictationBehavior(_ behavior: TextInputDictationBehavior) -> Self { self }
    public func searchPresentationToolbarBehavior(_ behavior: SearchPresentationToolbarBehavior) -> Self { self }
    public func searchToolbarBehavior(_ behavior: SearchToolbarBehavior) -> Self { self }
    public func tabViewSearchActivation(_ activation: TabSearchActivation) -> Self { self }
    public func findNavigator(isPresented: Binding<Bool>) -> Self { self }
    public func findDisabled(_ isDisabled: Bool = true) -> Self { self }
    public func replaceDisabled(_ isDisabled: Bool = true) -> Self { self }
}

public enum SearchScopeActivation: Sendable { case automatic, onTextEntry, onSearchPresentation }
public enum SearchSuggestionsPlacement: Sendable {
    case automatic, menu, content
    public struct Set: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let menu = Self(rawValue: 1), content = Self(rawValue: 2)
    }
}
public enum TextInputDictationBehavior: Sendable {
    case automatic, preventDictation
    public static func inline(activation: Activation) -> Self { .automatic }
    public enum Activation: Sendable { case onSelect, onLook }
}
public enum SearchPresentationToolbarBehavior: Sendable { case automatic, avoidHidingContent }
public enum SearchToolbarBehavior: Sendable { case automatic, minimize }
public enum TabSearchActivation: Sendable { case automatic, searchTabSelection }
