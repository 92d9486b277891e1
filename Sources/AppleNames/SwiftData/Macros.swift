public import Foundation
public import LiveActivityUI

// The macros of SwiftData. A model is a plain class here: it is neither observed nor stored.

/// Makes a class a model: it conforms to `PersistentModel`.
@attached(extension, conformances: PersistentModel)
public macro Model() = #externalMacro(module: "PreviewMacros", type: "Model")

/// Declares options of a property's storage. They have no effect here.
@attached(peer)
public macro Attribute(
    _ options: Schema.Attribute.Option..., originalName: String? = nil, hashModifier: String? = nil
) = #externalMacro(module: "PreviewMacros", type: "Attribute")

/// Declares a relationship of a property. It has no effect here.
@attached(peer)
public macro Relationship(
    _ options: Schema.Relationship.Option..., deleteRule: Schema.Relationship.DeleteRule = .nullify,
    minimumModelCount: Int? = 0, maximumModelCount: Int? = 0, originalName: String? = nil, inverse: AnyKeyPath? = nil,
    hashModifier: String? = nil
) = #externalMacro(module: "PreviewMacros", type: "Relationship")

/// Marks a property that is not stored. It has no effect here.
@attached(peer)
public macro Transient() = #externalMacro(module: "PreviewMacros", type: "Transient")

/// Declares properties whose values are unique together. It has no effect here.
@freestanding(declaration)
public macro Unique<Model: PersistentModel>(_ constraints: [PartialKeyPath<Model>]...) =
    #externalMacro(module: "PreviewMacros", type: "Unique")

/// Declares properties to index. It has no effect here.
@freestanding(declaration)
public macro Index<Model: PersistentModel>(_ indices: [PartialKeyPath<Model>]...) =
    #externalMacro(module: "PreviewMacros", type: "Index")

// MARK: - Queries

// The result of a query is always empty here, and its animation is not used.

@attached(accessor)
public macro Query(animation: Animation = .default) = #externalMacro(module: "PreviewMacros", type: "Query")

@attached(accessor)
public macro Query<Model: PersistentModel>(
    filter: Predicate<Model>? = nil, sort: [SortDescriptor<Model>] = [], animation: Animation = .default
) = #externalMacro(module: "PreviewMacros", type: "Query")

@attached(accessor)
public macro Query<Model: PersistentModel, Value: Comparable>(
    filter: Predicate<Model>? = nil, sort: KeyPath<Model, Value>, order: SortOrder = .forward, animation: Animation = .default
) = #externalMacro(module: "PreviewMacros", type: "Query")

/// Queries models in a view, sorted by an optional property.
@attached(accessor)
public macro Query<Model: PersistentModel, Value: Comparable>(
    filter: Predicate<Model>? = nil, sort: KeyPath<Model, Value?>, order: SortOrder = .forward, animation: Animation = .default
) = #externalMacro(module: "PreviewMacros", type: "Query")

@attached(accessor)
public macro Query<Model: PersistentModel>(_ descriptor: FetchDescriptor<Model>, animation: Animation = .default) =
    #externalMacro(module: "PreviewMacros", type: "Query")
