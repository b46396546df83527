import Foundation
import Testing

@testable import Cards

struct SyncStatusTests {
    private let live = SyncStatus(
        connection: .live, lastSyncedAt: Date(timeIntervalSince1970: 1), clockSkew: .seconds(0.1))

    @Test func laterSyncAndOtherSkewTellTheSame() {
        var later = live
        later.lastSyncedAt = Date(timeIntervalSince1970: 2)
        later.clockSkew = .seconds(0.2)
        #expect(later != live)
        #expect(later.looksSame(as: live))
    }

    @Test func whatIsShownIsNews() {
        var first = live
        first.lastSyncedAt = nil
        var waiting = live
        waiting.waitingActions = 1
        var refused = live
        refused.refusedActions = 1
        var polling = live
        polling.connection = .polling(.pushUnavailable)
        for other in [first, waiting, refused, polling] {
            #expect(!other.looksSame(as: live))
            #expect(!live.looksSame(as: other))
        }
    }
}
