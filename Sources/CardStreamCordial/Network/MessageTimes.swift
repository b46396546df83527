import Basics
import Cards
import CurlTransport
import VendorClient

import struct Foundation.Date

/// The times of the contact's newest messages, in a small file that the service replaces when a message arrives.
struct MessageTimes: Sendable {
    /// The contents of the file.
    struct Values: Sendable, Hashable {
        /// The time of the newest in-app message; nil if there is none.
        var inApp: Date?
        /// The time of the newest change of the inbox; nil if there is none.
        var inbox: Date?
    }

    let store: CordialStore
    let caller: CordialCaller
    let clock: SyncClock

    /// Reads the file; nil if no message was ever sent to this contact.
    func read() async throws(CordialError) -> Values? {
        for _ in 0..<2 {
            guard let address = try await address() else { return nil }
            let response = try await caller.plain(address)
            // The address has expired.
            if response.status == 400 || response.status == 403 {
                try await store.update { $0.timestamps = nil }
                continue
            }
            guard response.status == 200, let times = response.object else { throw CordialError(response) }
            return Values(inApp: times.date("inApp"), inbox: times.date("inbox"))
        }
        return nil
    }

    private func address() async throws(CordialError) -> String? {
        let state = try await store.state()
        guard state.phase == .active else { return nil }
        if let known = state.timestamps, known.isValid(at: clock.now()) { return known.url }
        let key = state.contactKey(channelKey: caller.account.channelKey)
        let response = try await caller.send(CordialRequest(.messageHub, "GET", ["timestamps", key, state.deviceID]))
        // No message was ever sent to this contact.
        if response.status == 400 || response.status == 404 { return nil }
        guard response.status == 200 else { throw CordialError(response) }
        guard let url = response.object?.text("url"), let expiresAt = response.object?.date("urlExpireAt") else {
            throw CordialError(
                .malformedAnswer, "the service's response about the timestamps has no url or no urlExpireAt")
        }
        let owner = state.primaryKey
        try await store.change { access in
            try access.check(owner)
            access.state.timestamps = ExpiringAddress(url: url, expiresAt: expiresAt)
        }
        return url
    }
}
