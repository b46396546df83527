import Basics
public import CardSession
internal import Cards
internal import Theming

extension ContainerConfiguration {
    /// Validates the configuration, as ``CardContainer`` does on creation.
    ///
    /// - Throws: `RequestError.invalidArgument` with what was expected of the first invalid setting.
    public func check() throws(RequestError) {
        try StreamObserverConfiguration(containerConfiguration: self).check()
        guard cardWidth >= 1 else {
            throw .invalidArgument("the width of cards must be at least 1 cell; found \(cardWidth)")
        }
        guard (0...600).contains(undoWindow.seconds) else {
            throw .invalidArgument("the time to undo must be from 0 to 600 seconds; found \(undoWindow.seconds)")
        }
        for (name, color) in launchColors.all {
            guard let color, !Theme.isColor(color) else { continue }
            throw .invalidArgument(
                "the launch screen's \(name) must be \(Theme.colorWords); found \"\(color.escapingControls)\"")
        }
    }
}
