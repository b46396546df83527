import AppCore
import Foundation
import Testing

@testable import AppRuntime

/// The layouts that are kept from start to start.
struct LayoutMemoryTests {
    private let directory: TemporaryDirectory
    private var path: String { "\(directory.path)/default/layouts.json" }

    init() throws { directory = try TemporaryDirectory() }

    @Test func `what is kept is there at the next start, until it is forgotten`() throws {
        let memory = LayoutMemory(path: path)
        #expect(memory.all.isEmpty)
        try memory.keep(.list, of: ContainerID("stream"))
        try memory.keep(.cards, of: ContainerID("a \"b\""))
        #expect(LayoutMemory(path: path).all == [ContainerID("stream"): .list, ContainerID("a \"b\""): .cards])
        try memory.keep(nil, of: ContainerID("stream"))
        #expect(LayoutMemory(path: path).all == [ContainerID("a \"b\""): .cards])
    }

    @Test func `two viewers of a profile keep what the other has kept`() throws {
        let (one, other) = (LayoutMemory(path: path), LayoutMemory(path: path))
        try one.keep(.list, of: ContainerID("one"))
        try other.keep(.list, of: ContainerID("other"))
        #expect(LayoutMemory(path: path).all.count == 2)
    }

    @Test(arguments: ["", "{", "[1]", "{\"stream\": 1}", "{\"stream\": \"tiles\"}"])
    func `a damaged file keeps nothing and is written anew`(text: String) throws {
        try PrivateFile.write(text, to: path)
        let memory = LayoutMemory(path: path)
        #expect(memory.all.isEmpty)
        try memory.keep(.list, of: ContainerID("stream"))
        #expect(LayoutMemory(path: path).all == [ContainerID("stream"): .list])
    }
}
