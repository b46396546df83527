internal import AppRuntime

extension Setup {
    /// Signs answers with the key of the settings.
    var signer: AnswerSigner { AnswerSigner(key: config.signingKey, environment: variables) }
}
