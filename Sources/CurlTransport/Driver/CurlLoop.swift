import CCurl

/// The loop of a network thread: executes commands, runs libcurl, and waits. Used only on that thread.
final class CurlLoop {
    /// The name of the thread in the system.
    static let threadName = "card network"
    private static let bufferBytes = 64 << 10
    /// The idle connections to keep per driver. A few suffice for one server; more would only use memory on the server.
    private static let idleConnections = 4
    /// The maximum number of idle connections to keep for all drivers.
    private static let maxIdleConnections = 32

    private let queue: CurlQueue
    private let multi: UnsafeMutableRawPointer
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferBytes, alignment: 16)
    private var transfers: [UInt64: (transfer: HTTPTransfer, done: CurlCommand.Done)] = [:]
    private var transferIDs: [UnsafeMutableRawPointer: UInt64] = [:]
    private var links: [UInt64: SocketLink] = [:]
    private var drivers = 0

    private init(_ queue: CurlQueue, _ multi: UnsafeMutableRawPointer) {
        self.queue = queue
        self.multi = multi
    }

    deinit { buffer.deallocate() }

    /// The main function of the thread.
    static func run(_ queue: CurlQueue) {
        ccurl_name_thread(threadName)
        if let problem = ccurl_load() { return refuseAll(queue, .libraryUnavailable(String(cString: problem))) }
        guard let multi = ccurl_multi_new() else {
            return refuseAll(queue, .libraryUnavailable("libcurl could not create a handle"))
        }
        queue.setMulti(multi)
        let loop = CurlLoop(queue, multi)
        while !queue.endsThread() { loop.turn() }
        loop.dropAll()
        ccurl_multi_free(multi)
    }

    /// If libcurl is not available, every request fails immediately with the reason.
    private static func refuseAll(_ queue: CurlQueue, _ error: TransportError) {
        repeat {
            for command in queue.drain().commands {
                switch command {
                case .startTransfer(_, _, _, _, let done): done.resume(returning: .failure(error))
                case .open(_, _, _, let inbox): inbox.end(error)
                case .sendMessage(_, _, let sent): sent.resume(returning: .failure(error))
                case .cancelTransfer, .close, .resume, .abandon: break
                }
            }
        } while queue.threadEnded()
    }

    private func turn() {
        let now = ContinuousClock.now
        let (commands, drivers) = queue.drain()
        if drivers != self.drivers {
            self.drivers = drivers
            ccurl_multi_set_long(
                multi, CURLMOPT_MAXCONNECTS, min(max(1, drivers) * Self.idleConnections, Self.maxIdleConnections))
        }
        for command in commands { perform(command, at: now) }
        ccurl_multi_perform(multi)
        finishTransfers()
        giveUpStalled(at: now)
        for (id, link) in links {
            link.turn(buffer, at: now)
            if link.isFinished { links[id] = nil }
        }
        if drivers > 0 { wait() }
    }

    private func wait() {
        var entries: [curl_waitfd] = []
        // By default, waits until woken up. libcurl shortens the wait to its own next timeout.
        var milliseconds = Int(Int32.max)
        let now = ContinuousClock.now
        for case let deadline? in transfers.values.map(\.transfer.stallDeadline) {
            milliseconds = min(milliseconds, max(1, Int(now.duration(to: deadline) / .milliseconds(1)) + 1))
        }
        for link in links.values {
            if let limit = link.interest(&entries, at: now) { milliseconds = min(milliseconds, limit) }
        }
        let count = UInt32(entries.count)
        _ = entries.withUnsafeMutableBufferPointer { buffer in
            ccurl_multi_poll(multi, buffer.baseAddress, count, Int32(clamping: milliseconds))
        }
        for link in links.values { link.polled(entries) }
    }

    private func perform(_ command: CurlCommand, at now: ContinuousClock.Instant) {
        switch command {
        case .startTransfer(let id, let request, let configuration, let progress, let done):
            start(id, request, configuration, progress, done)
        case .cancelTransfer(let id): endTransfer(id, .failure(.cancelled))
        case .open(let id, let request, let configuration, let inbox):
            do throws(TransportError) {
                links[id] = try SocketLink(request, inbox, configuration)
            } catch { inbox.end(error) }
        case .sendMessage(let id, let message, let sent):
            if let link = links[id] {
                link.send(message, sent)
            } else {
                sent.resume(returning: .failure(.connection("the connection is closed")))
            }
        case .close(let id, let code, let reason): links[id]?.close(code: code, reason: reason, at: now)
        case .resume(let id): links[id]?.resume(at: now)
        case .abandon(let id): links.removeValue(forKey: id)?.finish(.cancelled)
        }
    }

    private func start(
        _ id: UInt64, _ request: HTTPRequest, _ configuration: CurlConfiguration, _ progress: CurlCommand.Progress?,
        _ done: CurlCommand.Done
    ) {
        do throws(TransportError) {
            let transfer = try HTTPTransfer(request, configuration, onProgress: progress)
            transfers[id] = (transfer, done)
            transferIDs[transfer.easy.handle] = id
            ccurl_multi_add(multi, transfer.easy.handle)
        } catch { done.resume(returning: .failure(error)) }
    }

    private func finishTransfers() {
        var easy: UnsafeMutableRawPointer?
        var code = CURLE_OK
        while ccurl_multi_next_done(multi, &easy, &code) {
            guard let easy, let id = transferIDs[easy], let transfer = transfers[id]?.transfer else { continue }
            if let result = transfer.finish(code) {
                endTransfer(id, result)
            } else {
                // Adding the handle again restarts it at its new address.
                ccurl_multi_remove(multi, easy)
                ccurl_multi_add(multi, easy)
            }
        }
    }

    private func giveUpStalled(at now: ContinuousClock.Instant) {
        for (id, entry) in transfers {
            guard let deadline = entry.transfer.stallDeadline, deadline <= now else { continue }
            endTransfer(id, .failure(.timedOut("no data arrived for \(entry.transfer.stallLimit)")))
        }
    }

    private func endTransfer(_ id: UInt64, _ result: Result<HTTPResponse, TransportError>) {
        guard let (transfer, done) = transfers.removeValue(forKey: id) else { return }
        transferIDs[transfer.easy.handle] = nil
        ccurl_multi_remove(multi, transfer.easy.handle)
        done.resume(returning: result)
    }

    private func dropAll() {
        for id in Array(transfers.keys) { endTransfer(id, .failure(.cancelled)) }
        for link in links.values { link.finish(.cancelled) }
        links = [:]
    }
}
