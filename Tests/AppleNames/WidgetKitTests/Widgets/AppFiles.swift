// Declarations as files have them that a widget extension shares with its app. Most have no effect in a picture: they compile.
import AppIntents
import BackgroundTasks
import Charts
import CoreLocation
import StoreKit
import SwiftData
import SwiftUI
import UniformTypeIdentifiers
import WidgetKit

// MARK: Documents, sharing and dragging

struct Recipe: Codable, Transferable, Identifiable, Hashable {
    var id = 1
    var name = "Pizza"

    static var transferRepresentation: some TransferRepresentation {
        CodableRepresentation(contentType: .json)
        ProxyRepresentation(exporting: \.name)
        DataRepresentation(exportedContentType: .png) { _ in Data() }
    }
}

struct RecipeDocument: FileDocument {
    static let readableContentTypes: [UTType] = [.json, .commaSeparatedText]
    var text = ""

    init() {}
    init(configuration: ReadConfiguration) throws {
        guard let data = configuration.file.regularFileContents else { throw CocoaError(.fileReadCorruptFile) }
        text = String(decoding: data, as: UTF8.self)
    }
    func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
        FileWrapper(regularFileWithContents: Data(text.utf8))
    }
}

struct RecipeDrop: DropDelegate {
    func performDrop(info: DropInfo) -> Bool { info.hasItemsConforming(to: [.text]) }
    func dropUpdated(info: DropInfo) -> DropProposal? { DropProposal(operation: .move) }
}

struct RecipeList: View {
    @State private var recipes = [Recipe()]
    @State private var isImporting = false
    @State private var isExporting = false
    @State private var query = ""
    @State private var selected: Recipe.ID?
    @State private var order = [KeyPathComparator(\Recipe.name)]
    @State private var position = ScrollPosition(idType: Int.self)
    @AccessibilityFocusState private var isFocused: Bool
    @FocusedValue(\.recipe) private var focusedRecipe

    private let failure: String? = nil

    var body: some View {
        List(recipes) { recipe in
            Text(recipe.name)
                .onDrag { NSItemProvider(object: recipe.name as NSString) }
                .onDrop(of: [.text], delegate: RecipeDrop())
                .onDrop(of: [UTType.text], isTargeted: nil) { providers in !providers.isEmpty }
        }
        .fileImporter(isPresented: $isImporting, allowedContentTypes: [.json]) { result in
            if case .success(let url) = result { _ = url.lastPathComponent }
        }
        .fileImporter(isPresented: $isImporting, allowedContentTypes: [.json], allowsMultipleSelection: true) { result in
            if case .success(let urls) = result { _ = urls.count }
        }
        .fileExporter(
            isPresented: $isExporting, document: RecipeDocument(), contentType: .json, defaultFilename: "recipes"
        ) { _ in }
        .searchable(text: $query, placement: .navigationBarDrawer(displayMode: .always), prompt: "Search")
        .searchable(text: $query, isPresented: $isImporting)
        .searchScopes($query) { Text("All").tag("all") }
        .searchSuggestions { Text("Pizza").searchCompletion("pizza") }
        .alert(failure ?? "", isPresented: $isExporting, presenting: failure) { _ in Button("OK") {} }
        .confirmationDialog(failure ?? "", isPresented: $isExporting, presenting: failure) { _ in Button("OK") {} }
        .focusedSceneValue(\.recipe, recipes.first)
        .presentationSizing(.page)
        .presentationDetents([.custom(SmallDetent.self), .medium])
        .inspector(isPresented: $isImporting) { Text("Details") }
        .menuStyle(.borderlessButton)
        .menuIndicator(.hidden)
        .disclosureGroupStyle(.automatic)
        .onContinuousHover { phase in if case .active = phase {} }
        .accessibilityFocused($isFocused)
        .accessibilityRotor("Recipes") { AccessibilityRotorEntry("Pizza", id: 1) }
        .colorEffect(ShaderLibrary.shimmer(.float(1), .boundingRect))
        .toolbar { ToolbarItem(id: "edit", placement: .topBarTrailing) { Button("Edit") {} } }
        .onAppear { withAnimation(.spring()) { isImporting = position.viewID(type: Int.self) == 1 } }
        .onKeyPress(.space, phases: .down) { press in press.key == .space ? .handled : .ignored }
        .writingToolsBehavior(.disabled)
    }
}

struct SmallDetent: CustomPresentationDetent {
    static func height(in context: Context) -> CGFloat? { context.maxDetentValue * 0.3 }
}

extension FocusedValues {
    var recipe: Recipe? {
        get { self[RecipeKey.self] }
        set { self[RecipeKey.self] = newValue }
    }
}
private struct RecipeKey: FocusedValueKey { typealias Value = Recipe }

struct RecipeTable: View {
    let recipes: [Recipe]
    @State private var selected: Recipe.ID?
    @State private var order = [KeyPathComparator(\Recipe.name)]

    var body: some View {
        Table(recipes, selection: $selected, sortOrder: $order) {
            TableColumn("Name", value: \.name)
            TableColumn("Number") { recipe in Text("\(recipe.id)") }.width(min: 40, max: 80)
        }
    }
}

struct RecipeTabs: View {
    @State private var tab = 1

    var body: some View {
        TabView(selection: $tab) {
            Tab("One", systemImage: "1.circle", value: 1) { Text("One") }
            TabSection("More") { Tab("Two", systemImage: "2.circle", value: 2) { Text("Two") } }
        }
        .tabViewStyle(.sidebarAdaptable)
    }
}

struct WobblyText: TextRenderer {
    func draw(layout: Text.Layout, in context: inout GraphicsContext) {
        for line in layout { for run in line { for slice in run { context.draw(slice) } } }
    }
}

struct RecipeChart: View {
    var body: some View {
        Chart {
            LineMark(x: .value("Day", Date.now), y: .value("Count", 3))
                .symbol(Circle().strokeBorder(lineWidth: 2))
        }
        .chartScrollTargetBehavior(
            .valueAligned(matching: DateComponents(hour: 0), majorAlignment: .matching(DateComponents(day: 1)))
        )
        .chartXAxisLabel("Day", position: .bottom, alignment: .center, spacing: 4)
        .chartOverlay { proxy in
            GeometryReader { geometry in
                if let frame = proxy.plotFrame { Color.clear.frame(width: geometry[frame].width) }
            }
        }
    }
}

// MARK: Scenes and models

@Model final class Ingredient {
    var name: String
    init(name: String) { self.name = name }
}

extension FetchDescriptor where T == Ingredient {
    static var byName: Self { FetchDescriptor(sortBy: [SortDescriptor(\.name)]) }
}

@MainActor func sharedContainer() throws -> ModelContainer {
    let schema = Schema([Ingredient.self])
    let configuration = ModelConfiguration(schema: schema, isStoredInMemoryOnly: true)
    _ = NotificationCenter.default.publisher(for: ModelContext.didSave)
    return try ModelContainer(for: schema, configurations: configuration)
}

struct RecipeApp: App {
    var body: some Scene {
        WindowGroup { RecipeList() }
            .modelContainer(for: Ingredient.self)
            .commands {
                CommandGroup(replacing: .newItem) { Button("New") {} }
                CommandMenu("Recipes") { Button("Cook") {} }
            }
    }
}

// MARK: Intents

enum RecipeError: Error, CustomLocalizedStringResourceConvertible {
    case missing
    var localizedStringResource: LocalizedStringResource { "The recipe does not exist" }
}

struct ShowRecipe: SnippetIntent {
    static let title: LocalizedStringResource = "Show Recipe"
    func perform() async throws -> some IntentResult & ShowsSnippetView { .result(view: Text("Pizza")) }
}

struct CookRecipe: AppIntent, PredictableIntent {
    static let title: LocalizedStringResource = "Cook"
    static var predictionConfiguration: some Sendable {
        IntentPrediction<CookRecipe>(parameters: \.$name) { name in DisplayRepresentation(title: "\(name)") }
    }
    @Parameter(title: "Name") var name: String
    func perform() async throws -> some IntentResult & OpensIntent & ReturnsValue<String> {
        try await ShowRecipe().donate()
        return .result(value: name, opensIntent: ShowRecipe())
    }
}

// MARK: Combine

final class RecipeModel: ObservableObject {
    @Published var text = ""
    let timer = Timer.publish(every: 1, on: .main, in: .common).autoconnect()
    private var subscriptions: Set<AnyCancellable> = []

    func load(_ url: URL) {
        URLSession.shared.dataTaskPublisher(for: url).map(\.data).decode(type: [Recipe].self, decoder: JSONDecoder())
            .replaceError(with: []).receive(on: DispatchQueue.main).sink { _ in }.store(in: &subscriptions)
        Publishers.MergeMany([Just(1), Just(2)]).collect().sink { _ in }.store(in: &subscriptions)
        Just(()).setFailureType(to: (any Error).self).zip([1].publisher.setFailureType(to: (any Error).self))
            .sink { _ in
            } receiveValue: { _ in
            }.store(in: &subscriptions)
        timer.upstream.connect().cancel()
    }
}

// MARK: Foundation, tasks and purchases

func lines(of url: URL) async throws -> [String] {
    let (bytes, _) = try await URLSession.shared.bytes(from: url)
    var lines: [String] = []
    for try await line in bytes.lines { lines.append(line) }
    return lines
}

func refreshLater() throws {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: "refresh", using: nil) { task in
        task.expirationHandler = { task.setTaskCompleted(success: false) }
        task.setTaskCompleted(success: true)
    }
    let request = BGAppRefreshTaskRequest(identifier: "refresh")
    request.earliestBeginDate = .now
    try BGTaskScheduler.shared.submit(request)
}

func isSubscribed(to product: Product) async throws -> Bool {
    for status in try await product.subscription?.status ?? [] where status.state == .subscribed { return true }
    guard case .success(.verified(let transaction)) = try await product.purchase(options: [.quantity(1)]) else { return false }
    return transaction.originalPurchaseDate < .now
}

// MARK: Objects of UIKit and Foundation

@MainActor func decorate(_ context: CGContext, _ content: UNNotificationContent) -> Int {
    let path = UIBezierPath(rect: .zero)
    path.lineCapStyle = .round
    path.lineJoinStyle = .bevel
    context.concatenate(.identity)
    context.setLineCap(.round)
    let index = IndexPath(row: 2, section: 1)
    return index.row + index.section + (content.badge?.intValue ?? 0)
}

func plain(_ data: Data) throws -> String {
    let options: [NSAttributedString.DocumentReadingOptionKey: Any] = [
        .documentType: NSAttributedString.DocumentType.html, .characterEncoding: String.Encoding.utf8.rawValue,
    ]
    return try NSAttributedString(data: data, options: options, documentAttributes: nil).string
}

func requests(since date: Date, of id: UUID) -> NSPredicate {
    NSPredicate(format: "date > %@ AND id == %@ AND count > %@", date as NSDate, id as NSUUID, NSNumber(value: 3))
}
