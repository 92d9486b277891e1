// An app in a process of its own, which Tests/Client/app_process.py kills: LiveActivityClient with its own session and file,
// and a device that standard input scripts.
//
//     ClientDriver SERVICE OWNER TOKEN FOLDER
//
// Each line of standard input is a command:
//
//     observe              begins to report
//     start HEX            ActivityKit reports a push-to-start token
//     appeared ID ORDER    an activity with this order's number appears
//     token ID HEX         ActivityKit reports the token of an activity
//     removed ID           the user removes an activity
//     shown                the content changes
//     allow, forbid        the user gives or withdraws permission
//     leave ORDER          the user presses the button "leave at the door"
//     resume               the app becomes active
//     settle               prints "settled" when nothing is pending
//
// It prints "problem TEXT" for each problem and "end ID" for an activity that it ends.
import Foundation
import LiveActivityClient

struct Order: Codable, Sendable {
    var orderNumber: Int
    var restaurantName = "Pizza"
}

final class ScriptedDevice: ActivitySource {
    let kind = "delivery"
    private typealias Report = (event: ActivityEvent, taken: CheckedContinuation<Void, Never>)
    private let reports: AsyncStream<Report>
    private let continuation: AsyncStream<Report>.Continuation

    init() { (reports, continuation) = AsyncStream.makeStream() }

    /// Returns when the client has taken the event.
    func report(_ event: ActivityEvent) async {
        await withCheckedContinuation { taken in _ = continuation.yield((event, taken)) }
    }

    func present() -> ActivityEvent { .shown }

    func run(_ report: @escaping @Sendable (ActivityEvent) async -> Void) async {
        for await (event, taken) in reports {
            await report(event)
            taken.resume()
        }
    }

    func end(_ activity: String) async { say("end \(activity)") }
    func page(_ data: Data) throws -> ServicePage { try ServicePage(data, attributes: Order.self) }
}

@Sendable func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

let arguments = CommandLine.arguments
guard arguments.count == 5, let service = URL(string: arguments[1]) else { fatalError("see the head of this file") }
let client = LiveActivityClient(
    service, owner: arguments[2], accessToken: arguments[3],
    app: ClientApp(bundle: "com.example.food", environment: .production), folder: URL(filePath: arguments[4]),
    onProblem: { say("problem \($0)") })
let device = ScriptedDevice()

while let line = readLine() {
    let words = line.split(separator: " ").map(String.init)
    switch (words.first, words.dropFirst().first, words.dropFirst(2).first) {
    case ("observe", nil, nil): _ = client.observe(device)
    case ("start", let token?, nil): await device.report(.startToken(token))
    case ("appeared", let id?, let number?):
        let order = Order(orderNumber: Int(number) ?? 0)
        await device.report(.appeared(DeviceActivity(id: id, attributes: try CanonicalJSON.text(order))))
    case ("token", let id?, let token?): await device.report(.updateToken(activity: id, token: token))
    case ("removed", let id?, nil): await device.report(.removed(activity: id))
    case ("shown", nil, nil): await device.report(.shown)
    case ("allow", nil, nil): await client.setPermission(true)
    case ("forbid", nil, nil): await client.setPermission(false)
    case ("leave", let number?, nil):
        do {
            try await client.perform("leaveAtDoor", on: Order(orderNumber: Int(number) ?? 0), as: "delivery")
            say("performed")
        } catch { say("problem \(error)") }
    case ("resume", nil, nil): await client.resume()
    case ("settle", nil, nil):
        while await client.pendingCount > 0 { try await Task.sleep(for: .milliseconds(10)) }
        say("settled \(await client.installation)")
    default: fatalError("'\(line)' is not a command")
    }
}
