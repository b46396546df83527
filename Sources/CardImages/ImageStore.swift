package import Canvas

/// Loads the pictures that a viewer shows from local files or the network, and decodes them for its terminal.
///
/// The caller passes all visible pictures with every change. Concurrent requests for one picture share a download; new
/// requests come before waiting ones, from the top of the screen to the bottom; pictures no longer visible are
/// cancelled.
package actor ImageStore {
    package typealias Deliver = @Sendable (PictureRequest, Result<Picture, ImageProblem>) -> Void

    /// Returns the file of an address that is built in; nil for all others.
    package typealias BuiltIn = @Sendable (_ address: String) -> [UInt8]?

    package static let maxDownloads = 4
    package static let maxDecodings = 2
    /// The difference in urgency between two calls, larger than the number of requests in one.
    private static let generation = 1 << 20

    private let decoder: ImageDecoder
    private let colors: ImageDecoder.SymbolColors
    private let fetcher: ImageFetcher
    /// Nil disables caching.
    private let cache: ImageCache?
    private let builtIn: BuiltIn
    private let deliver: Deliver
    private let downloadGate = PrioritySemaphore(limit: ImageStore.maxDownloads)
    private let decodeGate = PrioritySemaphore(limit: ImageStore.maxDecodings)
    private var jobs: [PictureRequest: Task<Void, Never>] = [:]
    private var downloads: [String: Download] = [:]
    private var lastUser = 0
    private var calls = 0

    private struct Download {
        let task: Task<Result<[UInt8], ImageProblem>, Never>
        /// The numbers of the calls that wait for it.
        var users: Set<Int> = []
    }

    /// - Parameters:
    ///   - colors: The terminal's colours, for pictures made of symbols.
    ///   - deliver: Called once for each requested picture that is not cancelled.
    package init(
        decoder: ImageDecoder, colors: ImageDecoder.SymbolColors, fetcher: ImageFetcher, cache: ImageCache?,
        builtIn: @escaping BuiltIn = { _ in nil }, deliver: @escaping Deliver
    ) {
        self.decoder = decoder
        self.colors = colors
        self.fetcher = fetcher
        self.cache = cache
        self.builtIn = builtIn
        self.deliver = deliver
    }

    /// Replaces the set of wanted pictures, the most urgent first.
    package func want(_ requests: [PictureRequest]) {
        let wanted = Set(requests)
        for (request, job) in jobs where !wanted.contains(request) {
            job.cancel()
            jobs[request] = nil
        }
        calls += 1
        for (index, request) in requests.enumerated() where jobs[request] == nil {
            let urgency = calls * Self.generation - index
            jobs[request] = Task { await self.perform(request, urgency: urgency) }
        }
    }

    /// Cancels all requests.
    package func stop() { want([]) }

    /// The number of queued downloads, for tests.
    var waitingDownloads: Int { get async { await downloadGate.waitingCount } }

    private func perform(_ request: PictureRequest, urgency: Int) async {
        let result: Result<Picture, ImageProblem>
        do throws(ImageProblem) {
            switch request.source {
            case .address(let address):
                let bytes = try await file(address, urgency: urgency)
                result = .success(try await decode(request, urgency: urgency) { bytes })
            case .file(let path, _):
                // The file is read only when the request has its turn, because a user who scrolls through a folder
                // needs only the last one.
                result = .success(
                    try await decode(request, urgency: urgency) { () async throws(ImageProblem) in
                        try await LocalFile.contents(of: path, limit: ImageFetcher.maxBytes)
                    })
            }
        } catch {
            result = .failure(error)
        }
        guard !Task.isCancelled else { return }
        jobs[request] = nil
        deliver(request, result)
    }

    private func decode(
        _ request: PictureRequest, urgency: Int, bytes: () async throws(ImageProblem) -> [UInt8]
    ) async throws(ImageProblem) -> Picture {
        guard await decodeGate.enter(urgency: urgency) else { throw .cancelled }
        let result: Result<Picture, ImageProblem>
        do throws(ImageProblem) {
            result = .success(try await decoder.picture(try await bytes(), for: request, colors: colors))
        } catch {
            result = .failure(error)
        }
        await decodeGate.leave()
        return try result.get()
    }

    // MARK: Files

    /// Loads the file of an address. Concurrent callers share one download, which is cancelled once all of them are
    /// cancelled.
    private func file(_ address: String, urgency: Int) async throws(ImageProblem) -> [UInt8] {
        // Without a decoder nothing is downloaded.
        guard decoder.program != nil else { throw .noDecoder }
        if let bytes = builtIn(address) { return bytes }
        let download =
            downloads[address]
            ?? Download(task: Task { await self.download(address, urgency: urgency) })
        lastUser += 1
        let user = lastUser
        downloads[address] = download
        downloads[address]?.users.insert(user)
        let result = await withTaskCancellationHandler {
            await download.task.value
        } onCancel: {
            Task { await self.leave(address, user) }
        }
        leave(address, user)
        return try result.get()
    }

    /// Cancels a download when no call waits for it. Idempotent.
    private func leave(_ address: String, _ user: Int) {
        guard var download = downloads[address], download.users.remove(user) != nil else { return }
        downloads[address] = download.users.isEmpty ? nil : download
        if download.users.isEmpty { download.task.cancel() }
    }

    private func download(_ address: String, urgency: Int) async -> Result<[UInt8], ImageProblem> {
        let kept = await cache?.entry(for: address)
        if let kept, await cache?.isFresh(kept) == true { return .success(kept.bytes) }
        guard await downloadGate.enter(urgency: urgency) else { return .failure(.cancelled) }
        let result: Result<[UInt8], ImageProblem>
        do throws(ImageProblem) {
            switch try await fetcher.fetch(address, known: kept?.rule) {
            case .unchanged(let life):
                guard let kept else { throw .unreadable }
                var rule = kept.rule
                rule.life = life
                await cache?.store(kept.bytes, for: address, rule: rule)
                result = .success(kept.bytes)
            case .file(let bytes, let rule):
                await cache?.store(bytes, for: address, rule: rule)
                result = .success(bytes)
            }
        } catch {
            // If the network fails, an outdated picture is better than none.
            if case .network = error, let kept { result = .success(kept.bytes) } else { result = .failure(error) }
        }
        await downloadGate.leave()
        return result
    }
}
