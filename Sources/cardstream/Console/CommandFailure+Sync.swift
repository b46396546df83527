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
        // Use only the reason, because the other text is about retries, and a command does not retry.
        case .tls(let reason), .denied(let reason): told.detail = reason
        default: break
        }
        self.init(status, "\(told)")
    }

    /// - Parameters:
    ///   - source: The name of the failed source, which is not the feed. Advice about the settings of the feed's token
    ///     does not apply to it.
    ///   - config: The source's configuration; nil if it is not known.
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
