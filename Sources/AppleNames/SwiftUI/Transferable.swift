public import Foundation
public import LiveActivityUI
public import UniformTypeIdentifiers

// Values that are dragged, pasted and shared. None ever is here, so no representation is used.

public protocol Transferable {
    associatedtype Representation: TransferRepresentation
    @TransferRepresentationBuilder<Self> static var transferRepresentation: Representation { get }
}

/// The data of a shared value.
public protocol TransferRepresentation<Item>: Sendable { associatedtype Item }

extension TransferRepresentation {
    public func suggestedFileName(_ name: String) -> Self { self }
    public func suggestedFileName(_ name: @escaping @Sendable (Item) -> String?) -> Self { self }
    public func exportingCondition(_ condition: @escaping @Sendable (Item) -> Bool) -> Self { self }
    public func visibility(_ visibility: TransferRepresentationVisibility) -> Self { self }
}

public enum TransferRepresentationVisibility: Sendable { case all, team, group, ownProcess }

@resultBuilder public enum TransferRepresentationBuilder<Item> {
    public static func buildExpression<Content: TransferRepresentation<Item>>(_ content: Content) -> Content { content }
    public static func buildPartialBlock<Content: TransferRepresentation<Item>>(first: Content) -> Content { first }
    public static func buildPartialBlock(
        accumulated: some TransferRepresentation<Item>, next: some TransferRepresentation<Item>
    ) -> TransferRepresentations<Item> { TransferRepresentations() }
}

public struct TransferRepresentations<Item>: TransferRepresentation {}

public struct CodableRepresentation<Item: Codable>: TransferRepresentation {
    public init(for type: Item.Type = Item.self, contentType: UTType) {}
    public init(for type: Item.Type = Item.self, contentType: UTType, encoder: some Any, decoder: some Any) {}
}

public struct DataRepresentation<Item>: TransferRepresentation {
    public init(
        contentType: UTType, exporting: @escaping @Sendable (Item) async throws -> Data,
        importing: @escaping @Sendable (Data) async throws -> Item
    ) {}
    public init(exportedContentType: UTType, exporting: @escaping @Sendable (Item) async throws -> Data) {}
    public init(importedContentType: UTType, importing: @escaping @Sendable (Data) async throws -> Item) {}
}

public struct FileRepresentation<Item>: TransferRepresentation {
    public init(
        contentType: UTType, shouldAttemptToOpenInPlace: Bool = false,
        exporting: @escaping @Sendable (Item) async throws -> SentTransferredFile,
        importing: @escaping @Sendable (ReceivedTransferredFile) async throws -> Item
    ) {}
    public init(
        exportedContentType: UTType, shouldAllowToOpenInPlace: Bool = false,
        exporting: @escaping @Sendable (Item) async throws -> SentTransferredFile
    ) {}
    public init(
        importedContentType: UTType, shouldAttemptToOpenInPlace: Bool = false,
        importing: @escaping @Sendable (ReceivedTransferredFile) async throws -> Item
    ) {}
}

public struct SentTransferredFile: Sendable {
    public let file: URL
    public let allowAccessingOriginalFile: Bool
    public init(_ file: URL, allowAccessingOriginalFile: Bool = false) {
        (self.file, self.allowAccessingOriginalFile) = (file, allowAccessingOriginalFile)
    }
}
public struct ReceivedTransferredFile: Sendable {
    public let file: URL
    public let isOriginalFile: Bool
}

public struct ProxyRepresentation<Item, Proxy: Transferable>: TransferRepresentation {
    public init(exporting: @escaping @Sendable (Item) throws -> Proxy) {}
    public init(importing: @escaping @Sendable (Proxy) throws -> Item) {}
    public init(
        exporting: @escaping @Sendable (Item) throws -> Proxy, importing: @escaping @Sendable (Proxy) throws -> Item
    ) {}
}

/// The representation of Apple's own types.
public struct DefaultTransferRepresentation<Item>: TransferRepresentation {}

extension Transferable where Representation == DefaultTransferRepresentation<Self> {
    public static var transferRepresentation: Representation { Representation() }
}
extension String: Transferable { public typealias Representation = DefaultTransferRepresentation<Self> }
extension Data: Transferable { public typealias Representation = DefaultTransferRepresentation<Self> }
extension URL: Transferable { public typealias Representation = DefaultTransferRepresentation<Self> }
extension AttributedString: Transferable { public typealias Representation = DefaultTransferRepresentation<Self> }
extension Image: Transferable { public typealias Representation = DefaultTransferRepresentation<Self> }
extension Color: Transferable { public typealias Representation = DefaultTransferRepresentation<Self> }
