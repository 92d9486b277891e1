// Xcode's template for widget extensions imports Intents and uses nothing of it. There is no Siri here; AppIntents has
// the intents.
@_exported public import Foundation
