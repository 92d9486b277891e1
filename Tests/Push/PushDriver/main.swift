#if Push
import Foundation
import LiveActivityPushTesting

/// The processes of Scripts/test-push and of the soak.
///
///     PushDriver serve FOLDER    an APNs; writes port, ca.pem, key.p8, token and jwt into FOLDER, and serves until standard input ends
switch CommandLine.arguments.dropFirst().first {
case "serve": try serve(into: URL(fileURLWithPath: CommandLine.arguments[2]))
default:
    FileHandle.standardError.write(Data("usage: PushDriver serve FOLDER\n".utf8))
    exit(2)
}
#endif
