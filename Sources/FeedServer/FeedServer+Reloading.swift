extension FeedServer {
    /// Takes other keys and limits, and reads the signing key again. Connections that are open stay so, even if their key is
    /// gone, until their token ends.
    ///
    /// - Throws: ``FeedServerError`` for a key that cannot be used; nothing has changed then.
    package func reload(_ config: ServerConfig) async throws(FeedServerError) {
        let key = try service.signer.read()
        try await routes.authenticator.replace(config)
        service.signer.use(key)
        service.live.replace(config)
        service.invitations.replace(config)
        await listener.applyLimits()
    }
}
