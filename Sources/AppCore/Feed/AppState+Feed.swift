import Canvas
package import Cards

import struct Foundation.Date

extension AppState {
    /// Whether the focused field of a container is in sight.
    private func showsField(in container: ContainerModel) -> Bool {
        guard case .input = container.focus, let target = container.focus, let card = container.selection else {
            return false
        }
        return !isOutOfSight(target, of: card, in: container.id)
    }

    /// Handles a new state of a container's window.
    mutating func receive(_ window: CardWindow, in id: ContainerID) -> [Effect] {
        guard let index = containers.firstIndex(where: { $0.id == id }) else { return [] }
        if !window.items.isEmpty { start.cardsCame(at: now) }
        let arriving = ContainerModel.Arriving(
            layout: frames.last.container(id), rows: size.rows, isBusy: isBusy(with: containers[index]),
            followsTop: start.followsTop(at: now),
            isUntouched: !containers[index].isTouched && index != focusedIndex,
            showsField: showsField(in: containers[index]),
            back: returning.expected(at: now))
        if isSurprise(window, in: containers[index]) { mouse.staleGuard.hasUnpromptedChange = true }
        let interaction = interactionSnapshot(in: index)
        // A card that the filter hides is not gone, and keeps what was entered into it.
        let isFiltered = containers[index].awaitsOtherCards || containers[index].window.isPartial
        let hadForm = !isFiltered && interaction?.card.map { forms[$0]?.hasEntries == true } ?? false
        let old = containers[index].window
        carryEntries(from: old, to: window)
        showNewRefusals(from: old, to: window)
        endAnswersUndoneElsewhere(from: old, to: window)
        let replaced = withdrawAnswersToReplacedCards(from: old, to: window)
        for card in containers[index].openSubviews.keys where !window.items.contains(where: { $0.id == card }) {
            report(.cardSubviewExited, of: card)
        }
        let call =
            containers[index].hasWindow
            ? self.notify(from: containers[index].window, to: window, in: containers[index].streamID) : []
        let received = containers[index].receive(window, arriving)
        let released = releasePages(in: index, since: old)
        let matching = matchMarks(in: index)
        let effects =
            replaced + call + received + released + matching + closeNotifications(ofCardsGoneFrom: old, in: index)
        endCarried()
        restoreInteraction(interaction, in: index, hadForm: hadForm)
        selectReturning(in: index)
        forgetSettledAnswers()
        forgetSettledSubmits()
        let ended = closeOrphanedOverlays(since: old, in: window)
        updateLaunch()
        return effects + ended + askForVariables(in: index)
    }

    /// Asks the host again for the values of all cards in one container, or in all containers for nil.
    mutating func updateVariables(in id: ContainerID? = nil) -> [Effect] {
        containers.indices.filter { id == nil || containers[$0].id == id }.flatMap { index -> [Effect] in
            containers[index].variables.askAgain()
            return askForVariables(in: index)
        }
    }

    /// Asks the host for the values of cards that it has not been asked for yet.
    private mutating func askForVariables(in index: Int) -> [Effect] {
        guard settings.resolvesVariables else { return [] }
        let cards = containers[index].variables.cards(toAskFor: containers[index].window.items)
        guard !cards.isEmpty else { return [] }
        return [
            .resolveVariables(containers[index].id, cards, timeout: containers[index].options.variableTimeout)
        ]
    }

    /// Whether the user is working on the container's card: an element, a subview or a sheet of it is focused or open,
    /// or the user has begun to fill it in.
    private func isBusy(with container: ContainerModel) -> Bool {
        guard let card = container.selection else { return false }
        return container.focus != nil || container.openSubviews[card] != nil || forms[card] != nil
            || hasOverlay(of: card)
    }

    /// Stores values for the runtime variables of cards. The texts may change their length.
    mutating func receive(_ values: [CardID: [String: String]], in id: ContainerID) -> [Effect] {
        guard let index = containers.firstIndex(where: { $0.id == id }) else { return [] }
        containers[index].variables.receive(values)
        let isSent = containers[index].options.reportsVariables
        for (card, values) in values.sorted(by: { $0.key < $1.key }) {
            report(.runtimeVarsUpdated(values: values, isSent: isSent), of: card)
        }
        return []
    }

    mutating func feedFailed(_ id: ContainerID, reason: String) -> [Effect] {
        guard let index = containers.firstIndex(where: { $0.id == id }) else { return [] }
        containers[index].windowWait = .none
        containers[index].pendingJump = nil
        show(Strings.Toasts.storeFailed(reason), .failure)
        return []
    }

    mutating func receive(_ status: SyncStatus) -> [Effect] {
        // Retries pictures that failed to load while the network was down.
        if status.connection == .live, syncStatus.connection != .live { gallery.forgetFailures() }
        let isLoaded = status.lastSyncedAt != syncStatus.lastSyncedAt
        syncStatus = status
        forgetSettledSubmits()
        updateLaunch()
        return isLoaded ? countingHidden : []
    }

    mutating func resize(_ newSize: Size) -> [Effect] {
        size = newSize
        for index in containers.indices where containers[index].scrollIntent == nil {
            containers[index].scrollIntent = .revealSelection(edge: .nearest)
        }
        return handleInOverlays(.resized(newSize))
    }

    /// Ends the launch screen as soon as there are cards, or after a first load that finds none.
    mutating func updateLaunch() {
        guard launch != .ready else { return }
        if containers.contains(where: { !$0.window.items.isEmpty }) {
            launch = .ready
            return
        }
        let sources = shownContainers.map { syncStatus.source(of: containers[$0].streamID) }
        if !sources.isEmpty, sources.allSatisfy({ $0 != nil }) { return updateLaunch(of: sources.compactMap(\.self)) }
        let knowsFeed = syncStatus.lastSyncedAt != nil || containers.contains { $0.window.hasEverHadCard }
        switch syncStatus.connection {
        case .connecting:
            break
        case .live, .polling:
            if syncStatus.lastSyncedAt != nil, hasAllWindows { launch = .ready }
        case .offline(_, let failure), .stopped(let failure):
            launch =
                knowsFeed && hasAllWindows ? .ready : .failed(LaunchFailure(failure, isEmbedded: settings.isEmbedded))
        }
    }

    /// Does the same for a screen that shows only streams of attached sources, for which the main connection may have
    /// nothing to load.
    private mutating func updateLaunch(of sources: [SyncStatus.Source]) {
        var failure: SyncStatus.Failure?
        for source in sources {
            switch source.connection {
            case .connecting: return
            case .live, .polling: break
            case .offline(_, let found), .stopped(let found): failure = failure ?? found
            }
        }
        let knowsFeed = shownContainers.contains { containers[$0].window.hasEverHadCard }
        if let failure, !knowsFeed || !hasAllWindows {
            let denied = shownContainers.compactMap { accessFailure(of: containers[$0].streamID) }.first
            launch = .failed(denied ?? LaunchFailure(failure, isEmbedded: settings.isEmbedded))
        } else if hasAllWindows {
            launch = .ready
        }
    }

    /// Whether every container on the screen has received its window.
    private var hasAllWindows: Bool { shownContainers.allSatisfy { containers[$0].hasWindow } }

    /// Also shows a new refusal in a toast, because it arrives some time after the key that caused it.
    private mutating func showNewRefusals(from old: CardWindow, to new: CardWindow) {
        let past = old.items.compactMap { item -> String? in
            guard case .refused(let reason) = item.delivery, let now = new[item.id], now.delivery != item.delivery
            else {
                return nil
            }
            return Strings.Toasts.refused(reason)
        }
        // The action was discarded or sent again, so the toast about its refusal is out of date.
        if !past.isEmpty { toasts.withdraw(at: now) { $0.kind == .failure && past.contains($0.text) } }
        for item in new.items {
            guard case .refused(let reason) = item.delivery, new.newerVersion(of: item) == nil else { continue }
            let before = old.items.first { $0.id == item.id }?.delivery
            if before != item.delivery { show(Strings.Toasts.refused(reason), .failure) }
        }
    }

    private mutating func forgetSettledAnswers() {
        let containers = containers
        answers.forgetStored { card, version in
            containers.contains { $0.window.items.contains { $0.id == card && $0.version == version } }
        }
    }
}

extension LaunchFailure {
    /// Creates one of the two documented messages, with a detail if more is known.
    ///
    /// - Parameter isEmbedded: Whether this is a container in another program, to which advice about cardstream's
    ///   settings does not apply.
    package init(_ failure: SyncStatus.Failure, isEmbedded: Bool = false) {
        func advised(_ reason: String, _ advice: String) -> String {
            isEmbedded ? reason : Strings.Launch.advised(reason, advice)
        }
        switch failure {
        case .noConnection(let server):
            self.init(message: Strings.Launch.noConnection, detail: server.map(Strings.Launch.cannotReach))
        case .unreachable(let server):
            self.init(message: Strings.Launch.loadFailed, detail: Strings.Launch.cannotReach(server))
        case .local(let problem):
            self.init(message: Strings.Launch.loadFailed, detail: Strings.Local.detail(problem))
        case .hostNotFound(let host):
            let reason = Strings.Launch.hostNotFound(host)
            self.init(message: Strings.Launch.loadFailed, detail: advised(reason, Strings.Launch.checkAddress))
        case .notFeed(_, let reason):
            self.init(message: Strings.Launch.loadFailed, detail: advised(reason, Strings.Launch.checkAddress))
        case .tls(let reason), .denied(let reason):
            self.init(message: Strings.Launch.loadFailed, detail: Strings.Launch.tls(reason))
        case .badAnswer(let detail): self.init(message: Strings.Launch.loadFailed, detail: detail)
        case .authentication(let reason):
            self.init(message: Strings.Launch.loadFailed, detail: advised(reason, Strings.Launch.checkSecrets))
        }
    }
}

extension AppState {
    /// Why the source of a stream denies access. Shown instead of the text for an empty container, which might wrongly
    /// claim that all cards were answered.
    package func accessFailure(of stream: StreamID) -> LaunchFailure? {
        let source = syncStatus.source(of: stream)
        switch source?.connection ?? syncStatus.connection {
        case .offline(_, let failure), .stopped(let failure):
            guard case .authentication(let reason) = failure else { return nil }
            guard let source else { return LaunchFailure(failure, isEmbedded: settings.isEmbedded) }
            return LaunchFailure(message: Strings.Launch.source(source.name), detail: reason)
        case .connecting, .live, .polling: return nil
        }
    }
}
