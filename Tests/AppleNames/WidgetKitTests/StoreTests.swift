import Foundation
import FoundationModels
import StoreKit
import SwiftUI
import Testing

@Generable
private struct Quiz {
    @Guide(description: "The title") var title: String
    @Guide(description: "The questions", .count(3...5)) var questions: [String]
}

/// A widget's queries of the App Store and of the system's language model. There are no purchases, and there is no model.
@Suite struct StoreTests {
    @Test func nobodyHasBoughtAnything() async throws {
        var bought: [String] = []
        for await result in StoreKit.Transaction.currentEntitlements {
            guard case .verified(let transaction) = result, transaction.revocationDate == nil else { continue }
            bought.append(transaction.productID)
        }
        #expect(bought == [])
        #expect(try await Product.products(for: ["pro"]) == [])
    }

    @Test func thereIsNoModel() async {
        guard case .unavailable(.deviceNotEligible) = SystemLanguageModel.default.availability else {
            Issue.record("there is a model")
            return
        }
        await #expect(throws: LanguageModelSession.GenerationError.self) {
            try await LanguageModelSession().respond(to: "A quiz", generating: Quiz.self)
        }
    }
}
