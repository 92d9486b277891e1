import Foundation
import LiveActivityUI
import SwiftData
import SwiftUI
import Testing

/// Models as apps declare them; widgets beside a Live Activity read them.
@Model final class Shelf {
    @Attribute(.unique) var name: String
    @Relationship(deleteRule: .cascade, inverse: \Book.shelf) var books: [Book] = []
    @Transient var isOpen = false

    init(name: String) { self.name = name }
}

@Model final class Book {
    #Index<Book>([\.title])
    var id = UUID()
    var title: String
    var pages: Int
    var shelf: Shelf?

    init(title: String, pages: Int) { (self.title, self.pages) = (title, pages) }
}

struct Reading: View {
    let limit: Int
    @Environment(\.modelContext) private var context
    @Query private var shelves: [Shelf]
    @Query(filter: #Predicate<Book> { $0.pages > 100 }, sort: \.title, order: .reverse) private var long: [Book]
    @Query(sort: [SortDescriptor(\Book.pages)]) var all: [Book]

    var body: some View {
        let count = (try? context.fetchCount(FetchDescriptor<Book>())) ?? -1
        Text("\(shelves.count) \(long.count) \(all.count) of \(count) of \(limit)")
        ForEach(all) { Text($0.title) }
    }
}

@Suite struct SwiftDataTests {
    private func context() throws -> ModelContext {
        let configuration = ModelConfiguration(isStoredInMemoryOnly: true, groupContainer: .identifier("group.books"))
        return ModelContext(try ModelContainer(for: Shelf.self, Book.self, configurations: configuration))
    }

    @Test func whatIsInsertedIsFetchedUntilItIsDeleted() throws {
        let context = try context()
        let books = [("Sea", 90), ("Ice", 300), ("Sun", 120)].map { Book(title: $0.0, pages: $0.1) }
        for book in books + [books[0]] { context.insert(book) }
        context.insert(Shelf(name: "Kitchen"))
        try context.save()

        var descriptor = FetchDescriptor<Book>(predicate: #Predicate { $0.pages > 100 }, sortBy: [SortDescriptor(\.title)])
        #expect(try context.fetch(descriptor).map(\.title) == ["Ice", "Sun"])
        descriptor.fetchLimit = 1
        #expect(try context.fetch(descriptor).map(\.title) == ["Ice"])
        descriptor.fetchOffset = 1
        #expect(try context.fetch(descriptor).map(\.title) == ["Sun"])
        #expect(try context.fetchCount(FetchDescriptor<Book>()) == 3)
        #expect(context.model(for: books[2].persistentModelID) as? Book == books[2])

        context.delete(books[1])
        try context.delete(model: Shelf.self)
        #expect(try context.fetch(FetchDescriptor<Book>()).map(\.title) == ["Sea", "Sun"])
        #expect(try context.fetch(FetchDescriptor<Shelf>()).isEmpty)
    }

    @Test func aViewHasNoModelsOfItsOwnButItsContext() throws {
        let context = try context()
        context.insert(Book(title: "Sea", pages: 90))
        func text(_ view: some View) throws -> String { outline(try ViewNode(resolving: view, in: EnvironmentValues())) }
        #expect(try text(Reading(limit: 5).modelContainer(context.container)).contains("'0 0 0 of 1 of 5'"))
        #expect(try text(Reading(limit: 5).modelContainer(for: Book.self)).contains("'0 0 0 of 0 of 5'"))
        #expect(try text(Reading(limit: 5)).contains("of 0 of 5"))
    }

    @Test func aModelIsEqualToItselfOnly() {
        let (one, other) = (Shelf(name: "A"), Shelf(name: "A"))
        #expect(one == one && one != other)
        #expect(Set([one, other, one]).count == 2)
        #expect(one.id == one.persistentModelID)
        let own: UUID = Book(title: "", pages: 0).id
        #expect(own != Book(title: "", pages: 0).id)
    }
}
