import CardSources
package import CardStreamComapi
import Cards

extension SourceKind {
    /// Conversations of dotdigital (Comapi).
    package static let comapi = SourceKind(
        name: "comapi", help: "Conversations of dotdigital (Comapi); each conversation is a card.",
        stream: ComapiSource.defaultStream,
        settings: [
            SourceSetting("space", isRequired: true, help: "The id of the API space."),
            SourceSetting(
                "token_command", isRequired: true,
                help:
                    "A shell command that reads a challenge as JSON (nonce, provider, profileClaim) and prints a JSON Web Token."
            ),
            SourceSetting(
                "profile_claim", defaultValue: "sub",
                help: "The token's claim with the user's profile id, as configured in the API space."),
            SourceSetting(
                "base_url", .address, defaultValue: ComapiSpace.defaultBaseURL, help: "The address of the service."),
        ],
        make: { config, environment in
            let client = ComapiClient(config, environment)
            let source = ComapiSource(client, stream: config.stream, storage: ComapiFiles(folder: environment.folder))
            return CheckedSource(source) { () throws(SourceProblem) in
                let user: String
                do throws(ComapiError) { user = try await client.sessions.start().profileID } catch {
                    throw SourceProblem(words(for: error, config))
                }
                do throws(SourceError) { _ = try await source.storedMarks() } catch {
                    guard case .refused(let refusal) = error else { throw SourceProblem("\(error)") }
                    throw SourceProblem(refusal.explanation)
                }
                return "logged in as \(user.escapingControls)"
            }
        })
}

/// Explains why no session can be started, and what to do.
private func words(for error: ComapiError, _ config: SourceConfig) -> String {
    let address = config["base_url"].maskingPasswords
    return switch error.code {
    case .connectionFailed: "\(error.message); check base_url and the network"
    case .notFound:
        "the space \"\(config["space"].escapingControls)\" does not exist on \(address) (HTTP 404); check space and base_url"
    case .unauthorized:
        "the service does not accept the token from token_command (HTTP 401); check the token's secret, issuer, audience "
            + "and nonce, and the profile id in its claim \(config["profile_claim"].escapingControls)"
    case .malformedAnswer: "\(address) does not seem to be the Comapi service: \(error.description); check base_url"
    default: error.description
    }
}

extension ComapiClient {
    /// The client of a configured source of kind ``SourceKind/comapi``. Nothing is connected yet.
    package convenience init(_ config: SourceConfig, _ environment: SourceEnvironment) {
        let login = FNV1a.wideText(
            of: [config["token_command"], config["profile_claim"], config["base_url"]].joined(separator: "\n"))
        var space = ComapiSpace(
            id: config["space"],
            authenticator: CommandAuthenticator(
                command: config["token_command"], profileClaim: config["profile_claim"]),
            baseURL: config["base_url"], storage: ComapiFiles(folder: environment.folder, login: login),
            device: ComapiDevice(id: ComapiFiles.deviceID(in: environment.folder), programVersion: environment.version))
        space.authorityFile = environment.authorityFile
        space.requestPolicy = environment.requestPolicy
        self.init(space)
    }
}
