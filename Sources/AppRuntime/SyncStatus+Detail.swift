import AppCore
import Cards

extension SyncStatus {
    /// The reasons why no cards arrive, for the connection and for each attached source.
    var details: [String] {
        [connection.detail].compactMap(\.self)
            + sources.compactMap { source in source.connection.detail.map { Strings.Status.source(source.name, $0) } }
    }
}

extension SyncStatus.Connection {
    /// The reason why no cards arrive although the network may work: a full disk, a server of another kind, or a
    /// rejected token.
    var detail: String? {
        switch self {
        case .connecting, .live, .polling: nil
        case .offline(_, let failure), .stopped(let failure):
            switch failure {
            // The status line already shows this.
            case .noConnection, .unreachable, .hostNotFound: nil
            case .local(let problem): Strings.Local.detail(problem)
            case .badAnswer(let text), .authentication(let text), .tls(let text), .denied(let text),
                .notFeed(_, let text):
                text.isEmpty ? nil : text
            }
        }
    }
}
