import AppCore
import Cards

extension SyncStatus {
    /// Why cards do not come, of the connection and of each attached source.
    var details: [String] {
        [connection.detail].compactMap(\.self)
            + sources.compactMap { source in source.connection.detail.map { Strings.Status.source(source.name, $0) } }
    }
}

extension SyncStatus.Connection {
    /// Why cards do not come although the network may be fine: a full disk, a server of another kind, a refused token.
    var detail: String? {
        switch self {
        case .connecting, .live, .polling: nil
        case .offline(_, let failure), .stopped(let failure):
            switch failure {
            // The status line says it all.
            case .noConnection, .unreachable, .hostNotFound: nil
            case .local(let problem): Strings.Local.detail(problem)
            case .badAnswer(let text), .authentication(let text), .tls(let text), .denied(let text),
                .notFeed(_, let text):
                text.isEmpty ? nil : text
            }
        }
    }
}
