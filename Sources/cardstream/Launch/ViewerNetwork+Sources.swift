internal import AppCore
internal import AppRuntime
internal import CardSession
internal import Cards
internal import Logging

extension ViewerNetwork {
    /// Attaches the configured sources beside the feed. One that cannot be attached is reported, and the others go on.
    func attachSources() async {
        for config in setup.config.sources {
            guard let made = setup.make(config) else { continue }
            do throws(SessionError) {
                try await session.attach(
                    made.source, named: config.name, streams: [config.stream], delivery: delivery
                ) { [self] in report($0) }
            } catch {
                logger.error("a source is not attached", metadata: ["source": "\(config.name)", "reason": "\(error)"])
                mailbox.post(.noticed("\(config.name): \(error.explanation)"))
            }
        }
    }
}
