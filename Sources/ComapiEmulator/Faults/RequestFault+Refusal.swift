import EmulatorHTTP

extension RequestFault.Effect {
    /// The response of an effect that prevents the request from being carried out; nil for other effects.
    var refusal: EmulatorAnswer? {
        switch self {
        case .unauthorized: return EmulatorRefusal.unauthorized.answer
        case .preconditionFailed: return EmulatorRefusal.preconditionFailed.answer
        case .serverError: return .text("Internal Server Error", status: 500)
        case .refused(let status): return EmulatorAnswer(status: status)
        case .tooManyRequests(let seconds):
            var answer = EmulatorAnswer.text("Too many requests.", status: 429)
            answer.headers["Retry-After"] = String(seconds)
            return answer
        case .brokenJSON, .cutAnswer, .lostAnswer: return nil
        }
    }
}
