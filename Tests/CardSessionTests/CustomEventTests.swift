import CardSession
import Cards
import Foundation
import Testing

@Suite struct CustomEventTests {
    @Test func `an event needs only a name, and each report is a separate event`() throws {
        let before = Date()
        let events = [CustomEvent(name: "signed up"), CustomEvent(name: "signed up", properties: ["seats": 3])]
        for event in events {
            try event.validate()
            #expect(event.at >= before && event.at <= Date())
        }
        #expect(events[0].id != events[1].id)
        #expect(events.map(\.properties) == [[:], ["seats": 3]])
        #expect(CustomEvent(name: "earlier", at: before).at == before)
    }
}
