package import CardStreamComapi
import Cards

extension SourceKind {
    /// Conversations of dotdigital (Comapi).
    package static let comapi = SourceKind(
        name: "comapi", help: "Conversations of dotdigital (Comapi), one card each.",
        stream: ComapiSource.defaultStream,
        settings: [
            SourceSetting("space", isRequired: true, help: "The id of the API space."),
            SourceSetting(
                "token_command", isRequired: true,
                help:
                    "A shell command that prints a JSON Web Token. It reads the challenge as JSON: nonce, provider, profileClaim."
            ),
            SourceSetting(
                "profile_claim", defaultValue: "sub",
                help: "The claim of the token that names the user's profile, as the API space is set up."),
            SourceSetting(
                "base_url", .address, defaultValue: ComapiSpace.defaultBaseURL, help: "The address of the service."),
        ],
        make: { config, place in
            let client = ComapiClient(config, place)
            let source = ComapiSource(client, stream: config.stream, storage: ComapiFiles(folder: place.folder))
            return CheckedSource(source) { () throws(SourceProblem) in
                do throws(ComapiError) {
                    let session = try await client.sessions.start()
                    return "logged in as \(session.profileID.escapingControls)"
                } catch { throw SourceProblem(error.description) }
            }
        })
}

extension ComapiClient {
    /// The client of a configured source of kind ``SourceKind/comapi``. Nothing is connected yet.
    package convenience init(_ config: SourceConfig, _ place: SourcePlace) {
        var space = ComapiSpace(
            id: config["space"],
            authenticator: CommandAuthenticator(
                command: config["token_command"], profileClaim: config["profile_claim"]),
            baseURL: config["base_url"], storage: ComapiFiles(folder: place.folder),
            device: ComapiDevice(id: ComapiFiles.deviceID(in: place.folder), programVersion: place.version))
        space.authorityFile = place.authorityFile
        space.requestPolicy = place.requestPolicy
        self.init(space)
    }
}
