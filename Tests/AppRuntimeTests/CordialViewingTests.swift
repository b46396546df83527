import AppCore
import Canvas
import CardStreamCordial
import Cards
import CordialEmulator
import CordialSupport
import Foundation
import Support
import Testing

@testable import AppRuntime

/// What the in-app messages of an account know about the viewer.
@Suite(.timeLimit(.minutes(1))) struct CordialViewingTests {
    @Test func `a banner does not end by itself while the answer to it can be undone`() async throws {
        let emulated = EmulatedAccount()
        let client = try await emulated.joined(as: "ana")
        let viewing = CordialViewing(client, .init(delay: 0))
        await viewing.attend(to: ViewerAttention(screen: "shop", isBusy: false))
        await client.inAppMessages.setDisplayDelay(.zero)
        let now = emulated.clock.now
        await emulated.emulator.change {
            $0.announce("m1", to: "ana", content: "<p>Sale</p>", ["type": "banner_up"], sentAt: now)
        }
        await client.inAppMessages.refresh()
        try await emulated.wait { try await client.inAppMessages.current()?.id == "m1" }
        await viewing.attend(to: ViewerAttention(screen: "shop", isBusy: false, answered: ["m1"]))
        emulated.clock.advance(by: 60)
        #expect(try await client.inAppMessages.current()?.id == "m1")
        // An answer to another card does not keep the banner.
        await viewing.attend(to: ViewerAttention(screen: "shop", isBusy: false, answered: ["other"]))
        await emulated.advance(by: 15)
        try await emulated.wait { try await client.inAppMessages.current() == nil }
    }

    @Test func `the viewer says which cards it holds answers to`() {
        var state = AppState(
            size: .zero, now: .fixed, containers: [ContainerModel(id: ContainerID("main"), streamID: "ops")])
        state.undoWindow.length = 5
        #expect(state.attention.answered.isEmpty)
        _ = update(&state, .responseSettled("c1", .dismiss, .queued(until: .fixed(5))), at: .fixed)
        #expect(state.attention.answered == ["c1"])
    }
}
