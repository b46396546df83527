import Cards

extension Strings {
    /// Texts of the first screen of a viewer, and of its choices.
    package enum FirstSteps {
        package static let purpose = "Cards are short messages that want something from you."
        package static let exchange = "Scripts publish them and get your answers back."
        package static func origin(_ origin: AppCore.FirstSteps.Origin) -> String {
            switch origin {
            case .ownInbox: "There are no cards yet in your own feed."
            case .server(let address): "There are no cards yet from \(address)."
            }
        }
        /// Cards in a stream that no screen shows.
        static func hidden(_ stream: String, _ cards: Int) -> String {
            "no screen shows the stream \"\(stream)\", which has \(Strings.Header.count(cards))"
        }
        /// Cards in streams that no screen shows.
        static func hidden(_ streams: [String], isCut: Bool) -> String {
            "no screen shows the streams \(streams.joined(separator: ", "))\(isCut ? ", …" : "")"
        }
        static func hiddenStream(_ stream: String, _ cards: Int) -> String {
            "\"\(stream)\" (\(Strings.Header.count(cards)))"
        }
        /// - Parameter text: The streams, from ``HiddenStreams/text``.
        static func origin(hiding text: String) -> String {
            "\(text.prefix(1).uppercased())\(text.dropFirst()). To show them, add a container: "
                + "cardstream help containers"
        }
        package static func choice(_ number: Int, _ text: String) -> String { "\(number). \(text)" }
        package static func noChoice(_ number: Int, _ count: Int) -> String {
            count == 1
                ? "Choice \(number) doesn't exist: type 1"
                : "Choice \(number) doesn't exist: type a number from 1 to \(count)"
        }
        package static let onlyOwn = "Works only in the viewer of your own feed"
        package static let demoElsewhere = "Run in another terminal: cardstream demo --linear"
        package static func demoFailed(_ reason: String) -> String { "The demo ended: \(reason)" }
        package static let connect = "Connect to a server"
        package static func connectText(profile: String?) -> String {
            "Ask the server's administrator for an invitation. Then quit, run this command, and paste the invitation:"
                + "\n\ncardstream login"
                + (profile.map { " --profile \($0)" } ?? "")
        }
    }

    /// Texts of the prompts that create a card.
    package enum NewCard {
        package static let title = "New card: title"
        package static let titleHint = "What is it about? For example: Release 4.2?"
        package static let text = "New card: text"
        package static let textHint = "Markdown; leave empty for no text"
        package static let buttons = "New card: buttons"
        package static let buttonsHint = "Labels, separated by commas; leave empty for no buttons"
        package static let firstButtons = "Approve, Reject"
        package static let noTitle = "A card needs a title"
        package static let alike = "Each button needs a different label, with at least one letter or digit"
        /// The labels of the keys in a prompt.
        package static let publish = "publish"
        package static let addText = "add text"
        package static let addButtons = "add buttons"
        package static let published = "Card published"
        package static func failed(_ reason: String) -> String { "Couldn't publish the card: \(reason)" }
        package static let notHere = "This viewer can't publish cards: use cardstream publish"
    }
}
