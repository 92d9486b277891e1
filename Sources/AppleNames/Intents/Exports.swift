// The template of a widget extension says `import Intents` and uses nothing of it. There is no Siri here: intents are AppIntents'.
@_exported public import Foundation
