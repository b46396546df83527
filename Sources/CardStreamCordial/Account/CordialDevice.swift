/// How a program describes itself to the service. The service supports only phone platforms, and checks the system
/// version before it issues a token.
public struct CordialDevice: Sendable, Hashable {
    /// The model of the machine, for the header `User-Agent`.
    public var model: String
    /// The system version that the program reports; `17.0` by default.
    public var systemVersion: String
    /// The version of the program.
    public var programVersion: String

    /// Creates a description.
    public init(model: String = "Terminal", systemVersion: String = "17.0", programVersion: String = "1.0") {
        self.model = model
        self.systemVersion = systemVersion
        self.programVersion = programVersion
    }

    /// The header `User-Agent`, in the form that the service documents.
    var userAgent: String {
        "CordialSDK/4.5.0 \(model) iOS/\(systemVersion) CFNetwork/1410.0.3 Darwin/22.6.0 App/\(programVersion)"
    }
}
