internal import Basics
internal import Cards
internal import FeedAPI

/// The connection between the sessions of a user and the feed, which can be interrupted.
final class TestLink: Sendable {
    enum Outage {
        case none
        case unreachable
        case refusing(Problem)
    }

    private struct State {
        var outage: Outage
        var sockets: [Int: FeedSocket] = [:]
        var lastSocket = 0
    }

    private let direct: FeedClient
    private let state: Lock<State>

    init(_ client: FeedClient, _ outage: Outage) {
        direct = client
        state = Lock(State(outage: outage))
    }

    /// Sets the outage. Breaks open connections unless it is ``Outage/none``.
    func begin(_ outage: Outage) async {
        let broken = state.withLock { state in
            state.outage = outage
            if case .none = outage { return [] as [FeedSocket] }
            defer { state.sockets = [:] }
            return Array(state.sockets.values)
        }
        for socket in broken { await socket.close() }
    }

    /// A client for sessions.
    var client: FeedClient {
        let direct = direct
        var client = FeedClient(
            snapshot: { stream, page throws(FeedError) in
                try self.pass()
                return try await direct.snapshot(stream, page)
            },
            changes: { stream, cursor throws(FeedError) in
                try self.pass()
                return try await direct.changes(stream, cursor)
            },
            act: { action throws(FeedError) in
                try self.pass()
                return try await direct.act(action)
            },
            upload: { target, file, onProgress throws(FeedError) in
                try self.pass()
                return try await direct.upload(target, file, onProgress)
            },
            openSocket: { () throws(FeedError) in try await self.openSocket() })
        client.page = { name, card, stream throws(FeedError) in
            try self.pass()
            return try await direct.page(name, card, stream)
        }
        client.theme = { stream, tag throws(FeedError) in
            try self.pass()
            return try await direct.theme(stream, tag)
        }
        addAccount(to: &client)
        return client
    }

    private func addAccount(to client: inout FeedClient) {
        let direct = direct
        client.sendAnalytics = { records throws(FeedError) in
            try self.pass()
            return try await direct.sendAnalytics(records)
        }
        client.sendEvent = { event throws(FeedError) in
            try self.pass()
            try await direct.sendEvent(event)
        }
        client.user = { () throws(FeedError) in
            try self.pass()
            return try await direct.user()
        }
        client.updateUser = { settings throws(FeedError) in
            try self.pass()
            return try await direct.updateUser(settings)
        }
        client.metrics = { () throws(FeedError) in
            try self.pass()
            return try await direct.metrics()
        }
        client.registerDevice = { device throws(FeedError) in
            try self.pass()
            return try await direct.registerDevice(device)
        }
        client.deregisterDevice = { device throws(FeedError) in
            try self.pass()
            return try await direct.deregisterDevice(device)
        }
        client.registerStreams = { streams throws(FeedError) in
            try self.pass()
            try await direct.registerStreams(streams)
        }
    }

    private func pass() throws(FeedError) {
        switch state.withLock({ $0.outage }) {
        case .none: return
        case .unreachable: throw .unreachable("the test feed is not reachable")
        case .refusing(let problem): throw .server(problem, retryAfter: problem.retryAfter.map(Double.init))
        }
    }

    private func openSocket() async throws(FeedError) -> FeedSocket {
        try pass()
        var socket = try await direct.openSocket()
        let number = state.withLock { state in
            state.lastSocket += 1
            state.sockets[state.lastSocket] = socket
            return state.lastSocket
        }
        let close = socket.close
        socket.close = { [weak self] in
            self?.state.withLock { $0.sockets[number] = nil }
            await close()
        }
        // The outage may have begun while the socket was opened.
        do throws(FeedError) { try pass() } catch {
            await socket.close()
            throw error
        }
        return socket
    }
}
