internal import AppRuntime
internal import Canvas
internal import CardSession
internal import Cards

/// The output format of `cardstream status`: a text with names in braces.
struct StatusFormat: Equatable {
    enum Part: Equatable {
        case text(String)
        case number(Name)
    }

    /// Names in braces.
    enum Name: String, CaseIterable { case total, unseen, seen, waiting, refused, stream }

    static let initial = "{unseen} unseen of {total}"

    private(set) var parts: [Part] = []
    private let isInitial: Bool

    /// Parses a format, in which `{{` and `}}` are literal braces.
    init(_ text: String) throws(CommandFailure) {
        isInitial = text == Self.initial
        var literal = ""
        var rest = Substring(text)
        while let character = rest.popFirst() {
            if (character == "{" || character == "}"), rest.first == character {
                literal.append(character)
                rest.removeFirst()
            } else if character == "{" {
                let word = rest.prefix { $0 != "}" }
                rest = rest.dropFirst(word.count)
                guard rest.popFirst() != nil else {
                    throw CommandFailure(
                        .usage,
                        "--format: \"{\(String(word).escapingControls)\" has no closing brace; write {{ for the character {"
                    )
                }
                guard let name = Name(rawValue: String(word)) else {
                    let known = Name.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")
                    throw CommandFailure(
                        .usage, "--format: unknown \"{\(String(word).escapingControls)}\"; expected \(known)")
                }
                if !literal.isEmpty { parts.append(.text(literal)) }
                literal = ""
                parts.append(.number(name))
            } else {
                literal.append(character)
            }
        }
        if !literal.isEmpty { parts.append(.text(literal)) }
    }

    /// Fills in the numbers. Numbers of cards that may have changed get a tilde. The initial format adds the numbers of
    /// unsent and of refused actions, if there are any.
    ///
    /// - Parameter stream: The stream; nil for all.
    func text(_ numbers: StatusNumbers, of stream: StreamID?) -> String {
        let (waiting, refused) = (numbers.counts.waiting, numbers.counts.refused)
        guard isInitial, waiting > 0 || refused > 0 else { return filled(numbers, of: stream) }
        let cards = numbers.counts.counts(of: stream).total > 0 ? filled(numbers, of: stream) : nil
        return [cards, waiting > 0 ? "\(waiting) unsent" : nil, refused > 0 ? "\(refused) refused" : nil]
            .compactMap(\.self).joined(separator: ", ")
    }

    private func filled(_ numbers: StatusNumbers, of stream: StreamID?) -> String {
        let counts = numbers.counts.counts(of: stream)
        let mark = numbers.mark
        return parts.map { part in
            switch part {
            case .text(let text): text
            case .number(.total): "\(mark)\(counts.total)"
            case .number(.unseen): "\(mark)\(counts.unseen)"
            case .number(.seen): "\(mark)\(counts.total - counts.unseen)"
            case .number(.waiting): "\(numbers.counts.waiting)"
            case .number(.refused): "\(numbers.counts.refused)"
            case .number(.stream): stream?.rawValue ?? "all"
            }
        }.joined()
    }
}

extension CardSession.StoreCounts {
    /// The counts of a stream; with nil, the sums of all streams.
    func counts(of stream: StreamID?) -> UserMetrics.Counts {
        if let stream { return metrics.streams[stream] ?? UserMetrics.Counts() }
        return UserMetrics.Counts(total: metrics.totalCards, unseen: metrics.unseenCards)
    }
}
