internal import AppCore
internal import AppRuntime
internal import Canvas
internal import CardImages
internal import Cards

/// Loads the images of cards that are drawn once. An image that does not arrive within the time limit counts as failed.
struct PreviewImages {
    let decoder: ImageDecoder
    let colors: ImageDecoder.SymbolColors
    let cacheFolder: String
    let authorityFile: String?
    let policy: RequestPolicy?

    /// The time limit for all images in seconds.
    private static let timeout = 10.0

    /// - Parameter problem: Called for each image that cannot be loaded.
    func load(_ requests: [PictureRequest], problem: (String) -> Void) -> PictureGallery {
        let mailbox = Mailbox<LoopMessage>()
        let loader = PictureLoader(
            decoder: decoder, colors: colors, cacheFolder: cacheFolder, authorityFile: authorityFile, policy: policy,
            builtIn: DemoPictures.file, mailbox: mailbox)
        loader.show(requests)
        defer { loader.stop() }
        var missing = Set(requests)
        var gallery = PictureGallery()
        let clock = ContinuousClock()
        let end = clock.now + .seconds(Self.timeout)
        while !missing.isEmpty, clock.now < end {
            var sources = EventSources(input: -1, mail: mailbox.wakeUp.descriptor, signals: nil)
            _ = sources.wait(seconds: clock.now.duration(to: end) / .seconds(1))
            for case .event(.pictureSettled(let request, let state)) in mailbox.drain() {
                missing.remove(request)
                gallery.receive(request, state)
            }
        }
        for request in missing { gallery.receive(request, .failed(reason: "it did not arrive within 10 seconds")) }
        for request in requests {
            guard case .failed(let reason) = gallery[request] else { continue }
            problem("the image \(request.address.prefix(80)) is not shown: \(reason)")
        }
        return gallery
    }
}
