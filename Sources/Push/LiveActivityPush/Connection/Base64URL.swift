#if Push
import LiveActivityCore

/// Base64 as in JSON Web Tokens: with `-` and `_`, and without `=`.
enum Base64URL {
    static func text(of bytes: some Sequence<UInt8>) -> String {
        var text = ""
        for character in Data(bytes).base64EncodedString() {
            switch character {
            case "+": text.append("-")
            case "/": text.append("_")
            case "=": break
            default: text.append(character)
            }
        }
        return text
    }
}
#endif
