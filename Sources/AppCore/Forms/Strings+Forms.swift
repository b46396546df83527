/// Texts for filling in and submitting a form.
extension Strings {
    package enum Form {
        package static let nothingChosen = "Choose"
        package static let filter = "Type to filter"
        package static func nothingMatches(_ text: String) -> String { "No choice matches “\(text)”" }
        package static let noChoice = "Clear the choice"
        package static let noChoices = "This field has no choices"
        package static let choiceGone = "The card has changed: your choice is no longer available"
        static func ambiguous(_ title: String, _ typed: String, _ readings: [String]) -> String {
            "\(title): write \(readings.joined(separator: " or ")) in place of \(typed)"
        }
        package static let nothingToUndo = "Nothing to undo in this field"
    }

    package enum Submitting {
        package static func progress(_ title: String, message: String) -> String {
            "\(message) · \(named(title))"
        }
        package static func waits(_ title: String, key: String) -> String {
            "Waiting for a connection · \(key) to cancel · \(named(title))"
        }
        /// A description of what is submitted: the button, if there are several, and the card.
        static func title(_ card: String, button: String?) -> String {
            guard let button, !button.isEmpty else { return card }
            return card.isEmpty ? "“\(button)”" : "“\(button)” · \(card)"
        }
        static func named(_ title: String) -> String { title.isEmpty ? "Form" : title }
        package static let takenBack = "Cancelled: nothing was sent"
        package static let underWay =
            "Too late to cancel: the server may already have your answer"
        package static let settled = "Too late to cancel: the server has responded"
        package static func notTakenBack(_ reason: String) -> String { "Couldn't cancel: \(reason)" }
    }

    package enum Editor {
        package static let none = "This viewer can't open an editor"
        package static let tooLong = "The edited file is longer than the limit of 1 MB"
        package static let notText = "The edited file is not UTF-8 text"
        package static func unchanged(_ reason: String) -> String { "\(reason); the text is unchanged" }
        package static func kept(_ reason: String, path: String) -> String {
            "\(reason); the text is unchanged, and the file is kept at \(path)"
        }
        package static func leftOut(_ characters: Int) -> String {
            characters == 1 ? "1 control character was removed" : "\(characters) control characters were removed"
        }
        package static func noFile(_ reason: String) -> String { "Couldn't open an editor: \(reason)" }
        package static func notFound(_ command: String) -> String {
            "Couldn't run the editor “\(command)”; set $VISUAL or $EDITOR to an installed editor"
        }
        package static func failed(status: Int) -> String {
            "The editor ended with exit code \(status)"
        }
        package static func ended(signal: Int) -> String {
            "The editor was stopped by signal \(signal)"
        }
    }
}
