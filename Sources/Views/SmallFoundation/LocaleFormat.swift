/// How one language writes numbers, dates, times of day and durations.
struct LocaleFormat: Sendable {
    /// The digits 0 to 9 begin with this character.
    let zero: Unicode.Scalar
    let decimal: String
    let separator: String
    /// The digits in the last group and in the others, and the smallest number of digits that is grouped.
    let grouping: (last: Int, other: Int, from: Int)
    let minus: String
    /// Patterns of Unicode's UTS #35, with `d`, `M`, `y`, `h`, `H`, `m` and `a`.
    let date: String
    let time: String
    /// The names of the halves of the day.
    let halves: [String]
    let months: [String]
    /// The separators of a time interval: for times in different halves of the day, for times in the same half, and the suffix.
    let between: (apart: String, together: String, end: String)
    /// The time that is written without the half of the day, if both are in the same half.
    let dropped: Dropped?
    /// The separator between two units of a duration.
    let joint: String
    /// The class of each number from 0 to 99, by which the name of a unit changes.
    let classes: [UInt8]
    /// The patterns of weeks, days, hours, minutes and seconds for each plural class, short ones first, with `#` for the
    /// number.
    let units: [[String]]

    enum Dropped: String, Sendable { case first, second }

    private init?(_ columns: [Substring]) {
        guard columns.count > 16, let zero = columns[1].unicodeScalars.first else { return nil }
        let numbers = columns[4].split(separator: " ").compactMap { Int($0) }
        guard numbers.count == 3 else { return nil }
        func list(_ text: Substring) -> [String] {
            text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        }
        self.zero = zero
        decimal = String(columns[2])
        separator = String(columns[3])
        grouping = (numbers[0], numbers[1], numbers[2])
        minus = String(columns[5])
        date = String(columns[6])
        time = String(columns[7])
        halves = list(columns[8])
        months = list(columns[9])
        between = (String(columns[10]), String(columns[11]), String(columns[12]))
        dropped = Dropped(rawValue: String(columns[13]))
        joint = String(columns[14])
        classes = columns[15].utf8.map { $0 &- UInt8(ascii: "0") }
        units = columns[16...].map(list)
        guard halves.count == 2, months.count == 12, classes.count == 100, units.allSatisfy({ $0.count == 10 }),
            classes.allSatisfy({ $0 < units.count })
        else { return nil }
    }

    /// The format of a language, of the language without its region, or English.
    static func of(_ locale: Locale) -> LocaleFormat {
        let language = locale.language
        let code = language.languageCode?.identifier ?? "en"
        if code == "zh", language.isTraditionalChinese, let format = table["zh-Hant"] { return format }
        if let region = language.region?.identifier, let format = table["\(code)-\(region)"] { return format }
        return table[code] ?? english
    }

    private static let table: [String: LocaleFormat] = {
        var table: [String: LocaleFormat] = [:]
        for line in String(decoding: PackageResources.locales_txt, as: UTF8.self).split(separator: "\n")
        where !line.hasPrefix("#") {
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard let format = LocaleFormat(columns) else { preconditionFailure("locales.txt: \(line)") }
            table[String(columns[0])] = format
        }
        return table
    }()

    private static let english: LocaleFormat = {
        guard let format = table["en"] else { preconditionFailure("locales.txt has no English") }
        return format
    }()

    package static var languages: [String] { table.keys.sorted() }

    // MARK: Numbers

    /// The number of an integer's digits with groups, in the digits of the language.
    func text(digits: Substring, isNegative: Bool, fraction: Substring = "") -> String {
        var text = isNegative ? minus : ""
        let count = digits.utf8.count
        for (place, digit) in digits.utf8.enumerated() {
            let left = count - place
            if place > 0, grouping.last > 0, count >= grouping.from, isBoundary(left) { text += separator }
            append(digit, to: &text)
        }
        if !fraction.isEmpty {
            text += decimal
            for digit in fraction.utf8 { append(digit, to: &text) }
        }
        return text
    }

    private func isBoundary(_ left: Int) -> Bool {
        left == grouping.last || left > grouping.last && (left - grouping.last) % grouping.other == 0
    }

    private func append(_ digit: UInt8, to text: inout String) {
        text.unicodeScalars.append(Unicode.Scalar(zero.value + UInt32(digit &- UInt8(ascii: "0"))) ?? zero)
    }

    func text(_ number: Int) -> String { text(digits: String(number.magnitude)[...], isNegative: number < 0) }

    /// A number without grouping, with a minimum number of digits.
    func plain(_ number: Int, digits: Int) -> String {
        var text = ""
        let written = String(number.magnitude)
        for _ in 0..<max(0, digits - written.utf8.count) { append(UInt8(ascii: "0"), to: &text) }
        for digit in written.utf8 { append(digit, to: &text) }
        return text
    }

    // MARK: Durations

    /// A number of weeks (0), days, hours, minutes or seconds (4). Above 99, the last two digits choose the form.
    func text(_ number: Int, unit: Int, isWide: Bool) -> String {
        let form = units[Int(classes[number % 100])][unit + (isWide ? 5 : 0)]
        guard let place = form.firstIndex(of: "#") else { return form }
        return form[..<place] + text(number) + form[form.index(after: place)...]
    }
}
