/// Everything a user can set, after defaults, file, environment and flags were merged in this order.
///
/// ``ConfigKey`` lists each setting once, with its name, its kind and its help; reader, error messages, `doctor` and
/// the manual come from there.
package struct Config: Sendable, Equatable {
    /// The server's address; nil runs the profile's own server inside the viewer.
    package var server: String?
    package var stream = "inbox"
    package var user = "me"
    package var profile = "default"
    package var tokenFile: String?
    /// A shell command that prints a token.
    package var tokenCommand: String?
    /// From the environment only: a token has no place in a file that is shared.
    package var token: String?
    package var keyFile: String?
    /// From the environment only.
    package var key: String?
    package var apiProtocol: APIProtocol = .websocket
    /// Seconds between polls where there is no push.
    package var pollInterval: Double = 15
    package var caFile: String?
    /// Empty: whichever of the shipped themes fits the terminal.
    package var theme = ""
    package var isMouseEnabled = true
    package var logLevel = "info"
    package var listen = "127.0.0.1:8787"
    package var serveData: String?

    package enum APIProtocol: String, Sendable, CaseIterable { case websocket, http }

    package init() {}
}
