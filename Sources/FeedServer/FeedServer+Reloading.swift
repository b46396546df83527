extension FeedServer {
    /// Takes other keys and limits. Connections that are open stay so, even if their key is gone, until their token ends.
    ///
    /// - Throws: ``FeedServerError`` for a key that cannot be used; nothing has changed then.
    package func reload(_ config: ServerConfig) async throws(FeedServerError) {
        try await routes.authenticator.replace(config)
        service.live.replace(config)
        service.invitations.replace(config)
        await listener.applyLimits()
    }
}
