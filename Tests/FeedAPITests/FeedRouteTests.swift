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
                .changes(stream: "ops.1", since: FeedCursor("e-12"), limit: nil), "GET",
                "/v1/streams/ops.1/changes?since=e-12"
            ),
            (
                .page("p/2 é", card: "c1", stream: "ops"), "GET",
                "/v1/streams/ops/cards/c1/pages/p%2F2%20%C3%A9"
            ),
            (.act, "POST", "/v1/actions"),
            (.publish, "POST", "/v1/cards"),
            (.outcome("a/b?c"), "GET", "/v1/cards/a%2Fb%3Fc"),
            (.outcome("c1", wait: 55), "GET", "/v1/cards/c1?wait=55"),
            (.cancel("c1"), "DELETE", "/v1/cards/c1"),
            (
                .upload(UploadTarget(key: ActionKey("k"), streamID: "ops", cardID: "c1", bucketID: "a&b")),
                "POST", "/v1/uploads?stream=ops&card=c1&bucket=a%26b&key=k"
            ),
            (.uploaded(UploadID("u1")), "GET", "/v1/uploads/u1"),
            (.socket, "GET", "/v1/socket"),
            (.streams, "GET", "/v1/streams"),
            (.cards(AdminQuery(beginning: "4f-", limit: 7)), "GET", "/v1/cards?id=4f-&limit=7"),
            (.users(AdminQuery(after: "a b", limit: 7)), "GET", "/v1/users?after=a%20b&limit=7"),
            (
                .cards(AdminQuery(stream: "ops", user: "ana", status: .active)), "GET",
                "/v1/cards?stream=ops&user=ana&status=active"
            ),
            (.webhooks, "GET", "/v1/webhooks"), (.makeWebhook, "POST", "/v1/webhooks"),
            (.removeWebhook("w1"), "DELETE", "/v1/webhooks/w1"),
            (.deadDeliveries("w1"), "GET", "/v1/webhooks/w1/dead"),
            (.replayDeliveries("w1"), "POST", "/v1/webhooks/w1/replay"),
            (.invitations, "GET", "/v1/invitations"), (.makeInvitation, "POST", "/v1/invitations"),
            (.revokeInvitation("i1"), "DELETE", "/v1/invitations/i1"),
            (.exchangeInvitation, "POST", "/v1/invitations/exchange"),
            (.analytics(RecordQuery(last: 10)), "GET", "/v1/analytics?last=10"),
            (.sendAnalytics, "POST", "/v1/analytics"),
            (.analytics(RecordQuery()), "GET", "/v1/analytics"),
            (.analytics(RecordQuery(since: 7, limit: 100)), "GET", "/v1/analytics?since=7&limit=100"),
            (.sendEvent, "POST", "/v1/events"),
            (.events(RecordQuery(since: 7)), "GET", "/v1/events?since=7"),
            (.user, "GET", "/v1/user"),
            (.updateUser, "POST", "/v1/user"),
            (.metrics, "GET", "/v1/metrics"),
            (.registerDevice, "POST", "/v1/devices"),
            (.deregisterDevice, "POST", "/v1/devices/deregister"),
            (.registerStreams, "POST", "/v1/devices/streams"),
            (.groups, "GET", "/v1/groups"), (.setGroup("on-call"), "PUT", "/v1/groups/on-call"),
            (.removeGroup("on-call"), "DELETE", "/v1/groups/on-call"),
            (.theme("a.b"), "GET", "/v1/streams/a.b/theme"), (.setTheme("ops"), "PUT", "/v1/streams/ops/theme"),
            (.removeTheme("ops"), "DELETE", "/v1/streams/ops/theme"), (.themes, "GET", "/v1/themes"),
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
        ("GET", "/v1/analytics?since=-1", .malformedRequest), ("GET", "/v1/events?since=x", .malformedRequest),
        ("DELETE", "/v1/user", .methodNotAllowed), ("GET", "/v1/devices", .methodNotAllowed),
        ("POST", "/v1/devices/other", .notFound),
        ("GET", "/v1/cards?status=lost", .malformedRequest), ("GET", "/v1/cards?stream=a%20b", .unknownStream),
        ("GET", "/v1/events?last=0", .malformedRequest), ("POST", "/v1/webhooks/w1", .methodNotAllowed),
        ("GET", "/v1/webhooks/w1/other", .notFound), ("GET", "/v1/invitations/exchange", .methodNotAllowed),
        ("GET", "/v1/invitations/i1", .methodNotAllowed), ("PUT", "/v1/invitations", .methodNotAllowed),
        ("PUT", "/v1/cards", .methodNotAllowed), ("POST", "/v1/cards/c1", .methodNotAllowed),
        ("POST", "/v1/groups", .methodNotAllowed), ("GET", "/v1/groups/a", .methodNotAllowed),
        ("POST", "/v1/streams/a/theme", .methodNotAllowed), ("GET", "/v1/streams//theme", .unknownStream),
        ("PUT", "/v1/groups/a%20b", .unknownGroup),
        ("GET", "/v1/uploads", .methodNotAllowed), ("POST", "/v1/uploads?stream=ops&card=c1", .malformedRequest),
        ("GET", "/v1/cards/%ff", .malformedRequest), ("GET", "/v1/cards/", .notFound),
    ])
    func `a wrong address is refused with the right problem type`(method: String, target: String, expected: ProblemType)
    {
        let problem = #expect(throws: Problem.self) { try FeedRoute(method: method, target: target) }
        #expect(problem?.type == expected)
    }
}
