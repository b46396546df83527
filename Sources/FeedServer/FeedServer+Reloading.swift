extension FeedServer {
    /// Applies other keys and limits, and reads the signing key again. Open connections stay open until their token
    /// expires, even if their key was removed.
    ///
    /// - Throws: ``FeedServerError`` for a key that cannot be used. The configuration is unchanged then.
    package func reload(_ config: ServerConfig) async throws(FeedServerError) {
        let key = try service.signer.read()
        try await routes.authenticator.replace(config)
        service.signer.use(key)
        service.live.replace(config)
        service.invitations.replace(config)
        await listener.applyLimits()
    }
}
