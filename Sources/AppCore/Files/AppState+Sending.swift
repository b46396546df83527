import Cards

extension AppState {
    /// Sends the files of a validated form. The form itself is submitted after the server has all files. Nothing is
    /// queued until then, so a failure, a cancellation or a crash leaves the form unchanged.
    mutating func startSending(
        _ items: [FileUpload.Item], _ submission: Card.ButtonAction.Submission, values: JSONObject, _ subject: Subject
    ) -> [Effect] {
        files.requests += 1
        let upload = FileUpload(
            id: files.requests, card: subject.card.id, stream: subject.card.streamID, files: items)
        overlays.append(
            .upload(
                UploadOverlay(
                    upload, submission: submission, values: values, startedAt: now)))
        return [.files(.send(upload))]
    }

    /// The files of a form to send, in the order of the inputs.
    func filesToSend(_ inputs: [Card.Input], in form: FormState) -> [FileUpload.Item] {
        inputs.compactMap { input in
            guard case .fileUpload(let bucketID, let types) = input.kind, types != .none,
                let file = form.value(of: input).file
            else { return nil }
            return FileUpload.Item(
                input: input.name, bucketID: bucketID, file: file, maxSize: input.maxSizeBytes)
        }
    }

    /// Submits a form after the server has received its files.
    mutating func submit(_ overlay: UploadOverlay, files: [String: JSONValue]) -> [Effect] {
        guard let subject = subject(overlay.upload.card) else {
            show(Strings.Toasts.cardGone, .information)
            return []
        }
        var values = overlay.values
        for (name, value) in files { values[name] = value }
        return send(overlay.submission, values: values, subject)
    }

    mutating func refuse(_ overlay: UploadOverlay, input: String?, reason: String) {
        let card = overlay.upload.card
        show(strings(for: card).uploadFailed(reason), .failure)
        guard let input, forms[card] != nil else { return }
        forms[card]?.problems[input] = reason
        for index in containers.indices where containers[index].selection == card {
            containers[index].focus = .input(name: input)
            containers[index].scrollIntent = .revealFocus
        }
    }
}
