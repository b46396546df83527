package import Cards

/// All texts of the program that a user can see. Texts of cards and servers are not included.
///
/// The documented default texts keep their wording, with the ellipsis and the apostrophes of this file. Plurals are
/// functions. The help and hints of commands are in ``Command/table``.
package enum Strings {
    package enum Header {
        package static let title = "Cards"
        package static let close = "Close"
        package static let back = "Back"
        package static func count(_ cards: Int) -> String { cards == 1 ? "1 card" : "\(cards) cards" }
    }

    package enum Empty {
        package static let awaitingFirstCard = "Cards will appear here when there’s something to action."
        package static let allCaughtUp = "All caught up"
        /// The text of a single card container whose card has ended while others wait.
        static func waiting(_ cards: Int) -> String { cards == 1 ? "1 more card" : "\(cards) more cards" }
        static func showNext(key: String) -> String { "\(key) shows the next card" }
        package static let offline = "Offline: new cards will arrive when the connection is back"
        package static func unsent(_ count: Int) -> String {
            count == 1 ? "1 action has not been sent yet" : "\(count) actions have not been sent yet"
        }
    }

    package enum Card {
        package static func priority(_ priority: Int) -> String { "P\(priority)" }
        package static let overflow = "⋯"
        package static let unreadable = "This card can't be shown"
        /// - Parameter isEmpty: Whether there is nothing that a later version could show.
        package static func nothingShown(isSubview: Bool, isEmpty: Bool) -> String {
            guard !isEmpty else { return isSubview ? "This content is empty" : "This card is empty" }
            return isSubview
                ? "This version of cardstream can't show this content"
                : "This version of cardstream can't show this card"
        }
        package static let nothingShownUpdate = "To update, see: cardstream help install"
        package static func nothingShownKey(_ key: String) -> String { "\(key) shows the card's JSON" }
        package static let sending = "Sending, please wait..."
        package static let waitingToBeSent = "Waiting to be sent"
        /// A reply of the user that the source does not have yet.
        package static let unsent = "You · waiting to be sent"
        package static func notSent(_ reason: String) -> String { "You · not sent: \(reason)" }
        package static let sentAtOnce = "Answers are sent at once and can't be undone"
        /// - Parameter end: When the card expires; nil for never.
        package static func unattended(until end: String?) -> String {
            let time = end.map { " until \($0)" } ?? ""
            return "No one is waiting for the answer now; you can still answer\(time), and the server keeps your answer"
        }
        package static let votedUp = "You found this useful"
        package static let votedDown = "You didn't find this useful"
        package static let viewImage = "View"
        package static let watchVideo = "Watch"
        /// The position of a picture in a carousel, from 1.
        package static func place(_ number: Int, of count: Int) -> String { "\(number) of \(count)" }
        package static let nextPicture = "next image"
        package static func noPicture(_ reason: String) -> String { "No image: \(reason)" }
        package static let back = "Back"
        package static func textCut(_ limit: Int) -> String { "Cut off after \(limit) characters" }
        package static func refused(_ reason: String) -> String { "Refused: \(reason)" }
        package static func refusedKeys(retry: String, discard: String) -> String {
            "\(retry) sends the action again, \(discard) discards it"
        }
        /// - Parameter relative: The time left; nil for less than a minute.
        package static func expires(_ relative: String?) -> String { "expires \(relative ?? "in under 1 min")" }
        package static let expired = "expired"
        package static func linesAbove(_ lines: Int) -> String { lines == 1 ? "1 line above" : "\(lines) lines above" }
        package static func linesBelow(_ lines: Int) -> String { lines == 1 ? "1 line below" : "\(lines) lines below" }
    }

    package enum Arrivals {
        package static func new(_ cards: Int) -> String { "\(number(cards)) new" }
        /// The number of new cards on a screen that is not shown, after the screen's name.
        package static func onTab(_ cards: Int) -> String { "(\(number(cards)))" }
        /// A number of unseen cards, which the store counts up to a limit.
        static func number(_ cards: Int) -> String {
            cards > CardWindow.Unseen.countLimit ? "\(CardWindow.Unseen.countLimit)+" : "\(cards)"
        }
        package static func more(_ cards: Int) -> String { "\(cards) more" }
    }

    package enum Vote {
        package static let useful = "This is useful"
        package static let notUseful = "This isn't useful"
        package static let feedbackTitle = "Send feedback"
        package static let tooLong = "Feedback is limited to 280 characters"
        package static let notRelevant = "It's not relevant"
        package static let tooOften = "I see this too often"
        package static let other = "Something else"
        package static let hint = "What's wrong? (optional)"
        package static func reason(_ reason: CardResponse.VoteReason) -> String {
            switch reason {
            case .notRelevant: notRelevant
            case .tooOften: tooOften
            case .other: other
            }
        }
        package static let usefulHint = "What's good? (optional)"
    }

    package enum Menu {
        package static let title = "Card menu"
        package static let numberChosen =
            "The snooze menu has just closed: press the key again to act on this card"
        /// The keys that answer a question.
        package static let yes = "y"
        package static let no = "n"
        /// The answers as words, for line mode.
        package static let answers = ["yes": yes, "no": no]
        /// The confirmation for a button without text.
        static let confirm = "Send"
        static let cancel = "Cancel"
        package static let dismiss = "Dismiss"
        package static let snooze = Snooze.name
    }

    package enum Inspect {
        package static let title = "Card"
        package static func unknown(_ type: String, at place: String) -> String {
            "\(place): this version does not support \"\(type)\" and shows nothing for it."
        }
    }

    package enum Help {
        package static let title = "Keys"
        static func palette(on subject: String?) -> String {
            ["Commands", subject].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")
        }
        package static let filter = "Type to find a command"
        package static func theme(_ name: String) -> String { "Use the theme \(name)" }
        package static func unknownTheme(_ name: String) -> String {
            "No usable theme is called “\(name)”: show the list"
        }
        package static func snooze(until time: String) -> String { "Snooze until \(time)" }
        package static func filterCards(_ text: String) -> String { "Show the cards that match “\(text)”" }
        package static let run = "run"
        package static let search = "search"
        package static let numbers = "Close the help first, then press the key"
        package static let here = "Here"
        package static let thisCard = "This card"
        package static let thisPart = "This part of the card"
        package static let thisField = "This field"
        package static let markedCards = "The marked cards"
        package static func nothingMatches(_ text: String) -> String { "No command matches “\(text)”" }
        package static let send = "Send what you have entered"
        static func press(_ button: String) -> String { "Press “\(button)”" }
        static let unfoldGroup = "Unfold the group"
        static let openCard = "Open the selected card"
        static let fold = "Show all of the text, or only the beginning"
        static let openLink = "Open the link"
        static let openMedia = "Open the image or video"
        static let loadMore = "Load more"
        static let nextPart = "Next button or field of the card"
        static let firstPart = "Go to the first button or field of the card"
        static let reply = "Go to the field for your reply"
        static let cancelSending = "Cancel sending"
        static let leavePart = "Leave this part of the card"
        static let leaveSubview = "Leave the subview"
        static let closeCard = "Close the card"
        static let clearMarks = "Clear the marks"
        static let clearFilter = "Clear the filter"
        package static func keyFileName(_ command: String) -> String { "in keys.toml: \(command)" }
        package static let pressButton = "Press the numbered button"
        package static let menuItem = "Choose the numbered item"
        package static let screens = "Screens"
    }

    package enum Toasts {
        package static let dismissed = "Card dismissed"
        package static let completed = "Card completed"
        package static func snoozed(until time: String) -> String { "Snoozed until \(time)" }
        package static let woken = "The card is back"
        package static func wakeFailed(_ reason: String) -> String { "Couldn't wake the card: \(reason)" }
        package static let feedback = "Feedback received"
        package static func variablesFailed(_ reason: String) -> String {
            "Some variables show their defaults, because runtime_variables_command failed: \(reason)"
        }
        package static func headerFailed(_ container: String, reason: String) -> String {
            "The header of \(container) is not up to date, because header_command failed: \(reason)"
        }
        package static func actionFailed(_ container: String, reason: String) -> String {
            "The action_command of \(container) failed: \(reason)"
        }
        package static func failed(_ response: CardResponse, reason: String) -> String {
            switch response {
            case .dismiss: dismissFailed(reason)
            case .submit: submitFailed(reason)
            case .reply: replyFailed(reason)
            case .snooze: snoozeFailed(reason)
            case .unsnooze: wakeFailed(reason)
            case .voteUp, .voteDown: voteFailed(reason)
            }
        }
        package static func refused(_ reason: String) -> String { "The server refused your action: \(reason)" }
        package static func dismissFailed(_ reason: String) -> String { "Couldn't dismiss the card: \(reason)" }
        package static func submitFailed(_ reason: String) -> String { "Couldn't submit the card: \(reason)" }
        package static func replyFailed(_ reason: String) -> String { "Couldn't send the reply: \(reason)" }
        package static func snoozeFailed(_ reason: String) -> String { "Couldn't snooze the card: \(reason)" }
        package static func voteFailed(_ reason: String) -> String { "Couldn't send feedback: \(reason)" }
        package static func linkRefused(_ problem: String) -> String { "Link not opened: \(problem)" }
        package static func link(_ url: String) -> String { "Link: \(url)" }
        package static func video(_ url: String) -> String { "Video: \(url)" }
        package static func videoFailed(_ url: String) -> String { "Couldn't play \(url) with mpv" }
        package static let payloadPassed = "Sent to the program that runs this viewer"
        package static let replied = "Sent"
        package static let replyWaits = "Saved: your reply will be sent when you are connected again"
        package static let cardGone = "This card is gone"
        package static let cardChanged = "The card has just changed"
        /// Why a key has no effect if its card has just changed.
        package static let otherVersionCame = "The card has just changed: press again"
        /// Why a key has no effect if a new card has just been selected in place of its card.
        package static let newCardCame = "A new card has just come in: press again"
        /// Why a key has no effect if its card has just left the list.
        package static let listChanged = "The list has just changed: press again"
        package static let modalCame = "This card just appeared: press again"
        package static let nextCame = "This is the next card: press again to answer it"
        /// A modal card that cannot be answered no longer covers the others.
        static let setAside = "Set aside until the card changes or you start the viewer again"
        package static let questionCame = "This question just appeared: press again"
        package static let modalGone = "The card in front is gone"
        /// Why a key has no effect if its container has just left the screen with its last card.
        package static let containerGone = "The container is empty, another one has the focus: press again"
        /// The message about an answer to a card that ended before the server received the answer; nil if the user
        /// loses nothing.
        package static func closed(_ response: CardResponse, _ status: CardStatus?) -> String? {
            let what: String
            switch response {
            case .voteUp, .voteDown: what = "your feedback"
            case .submit: what = "your answer"
            case .reply: what = "your reply"
            // Without a status, the card is gone, as the user intended.
            case .dismiss, .snooze, .unsnooze:
                guard status != nil else { return nil }
                what = "your answer"
            }
            return switch status {
            case .cancelled: "The card was cancelled by its publisher; \(what) was not sent"
            case .expired: "The card expired; \(what) was not sent"
            case .completed: "The card was completed elsewhere; \(what) was not sent"
            case .dismissed: "The card was dismissed elsewhere; \(what) was not sent"
            case .active, .snoozed, .embargoed, nil: "The card was closed in the meantime; \(what) was not accepted"
            }
        }
        package static let answerReplaced = "The card has changed: nothing was sent"
        package static let refusedReplaced = "The card had changed: your answer to the earlier version was not accepted"
        package static let screenMoved = "The screen moved: click again"
        package static let pictureShown = "The image was not in view: press again"
        package static let cardShown = "The card was not in view: press again to act on it"
        package static let elementShown = "The button was not in view: press again"
        package static func noRoomForCard(zoomKey: String?) -> String {
            "The window is too small for this card: enlarge the window" + (zoomKey.map { " or zoom with \($0)" } ?? "")
        }
        package static let fieldGone = "The card has changed: the field you were typing in is gone"
        package static let formGone = "The card you were filling in is gone"
        package static let formKept = "The card is gone; if it comes back, what you entered will still be in it"
        package static let retrying = "Sending again"
        package static let discarded = "Action discarded"
        package static let refreshing = "Refreshing"
        package static func mouse(_ isOn: Bool, key: String) -> String {
            isOn ? "Mouse on; hold Shift to select text" : "Mouse released to the terminal; \(key) recaptures it"
        }
        package static func storeFailed(_ reason: String) -> String { "Couldn't read stored cards: \(reason)" }
    }

    package enum Disabled {
        package static let noCard = "No card is selected"
        package static let unreadableCard = "This card can't be read"
        package static let dismiss = "This card can't be dismissed"
        package static let snooze = "This card can't be snoozed"
        package static func onlyInMenu(_ action: String, key: String) -> String {
            "\(action) is only in this card's menu: press \(key)"
        }
        package static let vote = "This card doesn't ask for votes"
        package static let menu = "This card has no menu"
        package static let emptyMenu = "This card's menu is empty"
        package static let nothingRefused = "This card has no refused action"
        package static func refusedElsewhere(key: String) -> String {
            "Another card has a refused action: press \(key) to show it"
        }
        package static func refusedFirst(retry: String, discard: String) -> String {
            "Your last action was refused: \(retry) to send again, \(discard) to discard"
        }
        package static func noButton(_ number: Int) -> String { "This card has no button or link \(number)" }
        package static let nestedSubview = "A subview can't open another subview"
        package static let nothingFolded = "This card has no folded text"
        package static let nothingToFocus = "This card has no buttons, fields or links"
        package static let noText = "This card has no text to copy"
        package static let noLink = "This card has no link"
        package static let noSubmit = "This card has no submit button"
        package static let noField = "No field has focus"
        package static let stepperOnly = "Use the arrow keys to change a number"
        package static let nothingToStep = "The arrow keys do nothing in this field"
        package static func noChoice(_ number: Int, _ count: Int) -> String {
            "Choice \(number) doesn't exist: type a number from 1 to \(count)"
        }
        package static func leaveField(_ back: String, key: String) -> String {
            "Leave the field first (\(back)), then press \(key)"
        }
        package static let oneLine = "This field has a single line"
        package static let notHere = "This command can't be used here"
        package static let noNewCards = "There are no new cards"
        package static let notBeside = "No card or image to the left or right"
        package static let modal = "Answer this card first"
        static func modalWithoutAnswer(key: String) -> String { "This card can't be answered: \(key) sets it aside" }
        static let answer = "Answer"
        /// - Parameter ways: What the user can do with the card, capitalized.
        static func modal(ways: [String]) -> String {
            guard let first = ways.first, let last = ways.last else { return modal }
            guard ways.count > 1 else { return "\(first) this card first" }
            let before = [first] + ways.dropFirst().dropLast().map { $0.lowercased() }
            return "\(before.joined(separator: ", ")) or \(last.lowercased()) this card first"
        }
        package static let onlyContainer = "There is only one container"
        package static let noActionButton = "This container has no button"
        package static func nothingThere(_ side: String) -> String { "No container \(side)" }
        package static let onlyScreen = "There is only one screen"
        package static func noScreen(_ number: Int) -> String { "Screen \(number) doesn't exist" }
        package static func unknownAction(_ type: String) -> String {
            "This version does not support the action “\(type)”"
        }
        package static let missingSubview = "The card's subview is missing"
        package static let badSnoozeTime = "The button's snooze time is invalid or in the past"
    }

    package enum Link {
        package static let title = "Link"
        package static let copied = "Link copied"
        package static let notCopied = "This terminal can't copy: select the link by hand"
    }
}
