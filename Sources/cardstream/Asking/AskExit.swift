internal import AppRuntime
internal import Basics
internal import Cards
internal import FeedAPI

/// The exit codes of `ask`: 0 means yes and 1 means no. Failures have other codes, so that they cannot be mistaken for
/// an answer.
enum AskExit {
    /// Runs a command, and gives its failures exit codes that differ from those of answers.
    ///
    /// - Parameters:
    ///   - id: The id of the ask on the command line; nil if the command has none.
    ///   - command: The command that does the same with a card, because its id may be meant.
    static func run(naming id: String? = nil, orCardOf command: String? = nil, _ work: () throws -> Void) throws {
        Console.outputFailure.withLock { $0 = .askFailure }
        do {
            try work()
        } catch let status as ExitStatus {
            throw status
        } catch {
            throw failure(error, naming: id, orCardOf: command)
        }
    }

    static func failure(
        _ error: any Error, naming id: String? = nil, orCardOf command: String? = nil
    ) -> CommandFailure {
        var failure = CommandFailure(error)
        if case .server(let problem, _)? = error as? FeedError, problem.type == .unknownGroup {
            let flag = problem.pointer.flatMap(AskFlags.flag(at:)).map { "\($0): " } ?? ""
            return CommandFailure(
                .nothingMatched, "\(flag)\(problem.detail ?? problem.title) `cardstream admin groups` lists the groups."
            )
        }
        guard failure.status == .failure || failure.status == .unknown else { return failure }
        if error is FileProblem {
            failure.status = .usage
            return failure
        }
        failure.status = .askFailure
        guard case .server(let problem, _)? = error as? FeedError, problem.status < 500 else { return failure }
        if problem.type == .unknownAsk {
            if let failure = id.flatMap({ CardReference.tooShort($0, "question") }) { return failure }
            let words = id.map { " the id \"\($0.escapingControls)\"" } ?? " this id"
            let card = command.map { "; for the id of a card, use `cardstream \($0)`" } ?? ""
            return CommandFailure(
                .nothingMatched, "no question has\(words); `cardstream ask list --all` lists all questions\(card)")
        }
        failure.status = .usage
        // Name the flag and not the member of the request, because the user typed the flag.
        if let flag = problem.pointer.flatMap(AskFlags.flag(at:)) {
            let words = problem.expected.map { "expected \($0)" } ?? problem.detail ?? problem.title
            failure.message = "\(flag): \(words)"
        }
        return failure
    }

    static func status(of outcome: AskOutcome) -> ExitStatus {
        switch outcome {
        case .accept: .ok
        case .decline: .failure
        case .cancel: .unknown
        case .timeout: .timeout
        }
    }
}
