import Cards
package import FeedStorage

/// An error that prevents the creation or the start of a server.
package enum FeedServerError: Error, Equatable, Sendable, CustomStringConvertible {
    case addressInUse(String)
    case badAddress(String)
    case cannotListen(address: String, reason: String)
    /// The socket that a service manager passed cannot be used.
    case badActivation(String)
    /// The data directory cannot be used.
    case storage(StorageError)
    /// A key of the configuration is invalid. The error names the environment, never the key.
    case badKey(environment: String, reason: String)
    /// A file with secrets is readable by others.
    case exposedKeys(path: String)
    /// The file for the key that signs asks does not contain an Ed25519 key.
    case badSigningKey(path: String)
    case alreadyStarted

    package var description: String {
        switch self {
        case .addressInUse(let address):
            "\(address) is in use. Stop the other program or choose another port with --listen."
        case .badAddress(let address):
            "\"\(address)\" is not an address to listen on. Expected IP:PORT, for example 127.0.0.1:8787 or [::1]:8787."
        case .badActivation(let reason): "Socket activation: \(reason)."
        case .cannotListen(let address, let reason): "Cannot listen on \(address): \(reason)."
        case .storage(let error): error.description
        case .badKey(let environment, let reason): "A key of environment \"\(environment)\" cannot be used: \(reason)."
        case .exposedKeys(let path):
            "\(path.shownAsFile) contains secrets, but other users can read it. Run: chmod 600 \(path.shownAsFile)"
        case .badSigningKey(let path):
            "\(path.shownAsFile) does not contain an Ed25519 key in PEM format. Restore the file from a backup, or remove the file: the server will create a new key to sign the outcomes of questions."
        case .alreadyStarted: "The server is already started; one instance can start only once."
        }
    }
}
