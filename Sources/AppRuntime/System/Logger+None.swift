package import Logging

extension Logger {
    /// A logger without output, for programs that keep no log.
    package static var none: Logger { Logger(label: "none", factory: { _ in SwiftLogNoOpLogHandler() }) }
}
