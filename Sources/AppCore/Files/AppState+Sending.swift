import Cards

extension AppState {
    /// Sends the files of a form that has been checked. The submit follows when the server has them all: until then
    /// nothing is queued, so that a failure, a cancellation or a crash leaves the form as it is.
    mutating func startSending(
        _ items: [FileSending.Item], _ submission: ButtonAction.Submission, values: JSONObject, _ subject: Subject
    ) -> [Effect] {
        files.requests += 1
        let sending = FileSending(
            id: files.requests, card: subject.card.id, stream: subject.card.streamID, files: items)
        overlays.append(
            .sending(
                SendingOverlay(
                    sending, buttonName: submission.buttonName, values: values, then: submission.then,
                    startedAt: now)))
        return [.files(.send(sending))]
    }

    /// The files in a form that are to be sent, in the order of the inputs.
    func filesToSend(_ inputs: [Input], in form: FormState) -> [FileSending.Item] {
        inputs.compactMap { input in
            guard case .fileUpload(let bucketID, let types) = input.kind, types != .none,
                let file = form.value(of: input).file
            else { return nil }
            return FileSending.Item(
                input: input.name, bucketID: bucketID, file: file, maxSize: input.maxSizeBytes)
        }
    }

    mutating func cancelSending() -> [Effect] {
        guard case .sending(let overlay)? = overlays.last else { return [] }
        overlays.removeLast()
        show(Strings.Sending.cancelled, .information)
        return [.files(.cancelSending(overlay.sending.id))]
    }

    mutating func sendingProgressed(_ id: Int, sent: Int, total: Int, file: Int) -> [Effect] {
        guard let index = sendingIndex(id), case .sending(var overlay) = overlays[index] else { return [] }
        // In quarters where nothing shall run.
        overlay.sent = reducesMotion && total > 0 ? sent * 4 / total * total / 4 : sent
        overlay.total = total
        overlay.file = file
        overlays[index] = .sending(overlay)
        return []
    }

    mutating func sendingEnded(_ id: Int, _ sent: [String: JSONValue]) -> [Effect] {
        guard let overlay = removeSending(id) else { return [] }
        guard let subject = subject(overlay.sending.card) else {
            show(Strings.Toasts.cardGone, .information)
            return []
        }
        var values = overlay.values
        for (name, value) in sent { values[name] = value }
        afterSubmit[subject.card.id] = overlay.then
        beginSending(subject)
        return respond(.submit(buttonName: overlay.buttonName, values: values), to: subject)
    }

    mutating func sendingFailed(_ id: Int, input: String?, reason: String) -> [Effect] {
        guard let overlay = removeSending(id) else { return [] }
        let card = overlay.sending.card
        show(strings(for: card).uploadFailed(reason), .failure)
        guard let input, forms[card] != nil else { return [] }
        forms[card]?.problems[input] = reason
        for index in containers.indices where containers[index].selection == card {
            containers[index].focus = .input(name: input)
            containers[index].scrollIntent = .revealFocus
        }
        return []
    }

    private func sendingIndex(_ id: Int) -> Int? {
        overlays.firstIndex { overlay in
            if case .sending(let sending) = overlay { sending.sending.id == id } else { false }
        }
    }

    private mutating func removeSending(_ id: Int) -> SendingOverlay? {
        guard let index = sendingIndex(id), case .sending(let overlay) = overlays.remove(at: index) else { return nil }
        return overlay
    }
}
