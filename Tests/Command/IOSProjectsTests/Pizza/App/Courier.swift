struct CourierOnDuty {
    var firstName: String
    var displayName: String { firstName.capitalized }
}
