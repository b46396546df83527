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
}
