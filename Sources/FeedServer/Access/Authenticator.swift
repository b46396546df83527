import FeedAPI
import JWTKit

import struct Foundation.Date

/// Checks environment, API key and token of every request.
actor Authenticator {
    private struct Door {
        var key: [UInt8]
        var environment: String
        var access: Access
    }

    private enum Access {
        case publisher
        case viewer(JWTKeyCollection, algorithm: String, userClaim: String?)
    }

    private struct Pass {
        var viewer: Viewer
        var expiresAt: Date
    }

    private let doors: [Door]
    private let clock: ServerClock
    /// Verified tokens, so that a poll does not verify a signature again. Bounded; emptied when full.
    private var passes: [String: Pass] = [:]
    private static let mostPasses = 1024

    /// - Throws: ``FeedServerError/badKey(environment:reason:)``.
    init(_ config: ServerConfig, clock: ServerClock) async throws(FeedServerError) {
        self.clock = clock
        var doors: [Door] = []
        for environment in config.environments {
            try Self.checkKeysDiffer(environment)
            for key in environment.publisherKeys {
                doors.append(Door(key: Array(key.utf8), environment: environment.id, access: .publisher))
            }
            for key in environment.viewerKeys {
                let keys = JWTKeyCollection()
                do {
                    switch key.verification {
                    case .hs256(let secret):
                        guard secret.utf8.count >= 32 else {
                            throw FeedServerError.badKey(
                                environment: environment.id, reason: "an HS256 secret needs at least 32 bytes")
                        }
                        await keys.add(hmac: HMACKey(from: secret), digestAlgorithm: .sha256)
                    case .rs256(let pem):
                        await keys.add(rsa: try Insecure.RSA.PublicKey(pem: pem), digestAlgorithm: .sha256)
                    case .rs512(let pem):
                        await keys.add(rsa: try Insecure.RSA.PublicKey(pem: pem), digestAlgorithm: .sha512)
                    case .es256(let pem):
                        await keys.add(ecdsa: try ES256PublicKey(pem: pem))
                    }
                } catch let error as FeedServerError {
                    throw error
                } catch {
                    throw .badKey(
                        environment: environment.id,
                        reason: "the \(key.verification.algorithm) public key is not a PEM file of that kind")
                }
                doors.append(
                    Door(
                        key: Array(key.key.utf8), environment: environment.id,
                        access: .viewer(
                            keys, algorithm: key.verification.algorithm, userClaim: environment.userClaim)))
            }
        }
        self.doors = doors
    }

    /// A key that opens two doors would open one that depends on their order. Names the keys' places, never a key.
    private static func checkKeysDiffer(_ environment: ServerConfig.Environment) throws(FeedServerError) {
        for (index, viewer) in environment.viewerKeys.enumerated() {
            let place = "viewer \(index + 1)"
            if let publisher = environment.publisherKeys.firstIndex(of: viewer.key) {
                throw .badKey(
                    environment: environment.id,
                    reason: "\(place) has the same key as publisher_keys \(publisher + 1); give each its own")
            }
            if let other = environment.viewerKeys.prefix(index).firstIndex(where: { $0.key == viewer.key }) {
                throw .badKey(
                    environment: environment.id,
                    reason: "\(place) has the same key as viewer \(other + 1); give each its own")
            }
        }
    }

    func identify(environment: String?, key: String?, authorization: String?) async throws(Problem) -> Identity {
        guard let environment, let key else {
            throw Problem(
                .unauthenticated,
                detail: "The headers \(FeedHeader.environment) and \(FeedHeader.apiKey) are required.")
        }
        guard let door = door(environment: environment, key: Array(key.utf8)) else {
            throw Problem(.unauthenticated, detail: "The environment or the API key is not known here.")
        }
        switch door.access {
        case .publisher: return .publisher(environment: environment)
        case .viewer(let keys, let algorithm, let userClaim):
            guard let authorization, authorization.lowercased().hasPrefix("bearer ") else {
                throw Problem(
                    .unauthenticated,
                    detail: "This is a viewer's key: viewing takes a token too, as Authorization: Bearer TOKEN, and "
                        + "publishing takes a publisher's key, which cardstream token --publisher-key prints.")
            }
            let token = String(authorization.dropFirst(7))
            let pass = try await pass(
                token, keys: keys, algorithm: algorithm, userClaim: userClaim, environment: environment, key: key)
            return .viewer(pass.viewer, until: pass.expiresAt)
        }
    }

    /// Looks at every door whatever it finds, and compares keys in constant time, so that the time taken tells nothing
    /// of a key.
    private func door(environment: String, key: [UInt8]) -> Door? {
        var found: Door?
        for door in doors where Self.equalInConstantTime(door.key, key) && door.environment == environment {
            found = door
        }
        return found
    }

    static func equalInConstantTime(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        var difference = left.count ^ right.count
        for index in left.indices {
            difference |= Int(left[index] ^ (right.isEmpty ? 0 : right[index % right.count]))
        }
        return difference == 0
    }

    private func pass(
        _ token: String, keys: JWTKeyCollection, algorithm: String, userClaim: String?, environment: String, key: String
    ) async throws(Problem) -> Pass {
        let now = clock.now()
        let expired = Problem(.tokenExpired, detail: "Get a new token and try again.")
        let passKey = "\(environment)\n\(key)\n\(token)"
        if let pass = passes[passKey] {
            guard pass.expiresAt > now else { throw expired }
            return pass
        }
        guard let stated = try? Self.algorithm(of: token) else {
            throw Problem(.unauthenticated, detail: "The token cannot be read: expected a JSON Web Token.")
        }
        let claims: TokenClaims
        do {
            // A key collection of one key: the token's header cannot choose another. That the header names another
            // algorithm than the key's is refused as well.
            claims = try await keys.verify(token, as: TokenClaims.self)
            guard stated == algorithm else { throw JWTError.signatureVerificationFailed }
        } catch {
            throw Problem(.unauthenticated, detail: "The token's signature does not fit the API key.")
        }
        guard let expiresAt = claims.expiresAt else {
            throw Problem(.unauthenticated, detail: "The token needs an exp claim.")
        }
        guard expiresAt > now else { throw expired }
        // A minute of grace for clocks that differ.
        if let notBefore = claims.notBefore, notBefore > now.addingTimeInterval(60) {
            throw Problem(.unauthenticated, detail: "The token is not valid yet.")
        }
        guard let user = claims.user(claim: userClaim) else {
            throw Problem(
                .unauthenticated,
                detail: "The token names no user; looked for "
                    + (userClaim.map { [$0] } ?? TokenClaims.userClaims).joined(separator: ", ") + ".")
        }
        let pass = Pass(viewer: Viewer(environment: environment, user: user), expiresAt: expiresAt)
        if passes.count >= Self.mostPasses { passes.removeAll(keepingCapacity: true) }
        passes[passKey] = pass
        return pass
    }

    /// What its header states, believed by nobody yet; throws for what is no token.
    private static func algorithm(of token: String) throws -> String {
        try DefaultJWTParser().parse(Array(token.utf8), as: TokenClaims.self).header.alg ?? ""
    }
}
