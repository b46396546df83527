internal import AppCore
internal import AppRuntime
internal import Basics
internal import Canvas
internal import Cards
internal import Logging

/// Makes the viewer the host of its containers: runs the commands of their action buttons.
struct ContainerHost {
    /// The commands of action buttons, by container.
    let commands: [ContainerID: String]
    let mailbox: Mailbox<LoopMessage>
    let logger: Logger

    /// The time limit of a button's command in seconds.
    private static let limit = 30.0

    func receive(_ event: ContainerEvent, of id: ContainerID) {
        switch event {
        case .actionButtonPressed: runCommand(of: id)
        // The viewer has no other host program to inform.
        case .linkPressed: break
        case .sizeChanged(let size):
            logger.debug(
                "size changed", metadata: ["container": "\(id.rawValue)", "size": "\(size.columns)x\(size.rows)"])
        }
    }

    private func runCommand(of id: ContainerID) {
        guard let command = commands[id] else { return }
        Blocking.start { [mailbox] in
            let result = ShellCommand.run(
                command, arguments: [id.rawValue], limit: Self.limit, wanted: "end", errors: .inOutput)
            guard case .failure(let failure) = result else { return }
            mailbox.post(.noticed(Strings.Toasts.actionFailed(id.rawValue, reason: failure.text)))
        }
    }
}
