extension Strings {
    /// The first screen of a viewer.
    package enum FirstSteps {
        package static func origin(_ origin: AppCore.FirstSteps.Origin) -> String {
            switch origin {
            case .ownInbox: "No cards yet in your own inbox."
            case .server(let address): "No cards yet from \(address)."
            }
        }
        package static func publish(profile: String?) -> String {
            "cardstream publish\(profile.map { " --profile \($0)" } ?? "") --title \"Hello\" puts one here."
        }
        package static let demo = "cardstream demo shows what cards can be."
    }
}
