internal import AppCore
internal import AppRuntime
internal import ArgumentParser
internal import Basics
internal import Cards

import struct Foundation.Date

/// `cardstream act`: answers a card without a viewer.
struct ActCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "act",
        abstract: "Dismiss, submit, snooze, wake, vote on or mark a card from a script.",
        discussion: """
            The action goes through the viewer's queue: it is stored on disk first, and reaches the server exactly \
            once. `act` waits at most --timeout for the server's response. If there is an error, nothing is done, \
            unless the message says otherwise. If a viewer is open, the viewer sends the action. Several `act` \
            commands run one after the other. With --json, the command prints an object for each card, as `cardstream \
            schema act` describes, and nothing on an error. `act dismiss`, `read` and `unread` take several ids; if \
            the action fails for some cards, the exit code is that of the last failure.

            Actions on messages of a source of kind cordial also work without a connection if the message is on this \
            machine: they are stored, and the exit code is 7.

            Exit code 1: the server refused the action. 3: no open card has this id, or the card was closed before the \
            server received the answer. 5: the server could not be reached, and the action is not stored. 6: the server \
            may have received the action, and the action is not stored. 7: the server has not responded; the action is \
            stored, and the next `act` or viewer of the profile sends it again. If the cards of the profile are from a \
            different server or for a different user than in the settings, nothing is done: name another profile with \
            --profile.

            EXAMPLES
              cardstream act dismiss ID
              cardstream act submit ID --button approve amount=42.50 note="fine by me"
              cardstream act snooze ID 2h
              cardstream act snooze ID fri 14:00
              cardstream act vote ID down --reason too-often
              cardstream act wake ID
              cardstream cards --filter template:digest | cut -d' ' -f1 |
                xargs cardstream act dismiss
            """,
        subcommands: [
            ActDismiss.self, ActSubmit.self, ActSnooze.self, ActWake.self, ActVote.self, ActRead.self,
            ActUnread.self,
        ])
}

let cardHelp = ArgumentHelp(
    "The card's id, as `cardstream cards` prints it, or the beginning of the id.", valueName: "id")

let cardsHelp = ArgumentHelp(
    "The ids of the cards, as `cardstream cards` prints them, or the beginnings of the ids.", valueName: "id")

struct ActDismiss: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dismiss", abstract: "Dismiss cards permanently.",
        discussion: """
            EXAMPLES
              cardstream act dismiss ID
              cardstream act dismiss ID ID
            """)

    @OptionGroup var options: CardsOptions
    @OptionGroup var act: ActOptions
    @Argument(help: cardsHelp, completion: CompletionValues.cards) var ids: [String]

    func run() throws { try act.act(on: ids, with: options) { _, _, _ in .dismiss } }
}

struct ActSubmit: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "submit", abstract: "Press a submit button of a card, with values for the card's fields.",
        discussion: """
            Fields without a value keep their defaults, and the card's rules for its fields apply, such as required \
            fields and limits; `cardstream show ID` lists the fields and their kinds. As in the viewer, a button sends \
            only the fields of the view that it is in: the card's content, or one subview. For checkboxes, give the checked \
            values, separated by commas. Values whose names are not fields are also sent: k=v as a string, k:=v as a \
            number, true or false. Only the viewer can send files.

            EXAMPLES
              cardstream act submit ID --button approve amount=42.50 note="fine by me"
              cardstream act submit ID colours=red,blue urgent=true source:=7
            """)

    @OptionGroup var options: CardsOptions
    @OptionGroup var act: ActOptions
    @Argument(help: cardHelp, completion: CompletionValues.cards) var id: String

    @Argument(help: ArgumentHelp("The value of a field, as k=v or k:=JSON.", valueName: "value"))
    var values: [String] = []

    @Option(
        help: ArgumentHelp("The button's name; needed only if the card has several submit buttons.", valueName: "name"))
    var button: String?

    func run() throws {
        let (button, values) = (button, try SendEventCommand.read(values, as: "value"))
        try act.act(on: id, with: options) { card, now, zone in
            try SubmitForm(card: card).requireOpen(at: now, in: zone)
            return try SubmitForm(card: card).response(button: button, values: values)
        }
    }
}

struct ActSnooze: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snooze", abstract: "Hide a card until a later time.",
        discussion: """
            UNTIL is a number of seconds, or a time as in the viewer: 2h, 1d, 14:00, tomorrow 9am, fri 14:00, 3 dec. \
            The time must be before the card expires.

            EXAMPLES
              cardstream act snooze ID 2h
              cardstream act snooze ID fri 14:00
              cardstream act snooze ID 90
            """)

    @OptionGroup var options: CardsOptions
    @OptionGroup var act: ActOptions
    @Argument(help: cardHelp, completion: CompletionValues.cards) var id: String

    @Argument(
        parsing: .allUnrecognized, help: ArgumentHelp("Seconds, or a time such as 2h or fri 14:00.", valueName: "until")
    )
    var until: [String]

    func validate() throws {
        // The argument parser treats unknown options as words of the time.
        let typed = until.prefix { $0 != "--" }.enumerated()
        guard let option = typed.first(where: { Self.isOption($1, isFirst: $0 == 0) })?.element else { return }
        throw ValidationError(UnknownOption.message(String(option.prefix { $0 != "=" }), of: "act snooze"))
    }

    /// The first word may be a time in the past, such as -5m.
    private static func isOption(_ word: String, isFirst: Bool) -> Bool {
        word.hasPrefix("-") && word.dropFirst().first.map { !isFirst || !$0.isNumber } ?? false
    }

    func run() throws {
        let words = until
        // Report errors that do not depend on the card before looking for the card.
        let now = Date()
        _ = try SnoozeArgument(now: now, zone: .system(around: now)).read(words, before: nil)
        try act.act(on: id, with: options) { card, now, zone in
            .snooze(until: try SnoozeArgument(now: now, zone: zone).read(words, before: card.expiresAt))
        }
    }
}

struct ActWake: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wake", abstract: "Bring a snoozed card back now.",
        discussion: """
            EXAMPLES
              cardstream act wake ID
              cardstream cards --filter is:snoozed | cut -d' ' -f1 |
                xargs -n1 cardstream act wake
            """)

    @OptionGroup var options: CardsOptions
    @OptionGroup var act: ActOptions
    @Argument(help: cardHelp, completion: CompletionValues.cards) var id: String

    func run() throws { try act.act(on: id, with: options, isWaking: true) { _, _, _ in .unsnooze } }
}

struct ActVote: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vote", abstract: "Vote that a card is useful, or not useful.",
        discussion: """
            The card stays open. A down vote needs a reason; if only --message is given, the reason is \"other\". A \
            message can have at most 280 characters.

            EXAMPLES
              cardstream act vote ID up
              cardstream act vote ID down --reason too-often
              cardstream act vote ID down --message "this is for the other team"
            """)

    enum Direction: String, ExpressibleByArgument, CaseIterable { case up, down }

    @OptionGroup var options: CardsOptions
    @OptionGroup var act: ActOptions
    @Argument(help: cardHelp, completion: CompletionValues.cards) var id: String

    @Argument(help: "The vote: up or down.")
    var direction: Direction

    @Option(
        help: ArgumentHelp("The reason: not-relevant, too-often or other.", valueName: "reason"),
        completion: .list(CardResponse.VoteReason.allCases.map(\.rawValue)))
    var reason: String?

    @Option(help: ArgumentHelp("A message in your own words, at most 280 characters.", valueName: "text"))
    var message: String?

    func validate() throws {
        if let message, message.count > CardResponse.voteMessageLimit {
            throw ValidationError(
                "--message has \(message.count) characters; the limit is \(CardResponse.voteMessageLimit).")
        }
        guard direction == .down else {
            if reason != nil { throw ValidationError("--reason is only for a down vote.") }
            return
        }
        let names = CardResponse.VoteReason.allCases.map(\.rawValue).joined(separator: ", ")
        if reason == nil, message == nil { throw ValidationError("A down vote needs --reason: \(names).") }
        if let reason, CardResponse.VoteReason(rawValue: reason) == nil {
            throw ValidationError("--reason must be one of \(names).")
        }
    }

    func run() throws {
        let reason = reason.flatMap(CardResponse.VoteReason.init) ?? .other
        let (direction, message) = (direction, message)
        try act.act(on: id, with: options) { _, _, _ in
            direction == .up ? .voteUp(message: message) : .voteDown(reason: reason, message: message)
        }
    }
}
