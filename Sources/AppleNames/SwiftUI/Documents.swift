public import Foundation
public import LiveActivityUI
public import UniformTypeIdentifiers

// Documents and the screens that open and save them. No document is opened or saved here.

public protocol FileDocument {
    typealias ReadConfiguration = FileDocumentReadConfiguration
    typealias WriteConfiguration = FileDocumentWriteConfiguration

    static var readableContentTypes: [UTType] { get }
    static var writableContentTypes: [UTType] { get }
    init(configuration: ReadConfiguration) throws
    func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper
}
extension FileDocument { public static var writableContentTypes: [UTType] { readableContentTypes } }

public protocol ReferenceFileDocument: AnyObject {
    associatedtype Snapshot
    typealias ReadConfiguration = FileDocumentReadConfiguration
    typealias WriteConfiguration = FileDocumentWriteConfiguration

    static var readableContentTypes: [UTType] { get }
    static var writableContentTypes: [UTType] { get }
    init(configuration: ReadConfiguration) throws
    func snapshot(contentType: UTType) throws -> Snapshot
    func fileWrapper(snapshot: Snapshot, configuration: WriteConfiguration) throws -> FileWrapper
}
extension ReferenceFileDocument { public static var writableContentTypes: [UTType] { readableContentTypes } }

public struct FileDocumentReadConfiguration {
    public let contentType: UTType
    public let file: FileWrapper
}
public struct FileDocumentWriteConfiguration {
    public let contentType: UTType
    public let existingFile: FileWrapper?
}
public struct FileDocumentConfiguration<Document> {
    @Binding public var document: Document
    public var fileURL: URL?
    public var isEditable: Bool
}

/// An app's documents. None is opened.
public struct DocumentGroup<Document, Content: View>: Scene {
    public init(
        newDocument: @autoclosure @escaping () -> Document,
        @ViewBuilder editor: @escaping (FileDocumentConfiguration<Document>) -> Content
    ) {}
    public init(
        viewing type: Document.Type, @ViewBuilder viewer: @escaping (FileDocumentConfiguration<Document>) -> Content
    ) {}
}

extension View {
    public func fileImporter(
        isPresented: Binding<Bool>, allowedContentTypes: [UTType], onCompletion: @escaping (Result<URL, any Error>) -> Void
    ) -> Self { self }
    public func fileImporter(
        isPresented: Binding<Bool>, allowedContentTypes: [UTType], allowsMultipleSelection: Bool,
        onCompletion: @escaping (Result<[URL], any Error>) -> Void, onCancellation: @escaping () -> Void = {}
    ) -> Self { self }
    public func fileExporter(
        isPresented: Binding<Bool>, document: (some FileDocument)?, contentType: UTType, defaultFilename: String? = nil,
        onCompletion: @escaping (Result<URL, any Error>) -> Void
    ) -> Self { self }
    @_disfavoredOverload public func fileExporter(
        isPresented: Binding<Bool>, document: (some ReferenceFileDocument)?, contentType: UTType,
        defaultFilename: String? = nil, onCompletion: @escaping (Result<URL, any Error>) -> Void
    ) -> Self { self }
    public func fileExporter(
        isPresented: Binding<Bool>, document: (some FileDocument)?, contentTypes: [UTType] = [],
        defaultFilename: String? = nil, onCompletion: @escaping (Result<URL, any Error>) -> Void,
        onCancellation: @escaping () -> Void = {}
    ) -> Self { self }
    public func fileExporter<Documents: Collection>(
        isPresented: Binding<Bool>, documents: Documents, contentType: UTType,
        onCompletion: @escaping (Result<[URL], any Error>) -> Void
    ) -> Self where Documents.Element: FileDocument { self }
    public func fileExporter(
        isPresented: Binding<Bool>, item: (some Transferable)?, contentTypes: [UTType] = [], defaultFilename: String? = nil,
        onCompletion: @escaping (Result<URL, any Error>) -> Void, onCancellation: @escaping () -> Void = {}
    ) -> Self { self }
    public func fileMover(
        isPresented: Binding<Bool>, file: URL?, onCompletion: @escaping (Result<URL, any Error>) -> Void
    ) -> Self { self }
    public func fileDialogDefaultDirectory(_ folder: URL?) -> Self { self }
    public func fileDialogMessage(_ message: LocalizedStringKey) -> Self { self }
    public func fileDialogConfirmationLabel(_ label: LocalizedStringKey) -> Self { self }
    public func fileExporterFilenameLabel(_ label: LocalizedStringKey) -> Self { self }
}
