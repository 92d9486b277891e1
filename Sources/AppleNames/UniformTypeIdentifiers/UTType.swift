/// A type of data, by its identifier. The types that files often have know each other's conformance; other types conform to
/// themselves only.
public struct UTType: Hashable, Codable, Sendable {
    public let identifier: String

    /// Creates the type with an identifier. Never `nil`, because the types of other apps are unknown here.
    public init?(_ identifier: String) { self.identifier = identifier }
    /// Creates a type with any name, as the app's Info.plist would declare it.
    public init(exportedAs identifier: String, conformingTo parent: UTType? = nil) { self.identifier = identifier }
    public init(importedAs identifier: String, conformingTo parent: UTType? = nil) { self.identifier = identifier }
    public init?(filenameExtension: String, conformingTo parent: UTType = .data) {
        guard let found = Self.files.first(where: { $0.extensions.contains(filenameExtension.lowercased()) }) else {
            return nil
        }
        self = found.type
    }
    public init?(mimeType: String, conformingTo parent: UTType = .data) {
        guard let found = Self.files.first(where: { $0.mimeType == mimeType.lowercased() }) else { return nil }
        self = found.type
    }

    private init(known identifier: String) { self.identifier = identifier }

    public var preferredFilenameExtension: String? { file?.extensions.first }
    public var preferredMIMEType: String? { file?.mimeType }
    /// The description of a type for users; here its identifier.
    public var localizedDescription: String? { identifier }
    public var description: String { identifier }
    public var isDynamic: Bool { identifier.hasPrefix("dyn.") }
    public var isPublic: Bool { identifier.hasPrefix("public.") }
    public var isDeclared: Bool { true }
    public var supertypes: Set<UTType> {
        var (types, next) = (Set<UTType>(), file?.parent)
        while let type = next { (next, _) = (type.file?.parent, types.insert(type)) }
        return types
    }

    public func conforms(to type: UTType) -> Bool { self == type || supertypes.contains(type) }
    public func isSubtype(of type: UTType) -> Bool { self != type && conforms(to: type) }
    public func isSupertype(of type: UTType) -> Bool { type.isSubtype(of: self) }

    private var file: File? { Self.files.first { $0.type == self } }

    private struct File {
        let type: UTType
        let extensions: [String]
        let mimeType: String?
        let parent: UTType?

        init(_ type: UTType, _ extensions: [String] = [], _ mimeType: String? = nil, in parent: UTType?) {
            (self.type, self.extensions, self.mimeType, self.parent) = (type, extensions, mimeType, parent)
        }
    }

    private static let files: [File] = [
        File(.content, in: .item), File(.data, in: .item), File(.directory, in: .item), File(.folder, in: .directory),
        File(.package, in: .directory), File(.bundle, in: .directory), File(.text, in: .data),
        File(.plainText, ["txt", "text"], "text/plain", in: .text), File(.utf8PlainText, in: .plainText),
        File(.commaSeparatedText, ["csv"], "text/csv", in: .delimitedText), File(.delimitedText, in: .text),
        File(.tabSeparatedText, ["tsv"], "text/tab-separated-values", in: .delimitedText),
        File(.json, ["json"], "application/json", in: .text), File(.xml, ["xml"], "application/xml", in: .text),
        File(.yaml, ["yml", "yaml"], "application/x-yaml", in: .text), File(.html, ["html", "htm"], "text/html", in: .text),
        File(.rtf, ["rtf"], "text/rtf", in: .text), File(.log, ["log"], in: .plainText),
        File(.sourceCode, in: .plainText), File(.swiftSource, ["swift"], in: .sourceCode),
        File(.javaScript, ["js"], "text/javascript", in: .sourceCode), File(.propertyList, ["plist"], in: .data),
        File(.pdf, ["pdf"], "application/pdf", in: .data), File(.image, in: .data),
        File(.png, ["png"], "image/png", in: .image), File(.jpeg, ["jpeg", "jpg"], "image/jpeg", in: .image),
        File(.gif, ["gif"], "image/gif", in: .image), File(.heic, ["heic"], "image/heic", in: .image),
        File(.heif, ["heif"], "image/heif", in: .image), File(.tiff, ["tiff", "tif"], "image/tiff", in: .image),
        File(.bmp, ["bmp"], "image/bmp", in: .image), File(.webP, ["webp"], "image/webp", in: .image),
        File(.svg, ["svg"], "image/svg+xml", in: .image), File(.rawImage, in: .image), File(.livePhoto, in: .data),
        File(.audiovisualContent, in: .data), File(.audio, in: .audiovisualContent),
        File(.mp3, ["mp3"], "audio/mpeg", in: .audio), File(.wav, ["wav"], "audio/vnd.wave", in: .audio),
        File(.aiff, ["aiff"], "audio/aiff", in: .audio), File(.mpeg4Audio, ["m4a"], "audio/mp4", in: .audio),
        File(.movie, in: .audiovisualContent), File(.video, in: .movie),
        File(.mpeg4Movie, ["mp4"], "video/mp4", in: .movie), File(.quickTimeMovie, ["mov"], "video/quicktime", in: .movie),
        File(.avi, ["avi"], "video/avi", in: .movie), File(.archive, in: .data),
        File(.zip, ["zip"], "application/zip", in: .archive), File(.gzip, ["gz"], "application/gzip", in: .archive),
        File(.epub, ["epub"], "application/epub+zip", in: .data), File(.database, in: .data), File(.font, in: .data),
        File(.calendarEvent, ["ics"], "text/calendar", in: .data), File(.vCard, ["vcf"], "text/vcard", in: .text),
        File(.usdz, ["usdz"], "model/vnd.usdz+zip", in: .data), File(.url, in: .data), File(.fileURL, in: .url),
    ]
}

extension UTType {
    public static let item = Self(known: "public.item"), content = Self(known: "public.content")
    public static let data = Self(known: "public.data"), directory = Self(known: "public.directory")
    public static let folder = Self(known: "public.folder"), package = Self(known: "com.apple.package")
    public static let bundle = Self(known: "com.apple.bundle"), url = Self(known: "public.url")
    public static let fileURL = Self(known: "public.file-url"), text = Self(known: "public.text")
    public static let plainText = Self(known: "public.plain-text"), utf8PlainText = Self(known: "public.utf8-plain-text")
    public static let delimitedText = Self(known: "public.delimited-values-text")
    public static let commaSeparatedText = Self(known: "public.comma-separated-values-text")
    public static let tabSeparatedText = Self(known: "public.tab-separated-values-text")
    public static let json = Self(known: "public.json"), xml = Self(known: "public.xml"), yaml = Self(known: "public.yaml")
    public static let html = Self(known: "public.html"), rtf = Self(known: "public.rtf"), log = Self(known: "public.log")
    public static let sourceCode = Self(known: "public.source-code"), swiftSource = Self(known: "public.swift-source")
    public static let javaScript = Self(known: "com.netscape.javascript-source")
    public static let propertyList = Self(known: "com.apple.property-list"), pdf = Self(known: "com.adobe.pdf")
    public static let image = Self(known: "public.image"), png = Self(known: "public.png")
    public static let jpeg = Self(known: "public.jpeg"), gif = Self(known: "com.compuserve.gif")
    public static let heic = Self(known: "public.heic"), heif = Self(known: "public.heif")
    public static let tiff = Self(known: "public.tiff"), bmp = Self(known: "com.microsoft.bmp")
    public static let webP = Self(known: "org.webmproject.webp"), svg = Self(known: "public.svg-image")
    public static let rawImage = Self(known: "public.camera-raw-image"), livePhoto = Self(known: "com.apple.live-photo")
    public static let audiovisualContent = Self(known: "public.audiovisual-content"), audio = Self(known: "public.audio")
    public static let mp3 = Self(known: "public.mp3"), wav = Self(known: "com.microsoft.waveform-audio")
    public static let aiff = Self(known: "public.aiff-audio"), mpeg4Audio = Self(known: "public.mpeg-4-audio")
    public static let movie = Self(known: "public.movie"), video = Self(known: "public.video")
    public static let mpeg4Movie = Self(known: "public.mpeg-4"), quickTimeMovie = Self(known: "com.apple.quicktime-movie")
    public static let avi = Self(known: "public.avi"), archive = Self(known: "public.archive")
    public static let zip = Self(known: "public.zip-archive"), gzip = Self(known: "org.gnu.gnu-zip-archive")
    public static let epub = Self(known: "org.idpf.epub-container"), database = Self(known: "public.database")
    public static let font = Self(known: "public.font"), calendarEvent = Self(known: "public.calendar-event")
    public static let vCard = Self(known: "public.vcard"), contact = Self(known: "public.contact")
    public static let usdz = Self(known: "com.pixar.universal-scene-description-mobile")
    public static let message = Self(known: "public.message"), bookmark = Self(known: "public.bookmark")
    public static let spreadsheet = Self(known: "public.spreadsheet"), presentation = Self(known: "public.presentation")
    public static let executable = Self(known: "public.executable"), symbolicLink = Self(known: "public.symlink")
}
