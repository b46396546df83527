/// Input to a server and its clients from the network.
enum NetworkFuzz {
    static let targets = [
        clientFrames, clientHandshake, serverFrames, request, multipart, routes, positions,
    ]
}
