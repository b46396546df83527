import AppCore
package import Canvas
package import CardImages
package import Cards
internal import CurlTransport

/// Gets the pictures of cards for a loop and posts them into its mailbox. Nothing of it exists, no folder, no thread
/// and no connection, before the first picture is wanted.
package final class PictureLoader: Sendable {
    private let lists: AsyncStream<[PictureRequest]>.Continuation
    private let task: Task<Void, Never>

    /// - Parameters:
    ///   - colors: The terminal's, for pictures of symbols.
    ///   - cacheFolder: Where files are kept; nil to keep none.
    ///   - builtIn: The files of addresses that need no server.
    ///   - authorityFile: Certificates to trust in addition to the system's; nil for none.
    ///   - policy: Asked about every request to a server; nil allows all.
    package init(
        decoder: ImageDecoder, colors: ImageDecoder.SymbolColors, cacheFolder: String?,
        authorityFile: String? = nil, policy: RequestPolicy? = nil,
        builtIn: @escaping ImageStore.BuiltIn = { _ in nil }, mailbox: Mailbox<LoopMessage>
    ) {
        let (stream, lists) = AsyncStream.makeStream(of: [PictureRequest].self, bufferingPolicy: .bufferingNewest(1))
        self.lists = lists
        // One task takes the lists, so that they arrive in the order in which they were made.
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

    /// These are wanted now, the most urgent first, and no others.
    package func show(_ requests: [PictureRequest]) { lists.yield(requests) }

    /// Gives up what is on its way.
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
