internal import Basics
internal import Cards
internal import CurlTransport
internal import FeedAPI
internal import FeedServer
internal import FeedTransport

extension WebhookSender {
    /// Delivers with libcurl, which is loaded for the first delivery.
    ///
    /// - Parameter authorityFile: Returns the path of a PEM file with the certificate authorities to trust instead of
    ///   the system's. Called for each delivery.
    static func curl(authorityFile: @escaping @Sendable () -> String?) -> WebhookSender {
        let shared = Lock<(file: String?, driver: CurlDriver)?>(nil)
        return WebhookSender { post in
            let file = authorityFile()
            let driver = shared.withLock { shared in
                if let shared, shared.file == file { return shared.driver }
                let driver = CurlDriver(CurlConfiguration(authorityFile: file))
                shared = (file, driver)
                return driver
            }
            var request = HTTPRequest(
                "POST", url: post.url, headers: post.headers.map { HTTPHeader($0.name, $0.value) }, body: post.body,
                limits: HTTPLimits(
                    maxResponseBytes: 1 << 20, connectTimeout: .seconds(5), totalTimeout: .seconds(15)),
                followsRedirects: false)
            request.addresses = post.addresses
            do throws(TransportError) {
                return .status(try await driver.send(request).status)
            } catch .redirected {
                return .failed("a redirect, which is not followed")
            } catch {
                return .failed(CommandFailure.message(for: FeedError(error, of: "the receiver")))
            }
        }
    }
}
