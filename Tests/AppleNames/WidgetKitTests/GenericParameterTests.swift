import Foundation
import StoreKit
import SwiftData
import Testing
import WidgetKit

/// An extension may use a type's generic parameters, so these have Apple's names.
extension FetchDescriptor {
    fileprivate static func one(of type: T.Type = T.self) -> FetchDescriptor<T> {
        var descriptor = FetchDescriptor<T>()
        descriptor.fetchLimit = 1
        return descriptor
    }
}
extension Timeline where EntryType == StockEntry {
    fileprivate static var empty: Self { Timeline(entries: [EntryType](), policy: .never) }
}
extension VerificationResult where SignedType == Int {
    fileprivate var signed: SignedType? { if case .verified(let value) = self { value } else { nil } }
}

@Suite struct GenericParameterTests {
    @Test func extensionsUseApplesNamesOfParameters() throws {
        let container = try ModelContainer(for: Schema([Book.self]), configurations: ModelConfiguration())
        let context = ModelContext(container)
        for title in ["Sea", "Ice"] { context.insert(Book(title: title, pages: 1)) }
        #expect(try context.fetch(FetchDescriptor<Book>.one()).count == 1)
        #expect(Timeline.empty.entries.isEmpty)
        #expect(VerificationResult.verified(1).signed == 1)
    }
}
