package import Logging

extension Logger {
    /// For programs that keep no log.
    package static var none: Logger { Logger(label: "none", factory: { _ in SwiftLogNoOpLogHandler() }) }
}
