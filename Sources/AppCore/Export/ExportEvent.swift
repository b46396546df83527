package import Canvas
import Cards

/// A way to copy or pipe content of a card.
package enum ExportEffect: Equatable, Sendable {
    /// Copy a link to the clipboard of the user's terminal. The result is ``ExportEvent/linkCopied(_:)``.
    case copyLink(ClipboardText)
    /// Copy a text to the clipboard, with the terminal or a program. The result is ``ExportEvent/copied(_:_:)``.
    case copy(ClipboardText, Copied)
    /// Run a shell command with this input. The result is ``ExportEvent/piped(_:)``.
    case pipe(String, command: String)
}

/// The result of copying, opening or piping content.
package enum ExportEvent: Equatable, Sendable {
    /// Whether the terminal received the link to copy.
    case linkCopied(Bool)
    /// The result of copying a text or link.
    case copied(Copied, CopyOutcome)
    /// A command that read a card has ended.
    case piped(PipeOutcome)
    /// No program can open this link.
    case linkNotOpened(String)
}

/// Copies content of a card, opens its links, or pipes it to a command.
extension AppState {
    /// The first link that the card shows, and whether it is in a text, on a button, or behind an image.
    func firstLink(of subject: Subject) -> (address: String, source: PayloadSource)? {
        let inTexts = links(of: subject.card.id)
        for (position, component) in subject.components.enumerated() {
            if let link = inTexts.first(where: { $0.position == position }) { return (link.address, .text) }
            switch component {
            case .buttons, .carousel:
                for case .openLink(let url) in component.buttons.map(\.action) { return (url, .button) }
            case .media(let media): if case .openLink(let url)? = media.buttonAction { return (url, .image) }
            default: break
            }
        }
        return nil
    }

    func copyText() -> [Effect] {
        guard let subject = selectedSubject else { return [] }
        let note = subject.card.body.answered.map { Strings.AnsweredCard.note($0, at: now, in: settings.zone).string }
        let text = [subject.components.plainText, note].compactMap(\.self).joined(separator: "\n\n")
        return [.export(.copy(ClipboardText(text), .text))]
    }

    func copyFirstLink() -> [Effect] {
        selectedSubject.flatMap(firstLink).map { [.export(.copy(ClipboardText($0.address), .link))] } ?? []
    }

    mutating func openFirstLink() -> [Effect] {
        guard let subject = selectedSubject, let link = firstLink(of: subject) else { return [] }
        return open(link.address, of: subject.card.id, in: subject.card.streamID, by: link.source)
    }

    mutating func receive(_ event: ExportEvent) -> [Effect] {
        switch event {
        case .linkCopied(let isCopied):
            show(isCopied ? Strings.Link.copied : Strings.Link.notCopied, isCopied ? .success : .information)
            return []
        case .copied(let what, let outcome): return copied(what, outcome)
        case .piped(let outcome): return piped(outcome)
        case .linkNotOpened(let address): return showLink(address)
        }
    }

    private mutating func copied(_ what: Copied, _ outcome: CopyOutcome) -> [Effect] {
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
        var field = TextField(recent.shellCommand)
        field.selectAll()
        overlays.append(
            .prompt(
                PromptOverlay(
                    title: Strings.Pipe.title, card: subject.card.id, purpose: .pipe, field: field,
                    hint: Strings.Pipe.hint)))
        return []
    }

    mutating func pipe(_ subject: Subject, to command: String) -> [Effect] {
        recent.shellCommand = command
        show(Strings.Pipe.running(command), .information)
        return [.export(.pipe(subject.card.json.text(isPretty: true) + "\n", command: command))]
    }

    private mutating func piped(_ outcome: PipeOutcome) -> [Effect] {
        toasts.withdraw(at: now) { $0.text == Strings.Pipe.running(outcome.command) }
        overlays.append(.output(OutputOverlay(outcome, size: size)))
        return []
    }
}
