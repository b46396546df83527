package import Canvas

/// Gets the pictures a viewer has places for: from the disk, where the user selected a file, or the network, decoded for its terminal.
///
/// It is told what is in sight, again with every change. What is asked for twice is fetched once; what is new comes
/// before what has waited, from the top of the screen to its end; what is no longer in sight is given up.
package actor ImageStore {
    package typealias Deliver = @Sendable (PictureRequest, Result<Picture, ImageProblem>) -> Void

    /// The file of an address that needs no server; nil for all others.
    package typealias BuiltIn = @Sendable (_ address: String) -> [UInt8]?

    package static let maxDownloads = 4
    package static let maxDecodings = 2
    /// More requests than a screen has places for differ by this in urgency from those of an earlier call.
    private static let generation = 1 << 20

    private let decoder: ImageDecoder
    private let colors: ImageDecoder.SymbolColors
    private let fetcher: ImageFetcher
    /// Nil to keep nothing.
    private let cache: ImageCache?
    private let builtIn: BuiltIn
    private let deliver: Deliver
    private let downloadGate = PrioritySemaphore(limit: ImageStore.maxDownloads)
    private let decodeGate = PrioritySemaphore(limit: ImageStore.maxDecodings)
    private var jobs: [PictureRequest: Task<Void, Never>] = [:]
    private var downloads: [String: Download] = [:]
    private var calls = 0

    private struct Download {
        let task: Task<Result<[UInt8], ImageProblem>, Never>
        var users: Int
    }

    /// - Parameters:
    ///   - colors: The terminal's, for pictures of symbols.
    ///   - deliver: Called once for each picture asked for and not given up.
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

    /// These are wanted now, the most urgent first, and no others.
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

    /// Gives everything up.
    package func stop() { want([]) }

    /// Downloads that wait for their turn, for tests.
    var waitingDownloads: Int { get async { await downloadGate.waitingCount } }

    private func perform(_ request: PictureRequest, urgency: Int) async {
        let result: Result<Picture, ImageProblem>
        do throws(ImageProblem) {
            switch request.source {
            case .address(let address):
                let bytes = try await file(address, urgency: urgency)
                result = .success(try await decode(request, urgency: urgency) { bytes })
            case .file(let path, _):
                // Read when it is its turn: who runs through a folder wants the last one only.
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

    /// The file of an address. All that want it at the same time wait for one download, which is given up with the
    /// last of them.
    private func file(_ address: String, urgency: Int) async throws(ImageProblem) -> [UInt8] {
        // Without a decoder no server need hear of us.
        guard decoder.program != nil else { throw .noDecoder }
        if let bytes = builtIn(address) { return bytes }
        let download =
            downloads[address]
            ?? Download(task: Task { await self.download(address, urgency: urgency) }, users: 0)
        downloads[address] = download
        downloads[address]?.users += 1
        let result = await withTaskCancellationHandler {
            await download.task.value
        } onCancel: {
            Task { await self.leave(address) }
        }
        if !Task.isCancelled { leave(address) }
        return try result.get()
    }

    private func leave(_ address: String) {
        guard var download = downloads[address] else { return }
        download.users -= 1
        downloads[address] = download.users > 0 ? download : nil
        if download.users == 0 { download.task.cancel() }
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
            // Without the network an old picture is better than none.
            if case .network = error, let kept { result = .success(kept.bytes) } else { result = .failure(error) }
        }
        await downloadGate.leave()
        return result
    }
}
