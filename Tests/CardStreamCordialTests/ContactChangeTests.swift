import Cards
import Foundation
import Testing

@testable import CardStreamCordial

/// What a change of the contact keeps and what it clears.
@Suite struct ContactChangeTests {
    private func state(_ key: String?, _ phase: CordialState.Phase = .active, lastKey: String? = nil) -> CordialState {
        var state = CordialState()
        state.phase = phase
        state.primaryKey = key
        state.lastKey = lastKey ?? key
        state.attributes = ["name": "Jon"]
        state.attribution = CordialAttribution(messageID: "m", time: Date(timeIntervalSince1970: 0))
        return state
    }

    @Test(
        arguments: [
            (nil, "a", true), (nil, nil, true), ("a", "a", true), ("a", nil, false), ("a", "b", false),
        ] as [(String?, String?, Bool)])
    func `Setting another contact clears the data of the old one`(old: String?, new: String?, keeps: Bool) {
        let change = ContactChange.set(new, from: state(old))
        #expect(change.clearsCaches != keeps)
        #expect(change.state.attributes.isEmpty != keeps && (change.state.attribution != nil) == keeps)
        #expect(change.waiting == .pass(to: new) && change.state.primaryKey == new && change.state.phase == .active)
    }

    @Test func `After unset, waiting data stays until another contact is set`() {
        let unset = ContactChange.unset(from: state("a"))
        #expect(unset.waiting == .unchanged && !unset.clearsCaches && unset.state.phase == .out)
        #expect(unset.state.primaryKey == nil && unset.state.lastKey == "a" && unset.state.attribution == nil)
        let back = ContactChange.set("a", from: unset.state)
        #expect(!back.clearsCaches && back.state.phase == .joining && back.waiting == .pass(to: "a"))
        let other = ContactChange.set("b", from: unset.state)
        #expect(other.clearsCaches && other.waiting == .pass(to: "b") && other.state.lastKey == "b")
        #expect(ContactChange.set(nil, from: unset.state).clearsCaches)
    }

    @Test func `Logging out removes everything`() {
        let change = ContactChange.logOut(from: state("a"))
        #expect(change.waiting == .remove && change.clearsCaches && change.state.attributes.isEmpty)
        #expect(change.state.lastKey == nil && change.state.phase == .out)
    }

    @Test func `Addresses and times of the old contact are forgotten`() {
        var old = state("a")
        old.timestamps = ExpiringAddress(url: "u", expiresAt: Date(timeIntervalSince1970: 9))
        old.latestInApp = Date(timeIntervalSince1970: 9)
        for change in [ContactChange.set("a", from: old), .set("b", from: old), .unset(from: old)] {
            #expect(change.state.timestamps == nil && change.state.latestInApp == nil)
        }
    }

    @Test func `The contact is sent again after a day or with another status`() {
        let now = Date(timeIntervalSince1970: 1_000_000)
        var state = state("a")
        state.pushToken = "0a"
        #expect(ContactResendPolicy.isNeeded(state, hasContact: false, at: now))
        state.upsertedAt = now.addingTimeInterval(-86_399)
        state.sentStatus = "opt-out"
        #expect(!ContactResendPolicy.isNeeded(state, hasContact: false, at: now))
        #expect(ContactResendPolicy.isNeeded(state, hasContact: false, at: now.addingTimeInterval(1)))
        state.permission = .authorized
        #expect(ContactResendPolicy.isNeeded(state, hasContact: false, at: now))
        #expect(!ContactResendPolicy.isNeeded(state, hasContact: true, at: now))
        for (phase, isNeeded) in [(CordialState.Phase.new, true), (.joining, false), (.out, false)] {
            state.phase = phase
            #expect(ContactResendPolicy.isNeeded(state, hasContact: false, at: now) == isNeeded)
        }
    }

    @Test func `Contacts are sent first and separately`() {
        let sent = { (phase: CordialState.Phase, hasContact: Bool) in
            WaitingKind.allCases.filter { $0.isSent(in: phase, hasContact: hasContact) }
        }
        #expect(sent(.active, false) == [.contact, .event, .cart, .order, .mark, .delete])
        #expect(sent(.active, true) == [.contact] && sent(.joining, true) == [.contact])
        #expect(sent(.new, false) == [.contact] && sent(.out, true) == [.logout])
    }
}
