import Cards
import EmulatorHTTP

/// Profiles: reading, searching and writing.
extension ComapiService {
    func getProfile(_ id: String) throws(EmulatorRefusal) -> EmulatorResponse {
        response(profiles[try profileIndex(id)])
    }

    func queryProfiles(_ call: Call) throws(EmulatorRefusal) -> EmulatorResponse {
        let query = try ProfileQuery(call.target)
        return .json(.array(query.select(from: profiles.values.map(\.representation)).map(JSONValue.object)))
    }

    /// Replaces all attributes with the ones in the body (PUT).
    mutating func replaceProfile(_ id: String, _ call: Call) throws(EmulatorRefusal) -> EmulatorResponse {
        let index = try profileIndex(id)
        try EntityTag.check(call.condition, current: profiles[index].etag)
        var attributes = JSONObject()
        for (key, value) in try EmulatedProfile.attributes(in: FieldChecks.object(call.request.body), of: id) {
            attributes[key] = value
        }
        write(attributes, to: index, by: call.profileID)
        return response(profiles[index])
    }

    /// Sets the attributes in the body (PATCH). The query item `deletes` names attributes to remove, and
    /// `allowcreate=true` creates a missing profile.
    mutating func patchProfile(_ id: String, _ call: Call) throws(EmulatorRefusal) -> EmulatorResponse {
        let changes = try EmulatedProfile.attributes(in: FieldChecks.object(call.request.body), of: id)
        let known = profiles.place(of: id)
        guard known != nil || call.target["allowcreate"] == "true" else { throw Self.noProfile }
        if let known { try EntityTag.check(call.condition, current: profiles[known].etag) }
        createProfileIfAbsent(id, by: call.profileID)
        let index = try profileIndex(id)
        var attributes = profiles[index].attributes
        for (key, value) in changes { attributes[key] = value }
        for key in call.target.values("deletes") { attributes[key] = nil }
        write(attributes, to: index, by: call.profileID)
        return response(profiles[index], status: known == nil ? 201 : 200)
    }

    /// Creates a profile that does not exist. Without `author`, for its first session, the profile is its own author.
    mutating func createProfileIfAbsent(_ id: String, by author: String? = nil) {
        guard profiles.place(of: id) == nil else { return }
        let author = author ?? id
        profiles.append(
            EmulatedProfile(
                id: id, attributes: [:], createdOn: now, createdBy: author, updatedOn: now, updatedBy: author), id: id)
    }

    private mutating func write(_ attributes: JSONObject, to index: Int, by author: String) {
        let before = profiles[index].attributes
        profiles[index].attributes = attributes
        profiles[index].updatedOn = now
        profiles[index].updatedBy = author
        profiles[index].revision += 1
        var changes = JSONObject()
        for (key, value) in attributes.members where before[key] != value { changes[key] = value }
        let profile = profiles[index]
        emit(
            .profileUpdate(
                profileID: profile.id, changes: changes, version: Version(profile.revision, etag: profile.etag)),
            to: [profile.id], by: author)
    }

    private func response(_ profile: EmulatedProfile, status: Int = 200) -> EmulatorResponse {
        .json(.object(profile.representation), status: status, etag: profile.etag)
    }

    private func profileIndex(_ id: String) throws(EmulatorRefusal) -> Int {
        guard let index = profiles.place(of: id) else { throw Self.noProfile }
        return index
    }

    private static let noProfile = EmulatorRefusal.notFound("There is no profile with this identifier.")
}
