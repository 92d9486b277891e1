public import Foundation

/// The data of a dragged, pasted or shared item. Nothing is dragged here, so loading ends without a value.
open class NSItemProvider: NSObject, @unchecked Sendable {
    // `@unchecked Sendable`, as with Apple's class: it is handed from one app to another.
    public typealias CompletionHandler = @Sendable (_ item: Any?, _ error: (any Error)?) -> Void

    private let types: [String]
    open var suggestedName: String?

    public override init() { types = [] }
    public init(object: Any) { types = [] }
    public init(item: Any?, typeIdentifier: String?) { types = typeIdentifier.map { [$0] } ?? [] }
    public init?(contentsOf url: URL?) {
        types = []
        super.init()
        suggestedName = url?.lastPathComponent
    }

    open var registeredTypeIdentifiers: [String] { types }
    open func hasItemConformingToTypeIdentifier(_ identifier: String) -> Bool { types.contains(identifier) }
    open func hasRepresentationConforming(toTypeIdentifier identifier: String) -> Bool { types.contains(identifier) }
    open func canLoadObject(ofClass type: Any.Type) -> Bool { false }

    open func registerDataRepresentation(
        forTypeIdentifier identifier: String, visibility: NSItemProviderRepresentationVisibility = .all,
        loadHandler: @escaping @Sendable (@escaping (Data?, (any Error)?) -> Void) -> Progress?
    ) {}
    open func registerFileRepresentation(
        forTypeIdentifier identifier: String, visibility: NSItemProviderRepresentationVisibility = .all,
        loadHandler: @escaping @Sendable (@escaping (URL?, Bool, (any Error)?) -> Void) -> Progress?
    ) {}
    open func registerObject(_ object: Any, visibility: NSItemProviderRepresentationVisibility) {}

    open func loadItem(
        forTypeIdentifier identifier: String, options: [AnyHashable: Any]? = nil,
        completionHandler: CompletionHandler? = nil
    ) { completionHandler?(nil, nil) }
    open func loadItem(forTypeIdentifier identifier: String, options: [AnyHashable: Any]? = nil) async throws -> Any {
        throw CocoaError(.fileNoSuchFile)
    }
    @discardableResult open func loadDataRepresentation(
        forTypeIdentifier identifier: String, completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress { ended { completionHandler(nil, nil) } }
    @discardableResult open func loadFileRepresentation(
        forTypeIdentifier identifier: String, completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void
    ) -> Progress { ended { completionHandler(nil, nil) } }
    @discardableResult public func loadObject<Object>(
        ofClass type: Object.Type, completionHandler: @escaping @Sendable (Object?, (any Error)?) -> Void
    ) -> Progress { ended { completionHandler(nil, nil) } }

    private func ended(_ complete: () -> Void) -> Progress {
        complete()
        return Progress(totalUnitCount: 0)
    }
}

public enum NSItemProviderRepresentationVisibility: Int, Sendable { case all, team, group, ownProcess }

/// An item that an app shares with an extension.
open class NSExtensionItem: NSObject, @unchecked Sendable {
    // `@unchecked Sendable`: an extension reads it, and nothing else has it.
    open var attributedTitle: NSAttributedString?
    open var attributedContentText: NSAttributedString?
    open var attachments: [NSItemProvider]?
    open var userInfo: [AnyHashable: Any]?
}

/// The request that an extension answers. None is ever made here.
open class NSExtensionContext: NSObject, @unchecked Sendable {
    open var inputItems: [Any] { [] }
    open func completeRequest(returningItems items: [Any]?, completionHandler: (@Sendable (Bool) -> Void)? = nil) {
        completionHandler?(false)
    }
    open func cancelRequest(withError error: any Error) {}
    open func open(_ url: URL, completionHandler: (@Sendable (Bool) -> Void)? = nil) { completionHandler?(false) }
}
