internal import AppRuntime
internal import Cards
internal import FeedAPI

extension Publish {
    /// How to send the same cards again without a second card.
    static func again(_ requests: [PublishRequest], key: String, isKeyGiven: Bool) -> String {
        let isOwn = !requests.contains { $0.key?.rawValue.hasPrefix(key) == true }
        return isKeyGiven || isOwn ? "repeat the same command" : "repeat the command with --key \(key)"
    }

    /// Why a repeated command sends other cards although its file is the same; nil if all times of the cards are fixed.
    static func words(ofMovingTimesIn file: CardFile) -> String? {
        for entry in file.cards {
            guard let (pointer, text) = entry.movingTimes.min(by: { $0.key < $1.key }) else { continue }
            return
                "\(entry.pointer(pointer)) is \"\(text.escapingControls)\", which is another time in each run: "
                + "write a timestamp, so that the command can be repeated with the same key"
        }
        return nil
    }

    /// The error for a failed request. Its message says which cards were published, and how to continue.
    ///
    /// - Parameter moving: See ``words(ofMovingTimesIn:)``.
    static func failure(
        _ failure: CardSender.Failure, of requests: [PublishRequest], again: String, moving: String? = nil
    ) -> CommandFailure {
        var error = failure.error
        if case .server(var problem, let retryAfter) = error, let line = problem.line {
            // The server counts lines within one request; the message counts them within all requests.
            problem.line = failure.request.lowerBound + line
            error = .server(problem, retryAfter: retryAfter)
        }
        let cause = CommandFailure(error)
        var message = cause.message.hasSuffix(".") ? String(cause.message.dropLast()) : cause.message
        if let moving, case .server(let problem, _) = error, problem.type == .keyReused { message += ". \(moving)" }
        let (first, end) = (failure.request.lowerBound, failure.request.upperBound)
        guard failure.isUnknown else {
            if requests.count == 1 { return CommandFailure(cause.status, message) }
            let published = "\(first) of \(requests.count) cards \(first == 1 ? "was" : "were") published"
            return CommandFailure(
                cause.status, "\(message) (\(first == 0 ? published : "\(published); to publish the rest, \(again)"))")
        }
        let isInterrupted = if case .cancelled = error { true } else { false }
        var words = isInterrupted ? "" : "\(message)\n"
        if requests.count == 1 {
            words += "it is not known whether the card was published"
        } else {
            let which = end - first == 1 ? "card \(end) was" : "cards \(first + 1) to \(end) were"
            words += "it is not known whether \(which) published"
            if first > 0 { words += "; \(first) earlier \(first == 1 ? "card was" : "cards were") published" }
            let rest = requests.count - end
            if rest > 0 { words += "; \(rest) later \(rest == 1 ? "card was" : "cards were") not sent" }
        }
        words +=
            ". To be sure, \(again): nothing is published twice. `cardstream admin cards --stream "
            + "\(requests[first].streamID.rawValue)` lists the published cards"
        return CommandFailure(isInterrupted ? .interrupted : .unknown, words)
    }
}
