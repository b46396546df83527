package import Cards

package import struct Foundation.Date

/// Every word of our own that a user can see, in one place. Texts of cards and servers come from outside.
///
/// The documented default texts keep their exact wording. Plurals are functions. Command help and hints stand with
/// the commands in ``Command/table``.
package enum Strings {
    package enum Header {
        package static let title = "Cards"
        package static func count(_ cards: Int) -> String { cards == 1 ? "1 card" : "\(cards) cards" }
    }

    package enum Empty {
        package static let awaitingFirstCard = "Cards will appear here when there's something to action."
        package static let allCaughtUp = "All caught up"
    }

    package enum Launch {
        package static let loading = "Loading cards"
        package static let noConnection = "No internet connection"
        package static let loadFailed = "Couldn't load data"
        package static let tryAgain = "Try again"
        package static func cannotReach(_ server: String?) -> String { "Can't reach \(server ?? "the server")" }
    }

    /// What is in the way on this machine.
    package enum Local {
        /// For the status line: what, and the one thing to do.
        package static func short(_ problem: SyncStatus.LocalProblem) -> String {
            switch problem {
            case .diskFull(let folder): "disk full" + (folder.map { ", free space in \($0)" } ?? "")
            case .store: "new cards can't be stored"
            case .library: "network library missing"
            }
        }
        /// With what it means and what happens next.
        package static func detail(_ problem: SyncStatus.LocalProblem) -> String {
            switch problem {
            case .diskFull(let folder):
                "The disk is full: there is no room for new cards\(folder.map { " in \($0)" } ?? ""). Free some space; "
                    + "nothing is lost, and cards come again by themselves."
            case .store(let reason): "New cards can't be stored: \(reason)"
            case .library(let reason): reason
            }
        }
    }

    package enum Card {
        package static func priority(_ priority: Int) -> String { "P\(priority)" }
        package static let overflow = "⋯"
        package static let unreadable = "This card cannot be shown"
        package static func nothingShown(isSubview: Bool) -> String {
            isSubview
                ? "There is nothing here that this version can show" : "This card has nothing this version can show"
        }
        package static func nothingShownKey(_ key: String) -> String { "\(key) shows it as it was published" }
        package static let sending = "Sending, please wait..."
        package static let votedUp = "You found this useful"
        package static let votedDown = "You didn't find this useful"
        package static let viewImage = "View"
        package static let watchVideo = "Watch"
        package static func noPicture(_ reason: String) -> String { "No picture: \(reason)" }
        package static let back = "Back"
        package static func textCut(_ limit: Int) -> String { "Cut here: texts are shown up to \(limit) characters." }
        package static func refused(_ reason: String) -> String { "Refused: \(reason)" }
        package static func refusedKeys(retry: String, discard: String) -> String {
            "\(retry) sends it again, \(discard) discards it"
        }
        package static func expires(_ relative: String) -> String { "expires \(relative)" }
        package static let expired = "expired"
        package static func linesAbove(_ lines: Int) -> String { lines == 1 ? "1 line above" : "\(lines) lines above" }
        package static func linesBelow(_ lines: Int) -> String { lines == 1 ? "1 line below" : "\(lines) lines below" }
    }

    package enum Arrivals {
        package static func new(_ cards: Int) -> String { "\(cards) new" }
    }

    package enum Snooze {
        package static let title = "Remind me"
        package static let oneHour = "In 1 hour"
        package static let thisEvening = "This evening"
        package static let tomorrow = "Tomorrow"
        package static let nextMonday = "Next Monday"
        package static let custom = "Another time"
        package static let customHint = "For example 3h, 45m, 2d, tomorrow 9am, fri 14:00, 2026-12-24 10:00"
        package static func resolved(_ time: String) -> String { "Until \(time)" }
        package static func afterExpiry(_ expiry: String) -> String { "The card expires before that, \(expiry)" }
        package static let pastExpiry = "after the card expires"
        package static let inThePast = "That time is in the past"
        package static let empty = "Type when the card should come back, for example 3h or fri 14:00"
        package static func unreadable(_ word: String) -> String {
            "“\(word)” is not a time; try 3h, tomorrow 9am, fri 14:00 or 2026-12-24 10:00"
        }
        package static func noSuchTime(_ text: String) -> String { "“\(text)” does not exist" }
        package static let tooFar = "That is more than a year away"
    }

    package enum Vote {
        package static let useful = "This is useful"
        package static let notUseful = "This isn't useful"
        package static let feedbackTitle = "Send feedback"
        package static let tooLong = "Feedback is limited to 280 characters"
        package static let notRelevant = "It's not relevant"
        package static let tooOften = "I see this too often"
        package static let other = "Something else"
        package static let hint = "Tell what is wrong, or leave it empty"
        package static func reason(_ reason: CardResponse.VoteReason) -> String {
            switch reason {
            case .notRelevant: notRelevant
            case .tooOften: tooOften
            case .other: other
            }
        }
        package static let usefulHint = "Tell what is good, or leave it empty"
    }

    package enum Menu {
        package static let title = "Card menu"
        package static let dismiss = "Dismiss"
        package static let snooze = Snooze.title
    }

    package enum Inspect {
        package static let title = "Card"
        package static func unknown(_ type: String, at place: String) -> String {
            "\(place): this version does not know \"\(type)\" and draws nothing for it."
        }
    }

    package enum Help {
        package static let title = "Keys"
        package static let pressButton = "Press that button"
        package static let menuItem = "Choose that item"
    }

    package enum Toasts {
        package static let dismissed = "Card dismissed"
        package static let completed = "Card completed"
        package static func snoozed(until time: String) -> String { "Snoozed until \(time)" }
        package static let feedback = "Feedback received"
        /// What to say once a response is on its way.
        package static func done(_ response: CardResponse, at now: Date, in zone: LocalZone) -> String {
            switch response {
            case .dismiss: dismissed
            case .submit: completed
            case .snooze(let until): snoozed(until: TimeText.clock(until, at: now, in: zone))
            case .voteUp, .voteDown: feedback
            }
        }
        package static func failed(_ response: CardResponse, reason: String) -> String {
            switch response {
            case .dismiss: dismissFailed(reason)
            case .submit: submitFailed(reason)
            case .snooze: snoozeFailed(reason)
            case .voteUp, .voteDown: voteFailed(reason)
            }
        }
        package static func refused(_ reason: String) -> String { "The server refused your action: \(reason)" }
        package static func dismissFailed(_ reason: String) -> String { "Couldn't dismiss the card: \(reason)" }
        package static func submitFailed(_ reason: String) -> String { "Couldn't submit the card: \(reason)" }
        package static func snoozeFailed(_ reason: String) -> String { "Couldn't snooze the card: \(reason)" }
        package static func voteFailed(_ reason: String) -> String { "Couldn't send feedback: \(reason)" }
        package static func linkRefused(_ problem: String) -> String { "Link not opened: \(problem)" }
        package static func link(_ url: String) -> String { "Link: \(url)" }
        package static func video(_ url: String) -> String { "Video: \(url)" }
        package static let payloadPassed = "Handed over"
        package static let cardGone = "This card is no longer here"
        package static let retrying = "Sending again"
        package static let discarded = "Action discarded"
        package static let refreshing = "Refreshing"
        package static func storeFailed(_ reason: String) -> String { "Couldn't read stored cards: \(reason)" }
    }

    package enum Disabled {
        package static let noCard = "No card is selected"
        package static let unreadableCard = "This card cannot be read, so nothing can be done with it"
        package static let dismiss = "This card can't be dismissed"
        package static let snooze = "This card can't be snoozed"
        package static func onlyInMenu(_ action: String, key: String) -> String {
            "\(action) is in this card's menu only; press \(key)"
        }
        package static let vote = "This card doesn't ask for votes"
        package static let menu = "This card has no menu"
        package static let emptyMenu = "This card's menu is empty"
        package static let nothingRefused = "No action of this card was refused"
        package static func refusedFirst(retry: String, discard: String) -> String {
            "Your last action was refused: press \(retry) to send it again or \(discard) to discard it"
        }
        package static func noButton(_ number: Int) -> String { "This card has no button or link \(number)" }
        package static let nestedSubview = "A subview cannot open another one"
        package static let nothingFolded = "This card has no folded text"
        package static let nothingToFocus = "This card has no buttons, fields or links"
        package static let noField = "No field has the focus"
        package static let oneLine = "This field has one line"
        package static let notHere = "Not possible here"
        package static func unknownAction(_ type: String) -> String {
            "This version does not know the action “\(type)”"
        }
        package static let missingSubview = "The card's subview is missing"
        package static let badSnoozeTime = "The button's snooze time cannot be read or is past"
    }

    package enum Status {
        package static let connecting = "connecting"
        package static let live = "live"
        package static func polling(_ seconds: Int) -> String {
            seconds == 0 ? "not polling" : "polling every \(seconds) s"
        }
        package static func offline(since time: String) -> String { "offline since \(time)" }
        package static func stale(since time: String) -> String { "nothing new since \(time)" }
        package static func cannotReach(_ server: String?) -> String { "can't reach \(server ?? "the server")" }
        package static let noAnswer = "no usable answer from the server"
        package static let authentication = "not logged in"
        package static let tls = "secure connection refused"
        package static func waiting(_ actions: Int) -> String { "\(actions) waiting" }
        package static func refused(_ actions: Int) -> String { "\(actions) refused" }
        package static let separator = " · "
    }

    package enum Form {
        package static let on = "on"
        package static let off = "off"
        package static let nothingChosen = "Choose"
        package static let filter = "Type to filter"
        package static func nothingMatches(_ text: String) -> String { "Nothing matches “\(text)”" }
        package static let noChoice = "No choice"
        package static let noChoices = "This field has no choices"
        package static let choiceGone = "The card has changed: that choice is no longer there"
        package static let nothingToUndo = "Nothing to undo here"
    }

    package enum Link {
        package static let title = "Link"
        package static let copied = "Link copied"
        package static let notCopied = "This terminal can't be asked to copy: select the link with the mouse"
    }

    package enum Submitting {
        package static func progress(_ title: String) -> String { "Sending, please wait… · \(named(title))" }
        package static func waits(_ title: String, key: String) -> String {
            "Waits for a connection · \(key) cancels · \(named(title))"
        }
        private static func named(_ title: String) -> String { title.isEmpty ? "Form" : title }
        package static let takenBack = "Cancelled: nothing was sent, and the form is as it was"
        package static let underWay =
            "It is on its way: the server may have it already, so it can't be cancelled any more"
        package static let settled = "It can't be cancelled: the server has answered"
        package static func notTakenBack(_ reason: String) -> String { "Couldn't cancel: \(reason)" }
        package static let nothing = "Nothing is waiting to be sent"
    }

    package enum Dates {
        package static let hint = "For example tomorrow, fri, 3 dec, in 2 weeks, 2026-12-24"
        package static let empty = "Type a day, for example tomorrow, fri or 24 dec"
        package static func unreadable(_ word: String) -> String {
            "“\(word)” is not a day; try tomorrow, fri, 3 dec, in 2 weeks or 2026-12-24"
        }
        package static let timeNotAsked = "Only a day is asked for here, no time"
        package static let tooFar = "That is too far away"
        package static let type = "types"
        package static let pick = "picks"
        package static func short(_ weekday: Weekday) -> String { String(Relative.weekday(weekday).prefix(2)) }
        package static func month(_ date: CivilDate) -> String { "\(Relative.months[date.month - 1]) \(date.year)" }
        /// "Thu 24 December 2026"
        package static func day(_ date: CivilDate) -> String {
            "\(Relative.weekday(date.weekday)) \(date.day) \(month(date))"
        }
        package static func distance(days: Int) -> String {
            switch days {
            case 0: "today"
            case 1: Relative.tomorrow
            case -1: "yesterday"
            case 2...: Relative.future(Relative.days(days))
            default: Relative.past(Relative.days(-days))
            }
        }
    }

    package enum Editor {
        package static let none = "No editor can be opened here"
        package static let tooLong = "The edited text is longer than 1 MB"
        package static let notText = "The edited file is no UTF-8 text"
        package static func kept(_ reason: String, path: String) -> String {
            "\(reason); the field is as it was, and the file is kept at \(path)"
        }
        package static func leftOut(_ characters: Int) -> String {
            characters == 1 ? "A control character was left out" : "\(characters) control characters were left out"
        }
        package static func noFile(_ reason: String) -> String { "Couldn't open an editor: \(reason)" }
        package static func notFound(_ command: String) -> String {
            "Couldn't run the editor “\(command)”; set $VISUAL or $EDITOR to one that is installed"
        }
        package static func failed(status: Int) -> String {
            "The editor ended with status \(status); the text is as it was"
        }
        package static func ended(signal: Int) -> String {
            "The editor was ended by signal \(signal); the text is as it was"
        }
    }

    package enum Relative {
        package static let now = "now"
        package static func future(_ amount: String) -> String { "in \(amount)" }
        package static func past(_ amount: String) -> String { "\(amount) ago" }
        package static func minutes(_ number: Int) -> String { "\(number) min" }
        package static func hours(_ number: Int) -> String { "\(number) h" }
        package static func days(_ number: Int) -> String { number == 1 ? "1 day" : "\(number) days" }
        package static let tomorrow = "tomorrow"
        package static func weekday(_ weekday: Weekday) -> String {
            ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][weekday.rawValue]
        }
        package static func month(_ month: Int) -> String {
            months.indices.contains(month - 1) ? String(months[month - 1].prefix(3)) : "\(month)"
        }
        package static let months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ]
    }
}
