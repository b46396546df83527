import Cards
import FeedAPI
import Testing

@Suite struct FeedRouteTests {
    @Test(
        arguments: [
            (FeedRoute.snapshot(stream: "ops"), "GET", "/v1/streams/ops/snapshot"),
            (
                .snapshot(stream: "ops", page: "a/b c+é", limit: 50), "GET",
                "/v1/streams/ops/snapshot?page=a%2Fb%20c%2B%C3%A9&limit=50"
            ),
            (
                .changes(stream: "ops.1", since: FeedCursor(rawValue: "e-12"), limit: nil), "GET",
                "/v1/streams/ops.1/changes?since=e-12"
            ),
            (.act, "POST", "/v1/actions"),
            (.publish, "POST", "/v1/cards"),
            (.outcome("a/b?c"), "GET", "/v1/cards/a%2Fb%3Fc"),
            (.cancel("c1"), "DELETE", "/v1/cards/c1"),
            (
                .upload(UploadTarget(key: ActionKey(rawValue: "k"), streamID: "ops", cardID: "c1", bucketID: "a&b")),
                "POST", "/v1/uploads?stream=ops&card=c1&bucket=a%26b&key=k"
            ),
            (.uploaded(UploadID("u1")), "GET", "/v1/uploads/u1"),
            (.socket, "GET", "/v1/socket"),
            (.health, "GET", "/v1/health"),
        ] as [(FeedRoute, String, String)])
    func `a route is written and read back`(route: FeedRoute, method: String, target: String) throws {
        #expect(route.method == method)
        #expect(route.target == target)
        #expect(try FeedRoute(method: method, target: target) == route)
    }

    @Test(arguments: [
        ("GET", "/", ProblemType.notFound), ("GET", "/v1", .notFound), ("GET", "/v1/", .notFound),
        ("GET", "/v2/health", .notFound), ("GET", "/v1/streams/ops/other", .notFound),
        ("GET", "/v1/streams/ops/changes", .malformedRequest),
        ("GET", "/v1/streams/ops/snapshot?limit=0", .malformedRequest),
        ("GET", "/v1/streams/ops/snapshot?page=%zz", .malformedRequest),
        ("GET", "/v1/streams/o%20ps/snapshot", .unknownStream), ("GET", "/v1/streams//snapshot", .unknownStream),
        ("PUT", "/v1/cards", .methodNotAllowed), ("POST", "/v1/cards/c1", .methodNotAllowed),
        ("GET", "/v1/uploads", .methodNotAllowed), ("POST", "/v1/uploads?stream=ops&card=c1", .malformedRequest),
        ("GET", "/v1/cards/%ff", .malformedRequest), ("GET", "/v1/cards/", .notFound),
    ])
    func `a wrong address is told apart`(method: String, target: String, expected: ProblemType) {
        let problem = #expect(throws: Problem.self) { try FeedRoute(method: method, target: target) }
        #expect(problem?.type == expected)
    }
}
