import AppCore
package import Canvas
package import CardImages
package import Cards
internal import CurlTransport

/// Loads pictures of cards for a loop, and posts them to its mailbox. The cache directory, threads and connections are
/// only created when the first picture is requested.
package final class PictureLoader: Sendable {
    private let lists: AsyncStream<[PictureRequest]>.Continuation
    private let task: Task<Void, Never>

    /// - Parameters:
    ///   - colors: The terminal's colours, for pictures drawn with symbols.
    ///   - cacheFolder: The directory of the picture cache; nil for no cache.
    ///   - builtIn: Returns the files of addresses that need no server.
    ///   - authorityFile: A file of certificates to trust in addition to the system's; nil for none.
    ///   - policy: The network policy for every request; nil allows all requests.
    package init(
        decoder: ImageDecoder, colors: ImageDecoder.SymbolColors, cacheFolder: String?,
        authorityFile: String? = nil, policy: RequestPolicy? = nil,
        builtIn: @escaping ImageStore.BuiltIn = { _ in nil }, mailbox: Mailbox<LoopMessage>
    ) {
        let (stream, lists) = AsyncStream.makeStream(of: [PictureRequest].self, bufferingPolicy: .bufferingNewest(1))
        self.lists = lists
        // A single task consumes the lists, so that they are processed in order.
        task = Task.detached(priority: .utility) {
            var store: ImageStore?
            for await requests in stream {
                if store == nil {
                    let connections = ImageConnections(authorityFile: authorityFile, policy: policy)
                    store = ImageStore(
                        decoder: decoder, colors: colors,
                        fetcher: ImageFetcher { request throws(TransportError) in
                            try await connections.send(request)
                        },
                        cache: cacheFolder.map { ImageCache(directory: $0) }, builtIn: builtIn,
                        deliver: { request, result in
                            mailbox.post(.pictureSettled(request, PictureState(result)))
                        })
                }
                await store?.want(requests)
            }
            await store?.stop()
        }
    }

    /// Replaces the list of wanted pictures, the most urgent first.
    package func show(_ requests: [PictureRequest]) { lists.yield(requests) }

    /// Cancels all loads.
    package func stop() { lists.finish() }

    deinit { lists.finish() }
}

extension PictureState {
    init(_ result: Result<Picture, ImageProblem>) {
        switch result {
        case .success(let picture): self = .ready(picture)
        case .failure(let problem): self = .failed(reason: problem.explanation)
        }
    }
}
