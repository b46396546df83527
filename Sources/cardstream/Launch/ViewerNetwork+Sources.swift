internal import AppCore
internal import AppRuntime
internal import CardSession
internal import Cards
internal import Logging

extension ViewerNetwork {
    /// Attaches the configured sources beside the feed. One that cannot be attached is reported, and the others go on.
    func attachSources() async {
        for config in setup.config.sources {
            do throws(SessionError) { try await attach(config) } catch {
                logger.error(
                    "a source could not be opened; check [sources.NAME] in the configuration",
                    metadata: ["source": "\(config.name)", "reason": "\(error)"])
                mailbox.post(.noticed("\(config.name): \(error.explanation)"))
            }
        }
    }

    /// Attaches a configured source.
    func attach(_ config: SourceConfig) async throws(SessionError) {
        guard let made = setup.make(config) else { return }
        try await session.attach(made.source, named: config.name, streams: [config.stream], delivery: delivery) {
            [self] in report($0)
        }
    }
}
