internal import AppRuntime
internal import FeedAPI

/// The exit codes of `ask`: 0 is a yes and 1 a no, so that no failure can be taken for an answer.
enum AskExit {
    /// Runs a command and gives its failures codes that are no answers.
    static func run(_ work: () throws -> Void) throws {
        do {
            try work()
        } catch let status as ExitStatus {
            throw status
        } catch {
            throw failure(error)
        }
    }

    static func failure(_ error: any Error) -> CommandFailure {
        var failure = CommandFailure(error)
        guard failure.status == .failure || failure.status == .unknown else { return failure }
        failure.status = .askFailure
        if case .server(let problem, _)? = error as? FeedError, problem.status < 500 {
            failure.status = problem.type == .unknownAsk ? .nothingMatched : .usage
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
