package import FeedAPI

extension FeedClient {
    /// A client of a server in the same process: the same answers as over the network, without sockets and tokens.
    package static func inProcess(_ server: FeedServer, environment: String, user: String) -> FeedClient {
        let service = server.service
        let viewer = Viewer(environment: environment, user: user)
        return FeedClient(
            snapshot: { stream, page async throws(FeedError) in
                do throws(Problem) {
                    return try await service.snapshot(FeedKey(viewer: viewer, streamID: stream), page: page, limit: nil)
                } catch { throw .server(error, retryAfter: nil) }
            },
            changes: { stream, since async throws(FeedError) in
                do throws(Problem) {
                    return try await service.changes(
                        FeedKey(viewer: viewer, streamID: stream), since: since, limit: nil)
                } catch { throw .server(error, retryAfter: nil) }
            },
            act: { request async throws(FeedError) in
                do throws(Problem) { return try await service.act(request, viewer: viewer) } catch {
                    throw .server(error, retryAfter: nil)
                }
            },
            openSocket: { () async throws(FeedError) in
                let session: PushSession
                do throws(Problem) { session = try await service.openSession(viewer) } catch {
                    throw .server(error, retryAfter: nil)
                }
                guard case .frame(.hello(let hello)) = await session.next() else {
                    await service.closeSession(session, of: viewer)
                    throw .cancelled
                }
                return FeedSocket(
                    hello: hello,
                    frames: AsyncThrowingStream {
                        while let output = await session.next() {
                            switch output {
                            case .frame(let frame): return frame
                            case .pong: continue
                            case .close(let code, let reason):
                                if code != 1000 { throw FeedError.closed(code: Int(code), reason: reason) }
                                return nil
                            }
                        }
                        return nil
                    },
                    send: { frame async throws(FeedError) in await session.receive(frame) },
                    close: {
                        await session.close(code: 1000, reason: "")
                        await service.closeSession(session, of: viewer)
                    })
            })
    }
}
