public import LiveActivities

#if !canImport(Darwin)
// Linux's Foundation has no such initialisers. Nothing is looked up: the text is the default value.
extension String {
    /// The resource's default value. As in Foundation, except that nothing is looked up.
    public init(localized resource: LocalizedStringResource) { self = resource.description }

    /// The text as it is written. As in Foundation, except that nothing is looked up.
    public init(
        localized keyAndValue: String.LocalizationValue, table: String? = nil, locale: Locale = .current,
        comment: StaticString? = nil
    ) { self = keyAndValue.text }

    /// The text as it is written. As in Foundation, except that nothing is looked up.
    public init(
        localized key: StaticString, defaultValue: String.LocalizationValue, table: String? = nil, locale: Locale = .current,
        comment: StaticString? = nil
    ) { self = defaultValue.text }
}
#endif
