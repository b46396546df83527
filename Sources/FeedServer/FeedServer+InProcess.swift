import Basics
package import Cards
package import FeedAPI
import FeedEngine
import Glibc

extension FeedClient {
    /// A client of a server in the same process. It gets the same responses as over the network, without sockets and
    /// tokens.
    ///
    /// - Parameters:
    ///   - device: The device for the audit log of asks; nil by default.
    ///   - filters: The filters for the cards of a stream; none by default.
    package static func inProcess(
        _ server: FeedServer, environment: EnvironmentID, user: UserID, device: ViewerDevice? = nil,
        filters: @escaping @Sendable (StreamID) -> [CardFilter] = { _ in [] }
    ) -> FeedClient {
        let service = server.service
        let viewer = Viewer(environment: environment, user: user)
        var client = FeedClient(
            snapshot: { stream, page async throws(FeedError) in
                do throws(Problem) {
                    return try await service.snapshot(
                        FeedKey(viewer: viewer, streamID: stream), page: page, limit: nil, filters: filters(stream),
                        from: device)
                } catch { throw .server(error, retryAfter: nil) }
            },
            changes: { stream, since async throws(FeedError) in
                do throws(Problem) {
                    return try await service.changes(
                        FeedKey(viewer: viewer, streamID: stream), since: since, limit: nil, filters: filters(stream),
                        from: device)
                } catch { throw .server(error, retryAfter: nil) }
            },
            act: { request async throws(FeedError) in
                do throws(Problem) { return try await service.act(request, viewer: viewer, from: device) } catch {
                    throw .server(error, retryAfter: nil)
                }
            },
            upload: { target, file, onProgress async throws(FeedError) in
                try await upload(file, for: target, viewer: viewer, to: service, onProgress: onProgress)
            },
            openSocket: { () async throws(FeedError) in
                let session: PushSession
                do throws(Problem) { session = try await service.openSession(viewer, from: device) } catch {
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
                    }
                ).filtered(by: filters)
            })
        client.page = { name, card, stream throws(FeedError) in
            try await convertingErrors { () throws(Problem) in
                let content = try await service.page(name, of: card, in: FeedKey(viewer: viewer, streamID: stream))
                return try FeedCoder.decodeCardPage(FeedCoder.encode(cardPage: content))
            }
        }
        client.theme = { stream, tag throws(FeedError) in
            try await convertingErrors { () throws(Problem) in
                let theme = try await service.theme(of: stream, in: environment)
                return theme.tag == tag ? nil : theme
            }
        }
        client.addAccount(of: viewer, from: device, at: service)
        return client
    }

    /// Adds the operations that do not concern cards. Values are encoded and decoded again, because decoding validates
    /// them as over the network.
    private mutating func addAccount(of viewer: Viewer, from device: ViewerDevice?, at service: FeedService) {
        sendAnalytics = { records throws(FeedError) in
            try await convertingErrors { () throws(Problem) in
                try await service.collect(
                    FeedCoder.decodeAnalytics(FeedCoder.encode(records)), viewer: viewer, from: device)
            }
        }
        sendEvent = { event throws(FeedError) in
            try await convertingErrors { () throws(Problem) in
                try await service.collect(FeedCoder.decodeCustomEvent(FeedCoder.encode(event)), viewer: viewer)
            }
        }
        self.user = { () throws(FeedError) in
            try await convertingErrors { () throws(Problem) in try await service.profile(of: viewer) }
        }
        updateUser = { settings throws(FeedError) in
            try await convertingErrors { () throws(Problem) in
                try await service.update(viewer, by: FeedCoder.decodeUserChange(FeedCoder.encode(settings)))
            }
        }
        metrics = { () throws(FeedError) in
            try await convertingErrors { () throws(Problem) in try await service.metrics(of: viewer) }
        }
        registerDevice = { device throws(FeedError) in
            try await convertingErrors { () throws(Problem) in
                try await service.register(
                    FeedCoder.decodeDeviceRegistration(FeedCoder.encode(device)), viewer: viewer)
            }
        }
        deregisterDevice = { device throws(FeedError) in
            try await convertingErrors { () throws(Problem) in
                try await service.deregister(
                    FeedCoder.decodeDeviceRegistration(FeedCoder.encode(device)), viewer: viewer)
            }
        }
        registerStreams = { registration throws(FeedError) in
            try await convertingErrors { () throws(Problem) in
                try await service.register(
                    FeedCoder.decodeStreamRegistration(FeedCoder.encode(registration)), viewer: viewer)
            }
        }
    }

    /// Copies a file with the same checks and limits as over the network. It must be a copy, because later changes to
    /// the user's file must not affect what the publisher reads.
    private static func upload(
        _ file: UploadFile, for target: UploadTarget, viewer: Viewer, to service: FeedService,
        onProgress: @Sendable (Int) -> Void
    ) async throws(FeedError) -> UploadReceipt {
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .file(String(cString: strerror(errno))) }
        defer { close(descriptor) }
        guard let status = FileStatus(descriptor: descriptor), status.isRegular, status.size == file.size
        else { throw .file("the file has changed since it was chosen") }
        var sent = 0
        do {
            let part = try UploadedPart(filename: file.filename, type: file.format.mediaType)
            return try await service.upload(target, viewer: viewer, part: part, size: file.size) {
                try Task.checkCancellation()
                guard sent < file.size else { return nil }
                let piece = try FileReading.read(descriptor, atMost: min(64 * 1024, file.size - sent))
                sent += piece.count
                onProgress(sent)
                return piece
            }
        } catch let problem as Problem {
            throw .server(problem, retryAfter: nil)
        } catch let failure as FileReading.Failure {
            throw .file(
                failure.code == 0
                    ? "the file got shorter while it was being read" : String(cString: strerror(failure.code)))
        } catch {
            throw .cancelled
        }
    }
}

/// Converts a ``Problem`` to the error that a client would get over the network.
private func convertingErrors<Value>(_ body: () async throws(Problem) -> Value) async throws(FeedError) -> Value {
    do throws(Problem) { return try await body() } catch { throw .server(error, retryAfter: nil) }
}
