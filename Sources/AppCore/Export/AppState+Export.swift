import Canvas
import Cards

/// Taking a card out of the viewer: into the clipboard, a browser, a command.
extension AppState {
    /// The link that stands first in what the card shows, and whether it is in a text, on a button, or behind an image.
    func firstLink(of subject: Subject) -> (address: String, source: PayloadSource)? {
        let inTexts = links(of: subject.card.id)
        for (position, component) in subject.components.enumerated() {
            if let link = inTexts.first(where: { $0.position == position }) { return (link.address, .text) }
            switch component {
            case .buttons(let container):
                for case .toLink(let url) in container.buttons.map(\.action) { return (url, .button) }
            case .media(let media): if case .toLink(let url)? = media.buttonAction { return (url, .image) }
            default: break
            }
        }
        return nil
    }

    mutating func openFirstLink() -> [Effect] {
        guard let subject = selectedSubject, let link = firstLink(of: subject) else { return [] }
        return open(link.address, of: subject.card.id, by: link.source)
    }

    mutating func copied(_ what: Copied, _ outcome: CopyOutcome) -> [Effect] {
        switch outcome {
        case .done: show(what == .text ? Strings.Copy.text : Strings.Link.copied, .success)
        case .noWay: show(Strings.Copy.noWay, .information)
        case .tooLong(let limit): show(Strings.Copy.tooLong(limit), .information)
        }
        return []
    }

    // MARK: Commands

    mutating func askForCommand() -> [Effect] {
        guard let subject = selectedSubject else { return [] }
        var field = TextField(lastCommand)
        field.selectAll()
        overlays.append(
            .prompt(
                PromptOverlay(
                    title: Strings.Pipe.title, card: subject.card.id, purpose: .pipe, field: field,
                    hint: Strings.Pipe.hint)))
        return []
    }

    mutating func pipe(_ subject: Subject, to command: String) -> [Effect] {
        lastCommand = command
        show(Strings.Pipe.running(command), .information)
        return [.pipe(subject.card.json.text(isPretty: true) + "\n", command: command)]
    }

    mutating func piped(_ outcome: PipeOutcome) -> [Effect] {
        toasts.withdraw(at: now) { $0.text == Strings.Pipe.running(outcome.command) }
        overlays.append(.output(OutputOverlay(outcome, size: size)))
        return []
    }
}
