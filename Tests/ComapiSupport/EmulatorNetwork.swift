package import CardStreamComapi
package import ComapiEmulator
import CurlTransport
import EmulatorHTTP
import EmulatorSupport

extension ComapiNetwork {
    /// An emulator in this process, without a network. Faults of its responses become the errors that a network would
    /// report.
    package static func emulated(by emulator: ComapiEmulator) -> ComapiNetwork {
        ComapiNetwork(
            send: { request throws(TransportError) in
                try await emulator.respond(to: EmulatorRequest(request)).received()
            },
            openSocket: { request throws(TransportError) in
                let handshake = HTTPRequest(url: request.url, headers: request.headers)
                switch await emulator.openSocket(EmulatorRequest(handshake)) {
                case .refused(let response): throw .upgradeRefused(try response.received())
                case .open(let socket): return Socket(socket, emulator)
                }
            })
    }
}

extension ComapiNetwork.Socket {
    fileprivate init(_ socket: EmulatorSocket, _ emulator: ComapiEmulator) {
        self.init(
            next: { () throws(TransportError) in
                // All iterators of the stream share its frames.
                var frames = socket.frames.makeAsyncIterator()
                return await frames.next()
            },
            send: { text throws(TransportError) in await emulator.receive(text, on: socket.id) },
            close: { await emulator.closeSocket(socket.id) })
    }
}
