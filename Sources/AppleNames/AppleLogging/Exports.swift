// As on iOS, where `import OSLog` also imports Foundation.
@_exported public import Foundation
