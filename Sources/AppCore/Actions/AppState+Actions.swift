import Canvas
package import Cards

import struct Foundation.Date

extension AppState {
    /// Does what a part of a card is for: the one way from a button, an image or a link, pressed by a key or a click, to
    /// what follows. Says why where it cannot be done.
    package mutating func run(
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
            // A preset may go past the expiry, the picker may not.
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

    /// Opens an address of a card, or says why it is not opened.
    ///
    /// - Parameter stream: That of the card, for a source that wants to know of links in texts.
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

    /// Whether the program around opens links.
    private var isLinkOfHost: Bool { settings.isEmbedded && focusedContainer?.options.opensLinks == false }

    /// A program around may want to know what was opened, or have a better way to do it.
    private func effectsForHost(of address: String, on card: CardID) -> [Effect] {
        guard settings.isEmbedded, let container = focusedContainer?.id else { return [] }
        return [.emit(container, .linkPressed(card, url: address))]
    }

    /// Hands a payload to the host.
    mutating func pass(_ payload: JSONObject, of card: CardID, by source: PayloadSource) -> [Effect] {
        report(.userRedirected(to: .payload(payload), by: source.redirect), of: card)
        return [.passPayload(card, payload, from: source)]
    }

    /// Shows an address to read, and has it copied: what can be done where nothing can open it.
    mutating func showLink(_ address: String) -> [Effect] {
        overlays.append(.message(MessageOverlay(title: Strings.Link.title, text: address, link: address)))
        return [.export(.copyLink(ClipboardText(address)))]
    }

    /// Plays a video of a card, or says why it is not played.
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
