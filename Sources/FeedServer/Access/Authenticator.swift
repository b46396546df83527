import FeedAPI
import FeedEngine

import struct Foundation.Date

/// Checks environment, API key and token of every request.
actor Authenticator {
    private struct Door {
        var key: [UInt8]
        var environment: EnvironmentID
        var access: Access
    }

    private enum Access {
        case publisher
        case viewer(TokenReader)
    }

    /// By bytes: a text that only looks like a verified token is another one.
    private struct PassKey: Hashable {
        var door: Int
        var token: [UInt8]
    }

    private struct Pass {
        var viewer: Viewer
        var expiresAt: Date
    }

    private let doors: [Door]
    private let clock: ServerClock
    /// Verified tokens, so that a poll does not verify a signature again. Bounded; emptied when full.
    private var passes: [PassKey: Pass] = [:]
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
                let reader: TokenReader
                do {
                    reader = try await TokenReader(key.verification, userClaim: environment.userClaim)
                } catch {
                    throw .badKey(
                        environment: environment.id.rawValue,
                        reason: (error as? TokenReader.BadKey)?.reason ?? "\(error)")
                }
                doors.append(Door(key: Array(key.key.utf8), environment: environment.id, access: .viewer(reader)))
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
                    environment: environment.id.rawValue,
                    reason: "\(place) has the same key as publisher_keys \(publisher + 1); give each its own")
            }
            if let other = environment.viewerKeys.prefix(index).firstIndex(where: { $0.key == viewer.key }) {
                throw .badKey(
                    environment: environment.id.rawValue,
                    reason: "\(place) has the same key as viewer \(other + 1); give each its own")
            }
        }
    }

    func identify(environment: String?, key: String?, authorization: String?) throws(Problem) -> Identity {
        guard let environment, let key else {
            throw Problem(
                .unauthenticated,
                detail: "The headers \(FeedHeader.environment) and \(FeedHeader.apiKey) are required.")
        }
        guard let index = door(environment: environment, key: Array(key.utf8)) else {
            throw Problem(.unauthenticated, detail: "The environment or the API key is not known here.")
        }
        switch doors[index].access {
        case .publisher: return .publisher(environment: doors[index].environment)
        case .viewer(let reader):
            guard let authorization, authorization.lowercased().hasPrefix("bearer ") else {
                throw Problem(
                    .unauthenticated,
                    detail: "This is a viewer's key: viewing takes a token too, as Authorization: Bearer TOKEN, and "
                        + "publishing takes a publisher's key, which cardstream token --publisher-key prints.")
            }
            let pass = try pass(Array(authorization.utf8.dropFirst(7)), door: index, reader: reader)
            return .viewer(pass.viewer, until: pass.expiresAt)
        }
    }

    /// Looks at every door whatever it finds, and compares keys in constant time, so that the time taken tells nothing
    /// of a key.
    private func door(environment: String, key: [UInt8]) -> Int? {
        var found: Int?
        for (index, door) in doors.enumerated()
        where Self.equalInConstantTime(door.key, key) && door.environment.rawValue.utf8.elementsEqual(environment.utf8)
        {
            found = index
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

    private func pass(_ token: [UInt8], door index: Int, reader: TokenReader) throws(Problem) -> Pass {
        let now = clock.now()
        let key = PassKey(door: index, token: token)
        if let pass = passes[key] {
            guard pass.expiresAt > now else { throw TokenReader.expired }
            return pass
        }
        let reading = try reader.read(token, now: now)
        let pass = Pass(
            viewer: Viewer(environment: doors[index].environment, user: reading.user), expiresAt: reading.expiresAt)
        if passes.count >= Self.mostPasses { passes.removeAll(keepingCapacity: true) }
        passes[key] = pass
        return pass
    }
}
