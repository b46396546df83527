/// How a program describes itself. The service knows the platforms of phones only; the version of the system is part of what
/// the service checks before it issues a token.
public struct CordialDevice: Sendable, Hashable {
    /// The model of the machine, in the `User-Agent`.
    public var model: String
    /// The version of the system that the program stands in for; `17.0` by default.
    public var systemVersion: String
    /// The version of the program.
    public var programVersion: String

    /// Creates a description.
    public init(model: String = "Terminal", systemVersion: String = "17.0", programVersion: String = "1.0") {
        self.model = model
        self.systemVersion = systemVersion
        self.programVersion = programVersion
    }

    /// The form of the header is the one that the service documents.
    var userAgent: String {
        "CordialSDK/4.5.0 \(model) iOS/\(systemVersion) CFNetwork/1410.0.3 Darwin/22.6.0 App/\(programVersion)"
    }
}
