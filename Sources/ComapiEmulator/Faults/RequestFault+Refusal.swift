import EmulatorHTTP

extension RequestFault.Effect {
    /// The response of an effect that prevents the request from being carried out; nil for other effects.
    var refusal: EmulatorResponse? {
        switch self {
        case .unauthorized: return EmulatorRefusal.unauthorized.response
        case .preconditionFailed: return EmulatorRefusal.preconditionFailed.response
        case .serverError: return .text("Internal Server Error", status: 500)
        case .refused(let status): return EmulatorResponse(status: status)
        case .tooManyRequests(let seconds):
            var response = EmulatorResponse.text("Too many requests.", status: 429)
            response.headers["Retry-After"] = String(seconds)
            return response
        case .brokenJSON, .cutResponse, .lostResponse: return nil
        }
    }
}
