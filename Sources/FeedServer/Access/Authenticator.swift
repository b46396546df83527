import FeedAPI
import FeedEngine
import HTTPSockets

import struct Foundation.Date

/// Authenticates requests by environment, API key and token.
actor Authenticator {
    private struct APIKeyEntry {
        var key: [UInt8]
        var environment: EnvironmentID
        var access: Access
    }

    private enum Access {
        case publisher
        case viewer(TokenVerifier)
    }

    /// Compares tokens byte by byte, because Swift considers canonically equivalent strings equal.
    private struct CacheKey: Hashable {
        var entry: Int
        var token: [UInt8]
    }

    private struct CachedIdentity {
        var viewer: Viewer
        var expiresAt: Date
    }

    private var entries: [APIKeyEntry]
    private let clock: ServerClock
    private let metrics: ServerMetrics
    /// The newer generation of verified tokens, which repeated requests need not verify again. When it is full, it
    /// replaces ``older``. A token of ``older`` that is used again is copied here.
    private var cached: [CacheKey: CachedIdentity] = [:]
    private var older: [CacheKey: CachedIdentity] = [:]
    private let cacheLimit: Int

    /// - Throws: ``FeedServerError/badKey(environment:reason:)``.
    ///
    /// - Parameter cacheLimit: The maximum number of tokens in each of the two generations of the cache.
    init(
        _ config: ServerConfig, clock: ServerClock, metrics: ServerMetrics = ServerMetrics(), cacheLimit: Int = 16_384
    ) throws(FeedServerError) {
        self.cacheLimit = cacheLimit
        self.clock = clock
        self.metrics = metrics
        entries = try Self.entries(of: config)
    }

    /// Replaces the keys with those of another configuration. Affects only later requests.
    ///
    /// - Throws: ``FeedServerError/badKey(environment:reason:)``. The old keys then stay in use.
    func replace(_ config: ServerConfig) throws(FeedServerError) {
        entries = try Self.entries(of: config)
        // The cached tokens were verified with the old keys.
        (cached, older) = ([:], [:])
    }

    private static func entries(of config: ServerConfig) throws(FeedServerError) -> [APIKeyEntry] {
        var entries: [APIKeyEntry] = []
        for environment in config.environments {
            try checkKeysDiffer(environment)
            for key in environment.publisherKeys {
                entries.append(APIKeyEntry(key: Array(key.utf8), environment: environment.id, access: .publisher))
            }
            for key in environment.viewerKeys {
                let reader: TokenVerifier
                do throws(TokenKey.Invalid) {
                    reader = try TokenVerifier(key.verification, userClaim: environment.userClaim)
                } catch {
                    throw .badKey(environment: environment.id.rawValue, reason: error.reason)
                }
                entries.append(
                    APIKeyEntry(key: Array(key.key.utf8), environment: environment.id, access: .viewer(reader)))
            }
        }
        return entries
    }

    /// Throws if an environment has the same key twice, because only one of the two entries would match. The error
    /// names the positions of the keys, never a key.
    private static func checkKeysDiffer(_ environment: ServerConfig.Environment) throws(FeedServerError) {
        for (index, viewer) in environment.viewerKeys.enumerated() {
            let place = "viewer \(index + 1)"
            if let publisher = environment.publisherKeys.firstIndex(of: viewer.key) {
                throw .badKey(
                    environment: environment.id.rawValue,
                    reason:
                        "\(place) has the same key as entry \(publisher + 1) of publisher_keys; "
                        + "give each a different key"
                )
            }
            if let other = environment.viewerKeys.prefix(index).firstIndex(where: { $0.key == viewer.key }) {
                throw .badKey(
                    environment: environment.id.rawValue,
                    reason: "\(place) has the same key as viewer \(other + 1); give each a different key")
            }
        }
    }

    /// - Parameter allowingBearer: Whether a publisher key is accepted as the bearer token. Metrics collectors send it
    ///   there.
    func identify(_ head: HTTPHead, allowingBearer: Bool) throws(Problem) -> Identity {
        let authorization = head[FeedHeader.authorization]
        if allowingBearer, head[FeedHeader.apiKey] == nil, let authorization,
            authorization.lowercased().hasPrefix(Self.bearer)
        {
            let key = Array(authorization.utf8.dropFirst(Self.bearer.utf8.count))
            // Compares all entries, as ``entryIndex(environment:key:)`` does.
            let found = entries.filter { Self.equalInConstantTime($0.key, key) }
            for entry in found {
                if case .publisher = entry.access { return .publisher(environment: entry.environment) }
            }
        }
        return try identify(
            environment: head[FeedHeader.environment], key: head[FeedHeader.apiKey], authorization: authorization)
    }

    private static let bearer = "bearer "

    func identify(environment: String?, key: String?, authorization: String?) throws(Problem) -> Identity {
        guard let environment, let key else {
            throw Problem(
                .unauthenticated,
                detail: "The headers \(FeedHeader.environment) and \(FeedHeader.apiKey) are required.")
        }
        guard let index = entryIndex(environment: environment, key: Array(key.utf8)) else {
            throw Problem(
                .unauthenticated, detail: "Unknown environment or API key. Check both against the server's settings.")
        }
        switch entries[index].access {
        case .publisher: return .publisher(environment: entries[index].environment)
        case .viewer(let reader):
            guard let authorization, authorization.lowercased().hasPrefix(Self.bearer) else {
                throw Problem(
                    .unauthenticated,
                    detail: "This is a viewer key. Viewing also needs a token, as Authorization: Bearer TOKEN; "
                        + "publishing needs a publisher key, which `cardstream token --publisher-key` prints.")
            }
            let identity = try identity(
                of: Array(authorization.utf8.dropFirst(Self.bearer.utf8.count)), entry: index, reader: reader)
            return .viewer(identity.viewer, until: identity.expiresAt)
        }
    }

    /// Compares all entries in constant time, even after a match, so that the duration reveals nothing about the keys.
    private func entryIndex(environment: String, key: [UInt8]) -> Int? {
        var found: Int?
        for (index, entry) in entries.enumerated()
        where Self.equalInConstantTime(entry.key, key)
            && entry.environment.rawValue.utf8.elementsEqual(environment.utf8)
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

    private func identity(of token: [UInt8], entry index: Int, reader: TokenVerifier) throws(Problem) -> CachedIdentity
    {
        let now = clock.now()
        let key = CacheKey(entry: index, token: token)
        if let identity = cached[key] ?? older[key] {
            guard identity.expiresAt > now else { throw TokenVerifier.expired }
            metrics.count(.cachedTokens)
            keep(identity, key)
            return identity
        }
        let reading = try reader.read(token, now: now)
        metrics.count(.verifiedTokens)
        let identity = CachedIdentity(
            viewer: Viewer(environment: entries[index].environment, user: reading.user), expiresAt: reading.expiresAt)
        keep(identity, key)
        return identity
    }

    private func keep(_ identity: CachedIdentity, _ key: CacheKey) {
        guard cached[key] == nil else { return }
        if cached.count >= cacheLimit { (older, cached) = (cached, [:]) }
        cached[key] = identity
    }
}
