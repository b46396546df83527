/// What a server and its clients receive.
enum NetworkFuzz {
    static let targets = [
        clientFrames, clientHandshake, serverFrames, request, multipart, routes, positions,
    ]
}
