import Basics
public import Cards
import VendorClient

import struct Foundation.Date
import struct Foundation.UUID

/// Events of the contact. They are on disk before the call returns, and are sent in batches.
public struct CordialEvents: Sendable {
    let account: CordialAccount
    let store: CordialStore
    let outbox: Outbox
    let clock: SyncClock

    /// Records a custom event of the program.
    ///
    /// - Parameters:
    ///   - name: The name. It must not be empty or begin with `crdl_`.
    ///   - properties: Strings, numbers, booleans, lists and objects; nulls are left out.
    /// - Throws: ``CordialError/Code/invalidRequest`` for an invalid name.
    public func send(_ name: String, properties: JSONObject = [:]) async throws(CordialError) {
        try await record(try await recording(name, properties, messageID: nil))
    }

    /// Sends all waiting data now, events and everything else.
    @discardableResult
    public func flush() async -> OutboxReport { await outbox.flush() }

    /// The number of waiting events.
    public func waitingCount() async throws(CordialError) -> Int {
        try await store.read { try $0.waitingCount(.event) }
    }

    /// Records an event of the library, with the event properties of the program and the library.
    func sendSystem(
        _ event: SystemEvent, _ properties: JSONObject = [:], messageID: String? = nil
    ) async throws(CordialError) {
        try await record(await recording(event, properties, messageID: messageID))
    }

    private func record(_ recording: EventRecording) async throws(CordialError) {
        await added(try await store.change { try recording.add(to: &$0) })
    }

    /// Schedules sending if enough events wait.
    func added(_ count: Int) async { await outbox.eventAdded(count: count) }

    // MARK: In a transaction

    /// Creates an event of the program, to be added in the transaction of the change that it reports.
    ///
    /// - Parameter messageID: The message that the event concerns; nil uses the message of the current attribution.
    /// - Throws: ``CordialError/Code/invalidRequest`` for an invalid name or one that is reserved for the service.
    func recording(
        _ name: String, _ properties: JSONObject = [:], messageID: String?
    ) async throws(CordialError) -> EventRecording {
        guard !name.isEmpty, !name.hasPrefix(SystemEvent.prefix) else {
            throw CordialError(
                .invalidRequest,
                "an event cannot have the name \"\(name)\": names must not be empty or begin with crdl_"
                    .escapingControls)
        }
        return await recording(name, properties, messageID: messageID, isSystem: false)
    }

    /// Creates an event of the library, to be added in the transaction of the change that it reports.
    func recording(
        _ event: SystemEvent, _ properties: JSONObject = [:], messageID: String? = nil
    ) async -> EventRecording {
        await recording(event.rawValue, properties, messageID: messageID, isSystem: true)
    }

    private func recording(
        _ name: String, _ properties: JSONObject, messageID: String?, isSystem: Bool
    ) async -> EventRecording {
        let time = clock.now()
        let record = EventRecord(
            name: name, time: time, messageID: messageID, location: await account.location?(), properties: properties)
        return EventRecording(account: account, record: record, isSystem: isSystem)
    }
}

/// An event that is added in the transaction of the change that it reports, so that both are stored or neither is.
struct EventRecording: Sendable {
    let account: CordialAccount
    var record: EventRecord
    let isSystem: Bool

    /// The same event with an additional property.
    func adding(_ name: String, _ value: JSONValue) -> EventRecording {
        var result = self
        result.record.properties[name] = value
        return result
    }

    /// Adds the event to the waiting rows, and removes the oldest events beyond the limit.
    ///
    /// - Returns: The number of waiting events.
    func add(to access: inout StoreAccess) throws -> Int {
        var record = record
        record.messageID = record.messageID ?? access.state.attribution?.messageID
        if isSystem { record.properties = account.systemProperties(record.properties, access.state) }
        try access.add(.event, key: UUID().uuidString, record.json)
        try access.limit(.event, to: account.eventLimit)
        return try access.waitingCount(.event)
    }
}

/// An event as it is stored while it waits.
struct EventRecord: Sendable {
    var name: String
    var time: Date
    var messageID: String?
    var location: CordialLocation?
    var properties: JSONObject

    var json: JSONObject {
        var result: JSONObject = ["event": .string(name), "timestamp": .string(time.rfc3339)]
        result.set("mcID", messageID)
        // Programs that do not know the place report zero for both.
        if let location, location.latitude != 0 || location.longitude != 0,
            let latitude = JSONNumber(location.latitude), let longitude = JSONNumber(location.longitude)
        {
            result["lat"] = .number(latitude)
            result["lon"] = .number(longitude)
        }
        let properties = properties.withoutNestedNulls
        if !properties.isEmpty { result["properties"] = .object(properties) }
        return result
    }
}

extension JSONObject {
    /// This object without null values at any depth.
    var withoutNestedNulls: JSONObject {
        var result = JSONObject()
        for (key, value) in members {
            if let value = value.withoutNulls { result[key] = value }
        }
        return result
    }
}

extension JSONValue {
    fileprivate var withoutNulls: JSONValue? {
        switch self {
        case .null: nil
        case .array(let elements): .array(elements.compactMap(\.withoutNulls))
        case .object(let object): .object(object.withoutNestedNulls)
        case .bool, .number, .string: self
        }
    }
}

extension CordialAccount {
    /// The properties of an event of the library: those of the program, of the library, and of the event. Later ones
    /// replace earlier ones with the same name.
    func systemProperties(_ own: JSONObject, _ state: CordialState) -> JSONObject {
        var result = systemEventProperties
        result["deviceId"] = .string(state.deviceID)
        result["notificationStatus"] = .string(state.permission.status)
        if state.hasOwnPushToken { result["pushToken"] = .string(state.pushToken) }
        for (key, value) in own.members { result[key] = value }
        return result
    }
}
