import Canvas
package import Cards

import struct Foundation.Date

extension AppState {
    /// Runs the action of a button, an image or a link that was pressed with a key or a click. Every press goes through
    /// this method. Shows a toast with the reason when the action is not possible.
    package mutating func runButtonAction(
        _ action: Card.ButtonAction, on subject: Subject, by source: PayloadSource = .button
    ) -> [Effect] {
        let card = subject.card
        if let kind = action.responseKind, let reason = reasonAgainst(kind, on: subject) {
            show(reason, .information)
            return []
        }
        reports.actionSource = .cardButton
        switch action {
        case .doNothing: return []
        case .openLink(let url): return open(url, of: card.id, in: card.streamID, by: source)
        case .passPayload(let payload):
            show(Strings.Toasts.payloadPassed, .information)
            return pass(payload, of: card.id, by: source)
        case .openSubview(let id): return openSubview(id, of: card)
        case .submit(let submission): return submit(submission, subject)
        case .snooze(nil): return openSnoozeMenu(subject)
        case .snooze(let preset?):
            // A preset may end after the card expires; the picker does not allow that.
            guard let until = preset.end(from: now), until > now else {
                show(Strings.Disabled.badSnoozeTime, .failure)
                return []
            }
            return respond(.snooze(until: until), to: subject)
        case .dismiss: return respond(.dismiss, to: subject)
        case .voteUp: return voteUp(subject)
        case .voteDown: return openVoteMenu(subject)
        case .unknown(let type, _):
            show(Strings.Disabled.unknownAction(type), .information)
            return []
        }
    }

    /// Opens a URL from a card, or shows why it cannot be opened.
    ///
    /// - Parameter stream: The card's stream, for a source that follows links in texts itself.
    mutating func open(
        _ address: String, of card: CardID, in stream: StreamID? = nil, by source: PayloadSource
    ) -> [Effect] {
        if let problem = LinkAddress.problem(address) {
            show(Strings.Toasts.linkRefused(problem), .failure)
            return []
        }
        let told = effectsForHost(of: address, on: card)
        guard settings.features.opensLinks || isLinkOfHost else { return told + showLink(address) }
        report(.userRedirected(to: .url(address), by: source.redirect), of: card)
        if isLinkOfHost { return told }
        show(Strings.Toasts.link(address), .information)
        guard source == .text, let stream, syncStatus.capabilities(of: stream).followsLinks else {
            return told + [.openLink(address)]
        }
        return told + [.followLink(address, of: card, in: stream)]
    }

    /// Whether the host program opens the links of the focused container.
    private var isLinkOfHost: Bool { settings.isEmbedded && focusedContainer?.options.opensLinks == false }

    /// Reports a link to the host program, which may record it or open it in its own way.
    private func effectsForHost(of address: String, on card: CardID) -> [Effect] {
        guard settings.isEmbedded, let container = focusedContainer?.id else { return [] }
        return [.emit(container, .linkPressed(card, url: address))]
    }

    /// Hands a payload to the host program.
    mutating func pass(_ payload: JSONObject, of card: CardID, by source: PayloadSource) -> [Effect] {
        report(.userRedirected(to: .payload(payload), by: source.redirect), of: card)
        return [.passPayload(card, payload, from: source)]
    }

    /// Shows a URL to read and copies it, for a system where no program can open it.
    mutating func showLink(_ address: String) -> [Effect] {
        overlays.append(.message(MessageOverlay(title: Strings.Link.title, text: address, link: address)))
        return [.export(.copyLink(ClipboardText(address)))]
    }

    /// Plays a video of a card, or shows why it cannot be played.
    mutating func play(_ address: String, of card: Card) -> [Effect] {
        if let problem = LinkAddress.problem(address) {
            show(Strings.Toasts.linkRefused(problem), .failure)
            return []
        }
        let told = effectsForHost(of: address, on: card.id)
        if isLinkOfHost { return told }
        guard settings.features.opensLinks else { return told + showLink(address) }
        show(Strings.Toasts.video(address), .information)
        return told + [
            .playVideo(Video(address: address, card: card.id, stream: card.streamID, view: place(of: card.id).view))
        ]
    }

    private mutating func openSubview(_ id: String, of card: Card) -> [Effect] {
        guard card.body.subviews[id] != nil else {
            show(Strings.Disabled.missingSubview, .failure)
            return []
        }
        guard let index = focusedIndex else { return [] }
        guard containers[index].openSubview(of: card) == nil else {
            show(Strings.Disabled.nestedSubview, .failure)
            return []
        }
        containers[index].enterSubview(id, of: card.id)
        report(.cardSubviewDisplayed, of: card.id)
        return loadOpened()
    }
}
