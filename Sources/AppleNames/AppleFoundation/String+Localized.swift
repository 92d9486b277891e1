public import Foundation
public import LiveActivityCore

// A file that imports Foundation alone has localized strings too. Disfavored, because LiveActivityKit has initializers without
// a bundle. The bundle is not used; see `LocalizedStringResource`.
extension String {
    /// Creates a string with the resource's default value.
    @_disfavoredOverload public init(localized resource: LocalizedStringResource) { self = resource.description }

    /// Creates a localized string from a literal. The bundle has no effect.
    @_disfavoredOverload public init(
        localized keyAndValue: String.LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
        locale: Locale = .current, comment: StaticString? = nil
    ) { self = keyAndValue.text }

    /// Creates a localized string from its key. The bundle has no effect.
    @_disfavoredOverload public init(
        localized key: StaticString, defaultValue: String.LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
        locale: Locale = .current, comment: StaticString? = nil
    ) { self = defaultValue.text }
}
