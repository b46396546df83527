import Cards
import EmulatorHTTP

import struct Foundation.Date

/// Challenges, sessions and push tokens.
extension ComapiService {
    mutating func startChallenge() -> EmulatorResponse {
        let challenge = Challenge(
            id: identifiers(), nonce: identifiers(),
            expiresOn: now.addingTimeInterval(configuration.challengeLifetime))
        challenges[challenge.id] = challenge
        return .json(challenge.json)
    }

    /// Creates a session for an identity token. The challenge is valid for one token only, even if that token is wrong.
    mutating func createSession(_ body: [UInt8]) throws(EmulatorRefusal) -> EmulatorResponse {
        let object = try FieldChecks.object(body)
        var checks = FieldChecks(object)
        let challengeID = checks.identifier("authenticationId")
        let token = checks.identifier("authenticationToken")
        for key in ["deviceId", "platformVersion", "sdkVersion"] { _ = checks.string(key, isRequired: false) }
        _ = checks.choice("platform", of: EmulatedSession.platforms, isRequired: false)
        _ = checks.choice("sdkType", of: EmulatedSession.sdkTypes, isRequired: false)
        let push = checks.object("push", isRequired: false)
        try checks.finish()
        if let push { try PushDetails.check(push) }
        guard let challengeID, let token, let challenge = challenges.removeValue(forKey: challengeID),
            challenge.expiresOn > now,
            let profileID = IdentityToken.profileID(
                in: token, nonce: challenge.nonce, configuration: configuration, now: now)
        else { throw .unauthorized }
        let session = newSession(of: profileID, nonce: challenge.nonce, body: object, push: push)
        createProfileIfAbsent(profileID)
        return .json(["token": .string(session.token), "session": session.json])
    }

    private mutating func newSession(
        of profileID: String, nonce: String, body: JSONObject, push: JSONObject?
    ) -> EmulatedSession {
        let id = identifiers()
        let expiresOn = now.addingTimeInterval(configuration.sessionLifetime)
        let seconds = { (value: Double) in JSONValue.number(JSONNumber(Int(value.rounded(.down)))) }
        let token = SignedToken.sign(
            [
                "sub": .string(profileID), "jti": .string(id), "apiSpaceId": .string(configuration.apiSpaceID),
                "iat": seconds(now.timeIntervalSince1970), "exp": seconds(expiresOn.timeIntervalSince1970),
            ], secret: configuration.secret)
        var device = JSONObject()
        for key in EmulatedSession.deviceKeys {
            if let value = body[key], !value.isNull { device[key] = value }
        }
        let session = EmulatedSession(
            id: id, token: token, profileID: profileID, nonce: nonce, startedOn: now, expiresOn: expiresOn,
            device: device, push: push)
        sessions[token] = session
        return session
    }

    /// The profile of a session's token; nil if the token is unknown or the session has expired.
    package func profileID(ofSession token: String) -> String? { session(token)?.profileID }

    func session(_ token: String?) -> EmulatedSession? {
        guard let token, let session = sessions[token], session.expiresOn > now else { return nil }
        return session
    }

    func getSession(_ id: String, _ caller: EmulatedSession) throws(EmulatorRefusal) -> EmulatorResponse {
        .json(try session(id, of: caller).json)
    }

    mutating func endSession(_ id: String, _ caller: EmulatedSession) throws(EmulatorRefusal) -> EmulatorResponse {
        sessions[try session(id, of: caller).token] = nil
        return .noContent
    }

    mutating func setPush(
        _ id: String, _ caller: EmulatedSession, body: [UInt8]
    ) throws(EmulatorRefusal) -> EmulatorResponse {
        let session = try session(id, of: caller)
        let details = try FieldChecks.object(body)
        try PushDetails.check(details)
        sessions[session.token]?.push = details
        return .json([:])
    }

    mutating func removePush(_ id: String, _ caller: EmulatedSession) throws(EmulatorRefusal) -> EmulatorResponse {
        sessions[try session(id, of: caller).token]?.push = nil
        return .noContent
    }

    /// Returns a session of the caller's profile. Sessions of other profiles do not exist for the caller.
    private func session(_ id: String, of caller: EmulatedSession) throws(EmulatorRefusal) -> EmulatedSession {
        let session = sessions.values.first { $0.id == id && $0.profileID == caller.profileID && $0.expiresOn > now }
        guard let session else { throw .notFound("There is no session with this identifier.") }
        return session
    }
}
