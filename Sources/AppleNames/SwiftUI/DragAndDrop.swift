public import AppleFoundation
public import Foundation
public import LiveActivityUI
public import UniformTypeIdentifiers

// Dragging and dropping in an app's screens. Nothing is dragged, so the closures are never called.

public protocol DropDelegate {
    func validateDrop(info: DropInfo) -> Bool
    func performDrop(info: DropInfo) -> Bool
    func dropEntered(info: DropInfo)
    func dropUpdated(info: DropInfo) -> DropProposal?
    func dropExited(info: DropInfo)
}
extension DropDelegate {
    public func validateDrop(info: DropInfo) -> Bool { true }
    public func dropEntered(info: DropInfo) {}
    public func dropUpdated(info: DropInfo) -> DropProposal? { nil }
    public func dropExited(info: DropInfo) {}
}

public struct DropInfo {
    public var location: CGPoint { .zero }
    public func hasItemsConforming(to types: [UTType]) -> Bool { false }
    public func itemProviders(for types: [UTType]) -> [NSItemProvider] { [] }
}

public enum DropOperation: Sendable { case cancel, forbidden, copy, move, delete, alias }

public struct DropProposal: Sendable {
    public let operation: DropOperation
    public init(operation: DropOperation) { self.operation = operation }
}

extension View {
    public func onDrag(_ data: @escaping () -> NSItemProvider) -> Self { self }
    public func onDrag(_ data: @escaping () -> NSItemProvider, @ViewBuilder preview: () -> some View) -> Self { self }
    public func onDrop(of types: [UTType], delegate: any DropDelegate) -> Self { self }
    public func onDrop(
        of types: [UTType], isTargeted: Binding<Bool>?, perform action: @escaping ([NSItemProvider]) -> Bool
    ) -> Self { self }
    @_disfavoredOverload public func onDrop(
        of types: [UTType], isTargeted: Binding<Bool>?, perform action: @escaping ([NSItemProvider], CGPoint) -> Bool
    ) -> Self { self }
    // The deprecated forms name the types by their identifiers.
    public func onDrop(of types: [String], delegate: any DropDelegate) -> Self { self }
    public func onDrop(
        of types: [String], isTargeted: Binding<Bool>?, perform action: @escaping ([NSItemProvider]) -> Bool
    ) -> Self { self }
    public func itemProvider(_ action: (() -> NSItemProvider?)?) -> Self { self }
    public func copyable<Item: Transferable>(_ items: @autoclosure @escaping () -> [Item]) -> Self { self }
    public func pasteDestination<Item: Transferable>(
        for type: Item.Type, action: @escaping ([Item]) -> Void, validator: @escaping ([Item]) -> [Item] = { $0 }
    ) -> Self { self }
}

extension NSItemProvider {
    public var registeredContentTypes: [UTType] { registeredTypeIdentifiers.compactMap { UTType($0) } }
    @discardableResult public func loadDataRepresentation(
        for type: UTType, completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress { loadDataRepresentation(forTypeIdentifier: type.identifier, completionHandler: completionHandler) }
    @discardableResult public func loadFileRepresentation(
        for type: UTType, openInPlace: Bool = false,
        completionHandler: @escaping @Sendable (URL?, Bool, (any Error)?) -> Void
    ) -> Progress {
        loadFileRepresentation(forTypeIdentifier: type.identifier) { completionHandler($0, false, $1) }
    }
    @discardableResult public func loadTransferable<Item: Transferable>(
        type: Item.Type, completionHandler: @escaping @Sendable (Result<Item, any Error>) -> Void
    ) -> Progress {
        completionHandler(.failure(CocoaError(.fileNoSuchFile)))
        return Progress(totalUnitCount: 0)
    }
}

/// A button that pastes. Drawn as its title.
public struct PasteButton: View {
    public var body: some View { _TitleAndIcon("Paste", systemImage: "doc.on.clipboard") }
    public init(supportedContentTypes types: [UTType], payloadAction: @escaping ([NSItemProvider]) -> Void) {}
    public init<Item: Transferable>(payloadType: Item.Type, onPaste: @escaping ([Item]) -> Void) {}
}
