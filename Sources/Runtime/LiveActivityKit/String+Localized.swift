public import LiveActivities

#if !canImport(Darwin)
// Linux's Foundation has no localized strings of this kind (API-11). Nothing is looked up: a text is what it says.
extension String {
    public init(localized resource: LocalizedStringResource) { self = resource.description }

    public init(
        localized keyAndValue: String.LocalizationValue, table: String? = nil, locale: Locale = .current,
        comment: StaticString? = nil
    ) { self = keyAndValue.text }

    public init(
        localized key: StaticString, defaultValue: String.LocalizationValue, table: String? = nil, locale: Locale = .current,
        comment: StaticString? = nil
    ) { self = defaultValue.text }
}
#endif
