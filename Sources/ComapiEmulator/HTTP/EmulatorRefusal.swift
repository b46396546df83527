import Cards
import EmulatorHTTP

/// The reason why the service refuses a request. Nothing has been changed then.
enum EmulatorRefusal: Error, Hashable, Sendable {
    /// 400: members or parameters are missing or of a wrong type.
    case invalid([ValidationFailure])
    /// 401: the token is missing, unknown or expired, or an identity token is not valid.
    case unauthorized
    /// 403: the role of the profile does not allow this.
    case forbidden(String)
    /// 404: the resource does not exist, or only its participants may know that it does.
    case notFound(String)
    /// 405
    case methodNotAllowed(allowed: [String])
    /// 409: the identifier is in use.
    case exists(String)
    /// 412: the ETag of the resource differs from the one of the request.
    case preconditionFailed

    /// Creates a 400 with one failure.
    static func invalid(_ parameter: String, _ message: String) -> EmulatorRefusal {
        .invalid([ValidationFailure(parameter: parameter, message: message)])
    }

    /// The response. A 400 has a JSON body, other statuses have a plain sentence.
    var response: EmulatorResponse {
        switch self {
        case .invalid(let failures):
            return .json(["validationFailures": .array(failures.map(\.json))], status: 400)
        case .unauthorized:
            var response = EmulatorResponse.text("The token is missing, unknown or expired.", status: 401)
            response.headers["WWW-Authenticate"] = "Bearer"
            return response
        case .forbidden(let sentence): return .text(sentence, status: 403)
        case .notFound(let sentence): return .text(sentence, status: 404)
        case .methodNotAllowed(let allowed):
            var response = EmulatorResponse.text("The resource does not support this method.", status: 405)
            response.headers["Allow"] = allowed.joined(separator: ", ")
            return response
        case .exists(let sentence): return .text(sentence, status: 409)
        case .preconditionFailed: return .text("The ETag of the resource differs from If-Match.", status: 412)
        }
    }
}

/// The validation failure of one parameter of a request.
struct ValidationFailure: Hashable, Sendable {
    var parameter: String
    var message: String

    var json: JSONValue { ["paramName": .string(parameter), "message": .string(message)] }
}
