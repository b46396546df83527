package import Cards

extension FeedCoder {
    /// `{"token","environment"}`
    package static func encode(_ registration: DeviceRegistration) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 128)
        writer.object { writer in
            writer.member("token", registration.token)
            writer.member("environment", registration.environment.rawValue)
        }
        return writer.bytes
    }

    package static func decodeDeviceRegistration(_ bytes: [UInt8]) throws(Problem) -> DeviceRegistration {
        let object = try WireObject(document: bytes)
        let registration = DeviceRegistration(
            token: try object.string("token"), environment: try object.optionalChoice("environment") ?? .production)
        do { try registration.validate() } catch { throw Problem(error) }
        return registration
    }

    /// `{"token"?,"streams":["ops"],"notificationsEnabled"?}`
    package static func encode(_ registration: StreamRegistration) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 128)
        writer.object { writer in
            writer.member("token", ifPresent: registration.token)
            writer.key("streams")
            writer.array { writer in for stream in registration.streams { writer.string(stream.rawValue) } }
            if let isEnabled = registration.notificationsEnabled { writer.member("notificationsEnabled", isEnabled) }
        }
        return writer.bytes
    }

    package static func decodeStreamRegistration(_ bytes: [UInt8]) throws(Problem) -> StreamRegistration {
        let object = try WireObject(document: bytes)
        guard let streams = try object.optionalIDs("streams", StreamID.self) else {
            throw object.failure("streams", expected: "an array of stream names")
        }
        let registration = StreamRegistration(
            token: try object.optionalString("token"), streams: streams,
            notificationsEnabled: try object.optionalBool("notificationsEnabled"))
        do { try registration.validate() } catch { throw Problem(error) }
        return registration
    }

    /// The result of a registration: `{"environments":["production"]}`.
    package static func encode(registered environments: [PushEnvironment]) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 64)
        writer.object { writer in
            writer.key("environments")
            writer.array { writer in for environment in environments { writer.string(environment.rawValue) } }
        }
        return writer.bytes
    }

    package static func decodeRegistered(_ bytes: [UInt8]) throws(Problem) -> [PushEnvironment] {
        let object = try WireObject(document: bytes)
        var environments: [PushEnvironment] = []
        for slice in try object.elements("environments") {
            // The parser's reason is not needed: the error says what was expected.
            guard let environment = (try? slice.string()).flatMap(PushEnvironment.init(rawValue:)) else {
                throw object.failure("environments", expected: "an array of \"sandbox\", \"production\" or both")
            }
            environments.append(environment)
        }
        return environments
    }
}
