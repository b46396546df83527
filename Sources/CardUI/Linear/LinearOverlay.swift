internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// The topmost overlay, as lines of text.
struct LinearOverlay {
    private let overlay: Overlay
    private let state: AppState

    init(_ overlay: Overlay, state: AppState) {
        self.overlay = overlay
        self.state = state
    }

    var page: LinearPage {
        switch overlay {
        case .menu(let menu):
            var page = list(menu.title, menu.items.map(line), hint: Strings.Lines.list)
            if let question = menu.question { page.lines.insert(SafeText(question, limit: 600), at: 0) }
            return page
        case .chooser(let chooser):
            let labels = chooser.matches.map { chooser.items[$0].label }
            return list(chooser.title, labels, hint: Strings.Lines.search)
        case .files(let files):
            let names = files.matches.map { files.entries[$0].name + (files.entries[$0].isFolder ? "/" : "") }
            var page = list(files.title, names, hint: Strings.Lines.search)
            if let folder = files.folder { page.lines.insert(SafeText(folder, limit: 1000), at: 0) }
            if let problem = files.problem { page.lines.append(SafeText(problem, limit: 400)) }
            return page
        case .prompt(let prompt):
            return page(prompt.title, [prompt.problem ?? prompt.hint, Strings.Lines.prompt])
        case .calendar(let calendar):
            let words = calendar.words(at: state.now, in: state.settings.zone)
            return page(
                calendar.title,
                [words, calendar.problem ?? calendar.reason, calendar.hint, Strings.Lines.calendar].compactMap(\.self))
        case .message(let message):
            return page(
                message.title,
                [message.text, message.link == message.text ? nil : message.link, Strings.Lines.read].compactMap(\.self)
            )
        case .inspect(let inspect):
            return LinearPage(
                subject: .overlay("inspect"), heading: .empty,
                lines: inspect.lines.map(\.text) + [SafeText(Strings.Lines.read)])
        case .history(let history):
            let actions = history.actions.isEmpty ? [Strings.History.nothing] : history.actions.map(line)
            return page(Strings.History.historyTitle, actions + [Strings.Lines.read])
        case .output(let output):
            let ending = SafeText(Strings.Pipe.ending(output.outcome.ending))
            return LinearPage(
                subject: .overlay("output"), heading: SafeText(output.outcome.command, limit: 400),
                lines: output.lines + [ending, SafeText(Strings.Lines.read)])
        case .commands(let list):
            let lines = list.listed.enumerated().map { number, position in
                let item = list.items[list.matches[position]]
                let words = Strings.Lines.command(
                    item.command.name, keys: item.keys, item.help, unavailable: item.unavailable)
                return "\(number + 1). \(words)"
            }
            let left = list.matches.count - lines.count
            let others = left == 0 ? [] : [Strings.Lines.unusable(left)]
            return page(Strings.Lines.commands, lines + others + [Strings.Lines.search])
        case .filter(let filter):
            return page(Strings.Lines.filter, [filter.problem].compactMap(\.self) + [Strings.Lines.typeFilter])
        case .jump: return page(Command.jump.help, [Strings.Lines.read])
        case .upload: return page(Strings.Card.sending, [])
        }
    }

    private func page(_ title: String, _ lines: [String]) -> LinearPage {
        LinearPage(
            subject: .overlay(title), heading: SafeText(title, limit: 400),
            lines: lines.map { SafeText($0, limit: 2000) })
    }

    private func list(_ title: String, _ items: [String], hint: String) -> LinearPage {
        page(title, items.enumerated().map { "\($0 + 1). \($1)" } + [hint])
    }

    private func line(_ item: MenuOverlay.Item) -> String {
        let until = item.until.map { TimeText.clock($0, at: state.now, in: state.settings.zone) }
        // The reason in `unavailable` already says this.
        let detail = item.unavailable != nil && item.detail == Strings.Snooze.pastExpiry ? nil : item.detail
        let position = item.isOn.map { $0 ? Strings.Switches.on : Strings.Switches.off }
        return [item.label, position, detail, until, item.unavailable].compactMap(\.self).joined(separator: ", ")
    }

    private func line(_ action: HistoryEntry) -> String {
        [
            TimeText.clock(action.at, at: state.now, in: state.settings.zone), Strings.History.state(action.state),
            Strings.History.deed(action, at: state.now, in: state.settings.zone), Strings.History.subject(action),
        ].joined(separator: ", ")
    }
}
