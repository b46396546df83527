import Cards

import struct Foundation.Date

/// A line of the palette that is a command with an argument: `theme plum`, `snooze fri 14:00`, `filter is:unseen`,
/// `sort newest`, `group day`.
struct PaletteArgument: Equatable, Sendable {
    let command: Command
    /// A description of the line's effect.
    let help: String
    /// Why the command cannot run; nil if it can.
    let problem: String?
    private let action: Action?

    private enum Action: Equatable, Sendable {
        case theme(String)
        case snooze(until: Date)
        case filter(ContainerID, TypedFilter)
        case sort(ContainerID, CardOrder)
        case group(ContainerID, CardGrouping)
    }

    /// Parses a line in the state of the app without the palette. Nil if the line is not a command with an argument.
    ///
    /// - Parameter themes: The names of the themes; nil while they are not known.
    init?(_ line: String, in state: AppState, themes: [String]? = nil) {
        let words = line.trimmed.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
        guard words.count == 2 else { return nil }
        let argument = String(words[1]).trimmed
        switch words[0].lowercased() {
        case "theme":
            // A theme can also be named by the path of its file.
            let isUnknown = themes?.contains(argument) == false && !argument.contains("/" as Character)
            let help = isUnknown ? Strings.Help.unknownTheme(argument) : Strings.Help.theme(argument)
            self.init(.chooseTheme, help, nil, .theme(argument))
        case "snooze": self.init(snooze: argument, in: state)
        case "filter": self.init(filter: argument, in: state)
        case "sort": self.init(order: argument, in: state)
        case "group": self.init(grouping: argument, in: state)
        default: return nil
        }
    }

    private init(_ command: Command, _ help: String, _ problem: String?, _ action: Action?) {
        self.command = command
        self.help = help
        self.problem = problem
        self.action = action
    }

    private init(snooze text: String, in state: AppState) {
        do throws(TimeParserError) {
            let until = try SnoozeParser(now: state.now, zone: state.settings.zone).parse(text)
            let help = Strings.Help.snooze(until: TimeText.clock(until, at: state.now, in: state.settings.zone))
            var reason = Command.snooze.availability(in: state).reason
            if !state.hasMarks, let expiry = state.selectedSubject?.card.expiresAt, until > expiry {
                reason = reason ?? TimeParserError.afterExpiry(expiry).message(at: state.now, in: state.settings.zone)
            }
            self.init(.snooze, help, reason, .snooze(until: until))
        } catch {
            self.init(.snooze, Command.snooze.help, error.message(at: state.now, in: state.settings.zone), nil)
        }
    }

    private init(filter text: String, in state: AppState) {
        do throws(CardSearchError) {
            let filter = try TypedFilter(text)
            let reason = Command.search.availability(in: state).reason
            self.init(
                .search, Strings.Help.filterCards(text), reason, state.focusedContainer.map { .filter($0.id, filter) })
        } catch {
            self.init(.search, Command.search.help, error.description, nil)
        }
    }

    private init(order text: String, in state: AppState) {
        guard let order = CardOrder(name: text.lowercased()) else {
            self.init(.chooseOrder, Command.chooseOrder.help, Strings.Order.unknownOrder(text), nil)
            return
        }
        let reason = Command.chooseOrder.availability(in: state).reason
        self.init(.chooseOrder, Strings.Order.sort(order), reason, state.focusedContainer.map { .sort($0.id, order) })
    }

    private init(grouping text: String, in state: AppState) {
        guard let grouping = CardGrouping(rawValue: text.lowercased()) else {
            self.init(.chooseGrouping, Command.chooseGrouping.help, Strings.Order.unknownGrouping(text), nil)
            return
        }
        let reason = Command.chooseGrouping.availability(in: state).reason
        self.init(
            .chooseGrouping, Strings.Order.group(grouping), reason,
            state.focusedContainer.map { .group($0.id, grouping) })
    }

    /// The actions of the line.
    var actions: [OverlayAction] {
        switch action {
        case .theme(let name): [.start(.theme(.use(name, isChosen: true)))]
        case .snooze(let until): [.snooze(until: until)]
        case .filter(let container, let filter): [.filter(container, filter), .recallFilter(filter.text)]
        case .sort(let container, let order): [.sort(container, order)]
        case .group(let container, let grouping): [.group(container, grouping)]
        case nil: []
        }
    }
}
