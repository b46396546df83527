internal import AppRuntime
internal import CardStreamComapi
internal import Cards

/// A change of the user's own profile at a source.
struct ProfileChange: Sendable {
    /// The changed attributes; null removes an attribute.
    var attributes: JSONObject
    /// The entity tag that the profile must have; nil for any.
    var etag: String?

    /// Reads FIELD=VALUE and FIELD:=JSON; an empty value removes the field.
    init(_ fields: [String], ifMatch etag: String?) throws(CommandFailure) {
        var attributes = try SendEventCommand.read(fields)
        for (name, value) in attributes.members where value == .string("") { attributes[name] = .null }
        if let name = attributes.members.first(where: { $0.key.hasPrefix("_") })?.key {
            throw CommandFailure(
                .usage,
                "\"\(name.escapingControls)\" cannot be set: fields that begin with _ belong to the service. Use "
                    + "--if-match for the entity tag")
        }
        self.attributes = attributes
        self.etag = etag
    }

    /// Changes the profile, and prints it.
    ///
    /// - Throws: `ComapiError`, such as a conflict with the profile's current entity tag.
    func perform(at config: SourceConfig, in setup: Setup) throws {
        let client = ComapiClient(config, setup.environment(of: config))
        let (attributes, etag) = (attributes, etag)
        let profile = try runBlocking {
            let mine = try await client.sessions.start().profileID
            return try await client.profiles.patch(mine, attributes, ifMatch: etag)
        }
        Console.json(profile.value.printed(etag: profile.etag), isPretty: true)
    }
}
