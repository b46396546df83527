import Foundation
import Support
import Testing

/// Runs the targets of `make fuzz` without libFuzzer: with their seeds, with inputs that failed before, and with
/// mutations of these.
@Suite struct ReplayTests {
    private static let inputs = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Inputs")

    @Test(arguments: FuzzTarget.all.map(\.name))
    func `the properties hold for every stored input`(name: String) throws {
        let target = try #require(FuzzTarget.named(name))
        for (number, seed) in target.seeds.enumerated() { try check(target, seed, "seed \(number)") }
        let folder = Self.inputs.appending(path: name).path
        // Most targets have no such folder, because no input ever failed.
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for file in files.sorted() {
            try check(target, Array(Data(contentsOf: URL(filePath: "\(folder)/\(file)"))), file)
        }
    }

    @Test(arguments: FuzzTarget.all.map(\.name))
    func `the properties hold for damaged inputs`(name: String) throws {
        let target = try #require(FuzzTarget.named(name))
        // Targets for frames have no words.
        let words = target.words.isEmpty ? ["\0"] : target.words
        var mutator = Mutator(samples: target.seeds, tokens: words.map { Array($0.utf8) })
        for number in 0..<150 { try check(target, Array(mutator.next().prefix(target.longest)), "input \(number)") }
    }

    private func check(_ target: FuzzTarget, _ bytes: [UInt8], _ input: String) throws {
        #expect(throws: Never.self, "\(input): \(String(decoding: bytes, as: UTF8.self).debugDescription)") {
            try target.read(FuzzInput(bytes))
        }
    }

    @Test func `each stored input belongs to a target, and target names are unique`() throws {
        let names = FuzzTarget.all.map(\.name)
        #expect(Set(names).count == names.count)
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.inputs.path)
        #expect(Set(folders).subtracting(names).isEmpty)
    }
}
