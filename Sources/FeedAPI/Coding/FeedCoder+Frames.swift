import Cards

import struct Foundation.Date

extension FeedCoder {
    // MARK: Server to client

    package static func encode(_ frame: PushFrame) -> [UInt8] {
        var capacity = 128
        if case .delta(let delta) = frame { capacity += size(of: delta.upserts) + 96 * delta.removals.count }
        var writer = JSONWriter(reservingCapacity: capacity)
        writer.object { writer in
            switch frame {
            case .hello(let hello):
                writer.member("kind", "hello")
                writer.member("protocol", hello.protocolVersion)
                writer.member("serverTime", hello.serverTime)
                writer.member("maxFrameBytes", hello.maxFrameBytes)
                writer.member("pingSeconds", hello.pingSeconds)
            case .delta(let delta):
                writer.member("kind", "delta")
                writeMembers(of: delta, to: &writer)
            case .gap(let stream):
                writer.member("kind", "gap")
                writer.member("stream", stream.rawValue)
            case .live(let stream, let cursor):
                writer.member("kind", "live")
                writer.member("stream", stream.rawValue)
                writer.member("cursor", cursor.rawValue)
            case .ping(let token):
                writer.member("kind", "ping")
                writer.member("token", token)
            case .pong(let token):
                writer.member("kind", "pong")
                writer.member("token", token)
            case .error(let problem):
                writer.member("kind", "error")
                writer.key("problem")
                write(problem, to: &writer)
            case .unrecognised(let kind):
                writer.member("kind", kind)
            }
        }
        return writer.bytes
    }

    package static func decodePushFrame(_ bytes: [UInt8]) throws(Problem) -> PushFrame {
        let object = try WireObject(document: bytes)
        let kind = try object.string("kind")
        switch kind {
        case "hello":
            return .hello(
                PushFrame.Hello(
                    protocolVersion: try object.int("protocol"), serverTime: try object.time("serverTime"),
                    maxFrameBytes: try object.int("maxFrameBytes"), pingSeconds: try object.int("pingSeconds")))
        case "delta": return .delta(try delta(object))
        case "gap": return .gap(stream: try object.id("stream"))
        case "live":
            return .live(
                stream: try object.id("stream"), cursor: try object.id("cursor"))
        case "ping": return .ping(token: try object.optionalString("token") ?? "")
        case "pong": return .pong(token: try object.optionalString("token") ?? "")
        case "error":
            let slice = try object.slice("problem", expected: "an object")
            return .error(try problem(WireObject(slice, pointer: "/problem")))
        default: return .unrecognised(kind: kind)
        }
    }

    // MARK: Client to server

    package static func encode(_ frame: ClientFrame) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 128)
        writer.object { writer in
            switch frame {
            case .subscribe(let subscriptions):
                writer.member("kind", "subscribe")
                writer.key("streams")
                writer.array { writer in
                    for subscription in subscriptions {
                        writer.object { writer in
                            writer.member("stream", subscription.streamID.rawValue)
                            writer.member("since", ifPresent: subscription.since?.rawValue)
                            guard !subscription.filters.isEmpty else { return }
                            writer.key("filters")
                            writer.raw(encode(subscription.filters))
                        }
                    }
                }
            case .unsubscribe(let streams):
                writer.member("kind", "unsubscribe")
                writer.key("streams")
                writer.array { writer in for stream in streams { writer.string(stream.rawValue) } }
            case .ack(let stream, let cursor):
                writer.member("kind", "ack")
                writer.member("stream", stream.rawValue)
                writer.member("cursor", cursor.rawValue)
            case .ping(let token):
                writer.member("kind", "ping")
                writer.member("token", token)
            case .pong(let token):
                writer.member("kind", "pong")
                writer.member("token", token)
            case .unrecognised(let kind):
                writer.member("kind", kind)
            }
        }
        return writer.bytes
    }

    package static func decodeClientFrame(_ bytes: [UInt8]) throws(Problem) -> ClientFrame {
        let object = try WireObject(document: bytes)
        let kind = try object.string("kind")
        switch kind {
        case "subscribe":
            var subscriptions: [ClientFrame.Subscription] = []
            for (index, slice) in try object.elements("streams").enumerated() {
                let item = try WireObject(slice, pointer: "/streams/\(index)")
                subscriptions.append(
                    ClientFrame.Subscription(
                        streamID: try item.id("stream"),
                        since: try item.optionalID("since"),
                        filters: try filters(item, "filters")))
            }
            return .subscribe(subscriptions)
        case "unsubscribe":
            return .unsubscribe(try object.ids("streams"))
        case "ack":
            return .ack(
                stream: try object.id("stream"), cursor: try object.id("cursor"))
        case "ping": return .ping(token: try object.optionalString("token") ?? "")
        case "pong": return .pong(token: try object.optionalString("token") ?? "")
        default: return .unrecognised(kind: kind)
        }
    }
}
