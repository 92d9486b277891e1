#if Push && SQLite
import Foundation

/// The processes of Scripts/test-push and of the soak.
///
///     PushDriver serve FOLDER [ADDRESS [TOKENS]]
///                                           an APNs, by default on 127.0.0.1 with one token; writes port, ca.pem, key.p8,
///                                           token, tokens, jwt and pushes into FOLDER, and serves until its input ends; a
///                                           FOLDER of an earlier run keeps its authority, key and port
///     PushDriver soak [ACTIVITIES [KILLS]]  the simulation of PushSoakTests, by default with 100,000 activities and 100 kills
///     PushDriver kill ROUNDS                an APNs, and a sender in its own process, which is killed ROUNDS times
///     PushDriver send FOLDER TASK           that sender
let arguments = Array(CommandLine.arguments.dropFirst())
switch (arguments.first, arguments.count) {
case ("serve", 2...4):
    let options = arguments.dropFirst(2)
    try serve(
        into: URL(fileURLWithPath: arguments[1]), host: options.first ?? "127.0.0.1",
        count: options.dropFirst().first.flatMap { Int($0) } ?? 1)
case ("soak", 1...3):
    let numbers = arguments.dropFirst().compactMap { Int($0) }
    exit(try soak(activities: numbers.first ?? 100_000, kills: numbers.dropFirst().first ?? 100) ? 0 : 1)
case ("kill", 2): exit(try KilledSender(rounds: Int(arguments[1]) ?? 5).run() ? 0 : 1)
case ("send", 3): try await Sender(folder: URL(fileURLWithPath: arguments[1])).run(arguments[2])
default:
    FileHandle.standardError.write(
        Data("usage: PushDriver serve FOLDER [ADDRESS [TOKENS]] | soak [ACTIVITIES [KILLS]] | kill ROUNDS\n".utf8))
    exit(2)
}
#endif
