public import Cards

/// The profiles of the users of an API space.
public struct ComapiProfiles: Sendable {
    let caller: AuthorisedCaller

    /// Loads a profile.
    ///
    /// - Throws: ``ComapiError``, with ``ComapiError/Code/notFound`` for an unknown id.
    public func profile(_ id: String) async throws(ComapiError) -> Versioned<ComapiProfile> {
        try Self.read(try await caller.send(ComapiRequest("GET", "profiles", id)))
    }

    /// Finds profiles. They have no entity tags.
    ///
    /// - Throws: ``ComapiError``.
    public func find(_ query: ProfileQuery) async throws(ComapiError) -> [ComapiProfile] {
        var request = ComapiRequest("GET", "profiles")
        request.rawQuery = query.queryString
        return try await caller.send(request).objects().compactMap(ComapiProfile.init)
    }

    /// Changes some attributes and keeps the others.
    ///
    /// - Parameters:
    ///   - attributes: The attributes to set. Attributes that begin with `_` are not sent.
    ///   - etag: The entity tag of the profile that the change is based on; nil overwrites any state.
    /// - Throws: ``ComapiError``, with ``ComapiError/Code/conflict`` if the profile has changed since.
    @discardableResult
    public func patch(
        _ id: String, _ attributes: JSONObject, ifMatch etag: String? = nil
    ) async throws(ComapiError) -> Versioned<ComapiProfile> {
        try await write("PATCH", id, attributes.sendableAttributes, etag)
    }

    /// Replaces all attributes.
    ///
    /// - Parameters:
    ///   - profile: The complete profile.
    ///   - etag: The entity tag of the profile that the change is based on; nil overwrites any state.
    /// - Throws: ``ComapiError``, with ``ComapiError/Code/conflict`` if the profile has changed since.
    @discardableResult
    public func replace(
        _ profile: ComapiProfile, ifMatch etag: String? = nil
    ) async throws(ComapiError) -> Versioned<ComapiProfile> {
        var attributes: JSONObject = ["id": .string(profile.id)]
        for (key, value) in profile.attributes.sendableAttributes.members { attributes[key] = value }
        return try await write("PUT", profile.id, attributes, etag)
    }

    private func write(
        _ method: String, _ id: String, _ attributes: JSONObject, _ etag: String?
    ) async throws(ComapiError) -> Versioned<ComapiProfile> {
        var request = ComapiRequest(method, "profiles", id)
        request.body = .object(attributes)
        request.ifMatch = etag
        request.purpose = .changing
        do throws(ComapiError) { return try Self.read(try await caller.send(request)) } catch {
            throw await error.withCurrent { () throws(ComapiError) in .profile(try await profile(id)) }
        }
    }

    private static func read(_ response: ComapiResponse) throws(ComapiError) -> Versioned<ComapiProfile> {
        guard let profile = ComapiProfile(try response.object()) else {
            throw ComapiError(
                .malformedAnswer, "the profile in the service's response has no id", status: response.status)
        }
        return Versioned(profile, etag: response.etag)
    }
}

extension ComapiError {
    /// Returns this error, with the service's current value if it is a conflict and the value can be loaded.
    func withCurrent(_ load: () async throws(ComapiError) -> Current) async -> ComapiError {
        guard code == .conflict else { return self }
        var error = self
        error.current = try? await load()  // Without it the conflict is still told.
        return error
    }
}
