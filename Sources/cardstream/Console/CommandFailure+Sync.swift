internal import AppCore
internal import AppRuntime
internal import Cards

extension CommandFailure {
    init(_ failure: SyncStatus.Failure) {
        let status: ExitStatus =
            switch failure {
            case .authentication: .authentication
            case .denied, .local: .failure
            case .noConnection, .unreachable, .hostNotFound, .notFeed, .badAnswer, .tls: .network
            }
        var told = LaunchFailure(failure)
        switch failure {
        // A command does not retry.
        case .tls(let reason), .denied(let reason): told.detail = reason
        default: break
        }
        self.init(status, "\(told)")
    }

    /// - Parameters:
    ///   - source: The name of a source beside the feed that has failed: the settings of the feed's token do not concern
    ///     it.
    ///   - config: Its configuration; nil if it has none.
    init(_ failure: SyncStatus.Failure, ofSource source: String, _ config: SourceConfig?) {
        guard case .authentication(let reason) = failure else {
            let failure = CommandFailure(failure)
            self.init(failure.status, "\(source.escapingControls): \(failure.message)")
            return
        }
        let advice =
            config?.kind == SourceKind.cordial.name
            ? "`cardstream contact set KEY` sets one" : "`cardstream doctor` checks the source"
        self.init(.authentication, "\(source): \(reason); \(advice)".escapingControls)
    }
}
