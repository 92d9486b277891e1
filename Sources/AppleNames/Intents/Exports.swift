// Xcode's template for widget extensions imports Intents without using it. Intents of Live Activities are in AppIntents.
@_exported public import Foundation
