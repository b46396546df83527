import Cards
import FeedAPI
import Foundation
import Support
import Testing

/// A viewer's statement of its device: in the header, and in the audit record of asks.
@Suite struct ViewerDeviceTests {
    @Test(arguments: [nil, "laptop", "ana's laptop", "Büro 1 (100%)", "\u{202E}x", "a: b\"c"] as [String?])
    func `a device round-trips through its header`(name: String?) throws {
        let device = try #require(ViewerDevice(id: "3f0c9a2b", name: name))
        #expect(device.headerValue.utf8.allSatisfy { (0x20...0x7E).contains($0) })
        #expect(try ViewerDevice(header: device.headerValue) == device)
    }

    @Test func `a device name may be unquoted, and may be left out`() throws {
        #expect(try ViewerDevice(header: "3f0c9a2b ana's laptop").name == "ana's laptop")
        #expect(try ViewerDevice(header: "3f0c9a2b ").name == nil)
    }

    @Test(arguments: [
        "", " ", "short", "3f0c9a2b/1 laptop", "3f0c9a2b %", "3f0c9a2b %0A", "3f0c9a2b %C2%85", "3f0c9a2b %FF",
        String(repeating: "a", count: 65), "3f0c9a2b " + String(repeating: "n", count: 129),
    ])
    func `anything else is refused, with what is expected`(header: String) {
        do throws(Problem) {
            _ = try ViewerDevice(header: header)
            Issue.record("\(header) was read")
        } catch {
            #expect(error.type == .malformedRequest && error.detail?.contains("Cardstream-Device") == true)
            #expect(error.expected?.contains("from 8 to 64") == true)
        }
    }

    @Test func `a device is part of the hash of its row`() throws {
        let device = try #require(ViewerDevice(id: "3f0c9a2b", name: "laptop"))
        let entry = AuditEntry(
            .answered, ask: "a", user: "bo", card: "a-bo", detail: ["button": "yes"], from: device, at: 0)
        let row = AuditRow(entry, after: nil)
        #expect(row.json["detail"]?["device"] == ["id": "3f0c9a2b", "name": "laptop"])
        var changed = row
        changed.entry.detail["device"] = ["id": "3f0c9a2b", "name": "desktop"]
        var check = AuditCheck()
        #expect(check.add(.object(changed.json)) == .changed(1))
        changed.entry.detail["device"] = nil
        #expect(check.add(.object(changed.json)) == .changed(1))
        #expect(check.add(.object(row.json)) == nil)
    }

    @Test func `a row without a device keeps the hash of earlier versions`() throws {
        let row = """
            {"number":1,"at":"2026-11-21T09:30:00.000Z","event":"answered","ask":"a","user":"bo","card":"a-bo",\
            "detail":{"button":"yes","outcome":"accept"},"previous":"\(AuditRow.origin)",\
            "hash":"b658ba287df60c3294af5542fdc2b019cde4d7101656fbb14c7f00b1142f0911"}
            """
        var check = AuditCheck()
        #expect(check.add(try JSONValue(parsing: Array(row.utf8))) == nil)
        let time = FeedTime.milliseconds(try #require(Date(rfc3339: "2026-11-21T09:30:00.000Z")))
        let entry = AuditEntry(
            .answered, ask: "a", user: "bo", card: "a-bo", detail: ["button": "yes", "outcome": "accept"], at: time)
        #expect(AuditRow(entry, after: nil).hash == check.hash)
    }
}
