import AppCore
import Basics
import CardSession
import Cards
import Logging

extension EffectRunner {
    /// Runs the command that prints a container's header. `$1` is the container's name.
    func readHeader(of container: ContainerID, _ command: String) {
        runTask { [logger] _, mailbox in
            let output = await Blocking.run {
                ShellCommand.run(command, arguments: [container.rawValue], limit: Self.headerLimit, wanted: "header")
            }
            switch output {
            case .success(let bytes):
                let lines = String(decoding: bytes, as: UTF8.self).withoutEscapeSequences.split(
                    separator: "\n", maxSplits: ContainerOptions.CustomHeader.maxLines,
                    omittingEmptySubsequences: false)
                mailbox.post(
                    .headerRead(
                        container,
                        .lines(lines.prefix(ContainerOptions.CustomHeader.maxLines).map { String($0.prefix(1000)) })))
            case .failure(let failure):
                logger.warning(
                    "the header of a container could not be updated",
                    metadata: ["container": "\(container.rawValue)", "reason": "\(failure.text)"])
                mailbox.post(.headerRead(container, .failed(reason: failure.text)))
            }
        }
    }

    /// The maximum run time of a command, in seconds.
    private static let headerLimit = 10.0
}
