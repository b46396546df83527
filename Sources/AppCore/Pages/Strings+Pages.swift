/// Texts for loading more content of a card.
extension Strings {
    package enum Pages {
        package static func loading(_ label: String) -> String { "\(label): loading…" }
        package static let offline = "Can't load more without a connection"
        package static func failed(_ reason: String) -> String { "Can't load more: \(reason)" }
        /// - Parameter key: The key that loads the page.
        package static func tryAgain(key: String) -> String { "\(key) tries again" }
        package static func unavailable(_ label: String, _ reason: String) -> String { "\(label): \(reason)" }
        static let allLoaded = "Everything is loaded"
        static func tooMany(_ limit: Int) -> String { "\(limit) pages of this card are loaded: no more can be shown" }

        package static func reason(_ failure: PageFailure) -> String {
            switch failure {
            case .offline: offline
            case .other(let reason): failed(reason)
            }
        }
    }
}
