public import LiveActivities

#if !canImport(Darwin)
// Replaces initialisers that Linux's Foundation lacks. They perform no look-up: the text is the default value.
extension String {
    /// Creates a string with the resource's default value. As in Foundation, but without a look-up.
    public init(localized resource: LocalizedStringResource) { self = resource.description }

    /// Creates a string with the text as written. As in Foundation, but without a look-up.
    public init(
        localized keyAndValue: String.LocalizationValue, table: String? = nil, locale: Locale = .current,
        comment: StaticString? = nil
    ) { self = keyAndValue.text }

    /// Creates a string with the text as written. As in Foundation, but without a look-up.
    public init(
        localized key: StaticString, defaultValue: String.LocalizationValue, table: String? = nil, locale: Locale = .current,
        comment: StaticString? = nil
    ) { self = defaultValue.text }
}
#endif
