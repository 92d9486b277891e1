import LiveActivityKit

/// Every entry point of the API in ActivityKit's form.
enum ActivityKitEntries {
    typealias Parcel = Activity<ParcelAttributes>

    static func run() async throws {
        let runtime = try LiveActivityRuntime(shards: 1, providers: [.parcel])
        try await LiveActivityRuntime.$current.withValue(runtime) {
            try requests()
            try await updates()
            try await older()
        }
    }

    private static let alert = AlertConfiguration(title: "Parcel", body: "comes", sound: .default)

    private static func requests() throws {
        let entry = "Activity.request(attributes: Attributes, content: ActivityContent<ContentState>, pushType:"
        check("\(entry))", try Parcel.request(attributes: .init(number: 1), content: .at("a")).activityState, .active)
        check(
            "\(entry)style:)",
            try Parcel.request(attributes: .init(number: 2), content: .at("a"), style: .standard).activityState,
            .active)
        check(
            "\(entry)style:alertConfiguration:start:)",
            try Parcel.request(
                attributes: .init(number: 3), content: .at("a"), style: .standard, alertConfiguration: alert, start: .now + 60
            ).activityState, .pending)
        check(
            "\(entry)style:alertConfiguration:scheduledDate:)",
            try Parcel.request(
                attributes: .init(number: 4), content: .at("a"), alertConfiguration: alert, scheduledDate: .now + 60
            ).activityState, .pending)
        check(
            "\(entry)style:timeBound:)",
            try Parcel.request(attributes: .init(number: 5), content: .at("a"), timeBound: .init(endDate: .now + 60))
                .activityState,
            .active)
    }

    private static func updates() async throws {
        let parcel = try Parcel.request(attributes: .init(number: 6), content: .at("a"), pushType: nil)
        let content = "ActivityContent<ContentState>"
        await parcel.update(.at("b"))
        check("Activity.update(_: \(content)) async", parcel.content.state.place, "b")
        await parcel.update(.at("c"), alertConfiguration: alert)
        check("Activity.update(_: \(content), alertConfiguration: AlertConfiguration?) async", parcel.content.state.place, "c")
        await parcel.update(.at("d"), alertConfiguration: nil, timestamp: .now)
        check(
            "Activity.update(_: \(content), alertConfiguration: AlertConfiguration?, timestamp:) async",
            parcel.content.state.place,
            "d")
        await parcel.end(.at("e"), on: [.compact: .at("f")], dismissalPolicy: .after(.now + 60))
        check(
            "Activity.end(_: \(content)?, on: [Surface: \(content)], dismissalPolicy:) async", parcel.content.state.place, "e")
        check("Activity.content(on: Surface)", parcel.content(on: .compact).state.place, "f")
        let second = try Parcel.request(attributes: .init(number: 7), content: .at("a"))
        await second.end(.at("g"), dismissalPolicy: .after(.now + 60))
        check(
            "Activity.end(_: \(content)?, dismissalPolicy: ActivityUIDismissalPolicy) async", second.content.state.place, "g")
        let third = try Parcel.request(attributes: .init(number: 8), content: .at("a"))
        await third.end(.at("h"), dismissalPolicy: .after(.now + 60), timestamp: .now)
        check(
            "Activity.end(_: \(content)?, dismissalPolicy: ActivityUIDismissalPolicy, timestamp:) async",
            third.content.state.place, "h")
    }

    /// The API forms of iOS 16.1 and of a beta. Code that uses them compiles with warnings.
    @available(*, deprecated) private static func deprecated() async throws {
        let parcel = try Parcel.request(attributes: .init(number: 9), contentState: .init(place: "a"))
        check(
            "Activity.request(attributes: Attributes, contentState: ContentState, pushType:)", parcel.contentState.place, "a")
        await parcel.update(using: .init(place: "b"))
        check("Activity.update(using: ContentState) async", parcel.content.state.place, "b")
        await parcel.update(using: .init(place: "c"), alertConfiguration: alert)
        check(
            "Activity.update(using: ContentState, alertConfiguration: AlertConfiguration?) async", parcel.content.state.place,
            "c")
        await parcel.end(using: .init(place: "d"), dismissalPolicy: .after(.now + 60))
        check(
            "Activity.end(using: ContentState?, dismissalPolicy: ActivityUIDismissalPolicy) async", parcel.content.state.place,
            "d")
        let later = try Parcel.request(
            attributes: .init(number: 10), content: .at("a"), style: .standard, alertConfiguration: alert, startDate: .now + 60)
        check(
            "Activity.request(attributes: Attributes, content: ActivityContent<ContentState>, pushType:style:alertConfiguration:startDate:)",
            later.activityState, .pending)
    }

    private protocol Older { static func call() async throws }
    /// Calls deprecated functions without a warning, through a requirement that is not deprecated.
    private enum Deprecated: Older {
        @available(*, deprecated) static func call() async throws { try await deprecated() }
    }

    private static func older() async throws {
        let older: any Older.Type = Deprecated.self
        try await older.call()
    }
}
