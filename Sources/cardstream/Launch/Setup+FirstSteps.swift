internal import AppRuntime
internal import Basics
internal import Cards
internal import FeedAPI
internal import FeedTransport
internal import Glibc

/// The actions that a viewer offers to new users as first steps.
extension Setup {
    /// The demo as a separate program; nil if the path of this program is not known.
    var demoProgram: DemoProgram? {
        guard let path = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(path) }
        // The demo has its own profile; the rest of the configuration applies.
        let flags = isFileOfFlag ? ["--config", configurationFile] : []
        return DemoProgram(words: [String(cString: path), "demo"] + flags)
    }

    /// Publishes a card to the profile's own feed, as `cardstream publish` does, and returns why it could not. The
    /// property is nil if a server is configured, because a server accepts cards only from publishers.
    var publishing: (@Sendable (CardSketch) async -> String?)? {
        guard config.server == nil else { return nil }
        let setup = self
        // The user expects to see the card.
        let shown = feedStreams
        let stream = shown.contains(config.stream) ? config.stream : shown.first ?? config.stream
        return { card in
            do {
                let request = PublishRequest(
                    streamID: stream, users: [setup.config.user], body: card.json.encoded())
                _ = try await OwnFeed(setup).publisher().publish(request)
                return nil
            } catch {
                return CommandFailure(error).message
            }
        }
    }
}
