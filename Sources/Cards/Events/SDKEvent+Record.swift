extension SDKEvent {
    /// The event as an analytics record (Atomic, "Extracting analytics": the names of its properties).
    ///
    /// - Parameters:
    ///   - hostContext: The host's properties.
    ///   - clientAppVersion: The host program's version.
    package func record(hostContext: JSONObject = [:], clientAppVersion: String? = nil) -> AnalyticsRecord {
        AnalyticsRecord(
            id: id, name: name, at: at, localTimestamp: localTimestamp, streamID: report.streamID,
            streamIDs: report.streamIDs, stream: report.stream, card: report.card, properties: properties,
            hostContext: hostContext, clientAppVersion: clientAppVersion)
    }

    private var properties: JSONObject {
        var properties = report.detail.properties
        switch kind {
        case .userRedirected, .cardSubviewDisplayed, .cardSubviewExited, .videoPlayed, .videoCompleted,
            .userFileUploadsStarted, .userFileUploadsCompleted, .userFileUploadsFailed:
            properties["subviewLevel"] = .number(JSONNumber(report.view.subviewLevel))
            properties["subviewId"] = report.view.subviewID.map { .string($0) }
            properties["subviewTitle"] = report.view.subviewTitle.map { .string($0) }
        default: break
        }
        return properties
    }
}

extension SDKEvent.Detail {
    fileprivate var properties: JSONObject {
        switch self {
        case .cardDismissed, .streamDisplayed, .snoozeOptionsDisplayed, .snoozeOptionsCanceled, .cardSubviewDisplayed,
            .cardSubviewExited, .sdkInitialized:
            return [:]
        case .cardDisplayed(let metadata): return metadata.isEmpty ? [:] : ["payloadMetadata": .object(metadata)]
        case .cardCompleted(let name, let values): return ["buttonName": .string(name), "values": .object(values)]
        case .cardSnoozed(let until, let seconds):
            var properties: JSONObject = ["unsnooze": .string(until.rfc3339)]
            if let seconds = JSONNumber(seconds) { properties["snoozePeriod"] = .number(seconds) }
            return properties
        case .cardFeedUpdated(let count): return ["cardCount": .number(JSONNumber(count))]
        case .cardVotedUp(let source, let message):
            var properties: JSONObject = ["source": .string(source.rawValue)]
            properties["message"] = message.map { .string($0) }
            return properties
        case .cardVotedDown(let source, let reason, let message):
            var properties: JSONObject = ["source": .string(source.rawValue), "reason": .string(reason.rawValue)]
            properties["message"] = message.map { .string($0) }
            return properties
        case .runtimeVarsUpdated(let values, _):
            var resolved = JSONObject()
            for (name, value) in values.sorted(by: { $0.key < $1.key }) { resolved[name] = .string(value) }
            return ["resolvedVariables": .object(resolved)]
        case .userRedirected(.url(let url), let source):
            return ["linkMethod": "url", "url": .string(url), "detail": .string(source.rawValue)]
        case .userRedirected(.payload(let payload), let source):
            return [
                "linkMethod": "payload", "redirectPayload": .object(payload), "detail": .string(source.rawValue),
            ]
        case .videoPlayed(let url), .videoCompleted(let url): return ["mediaURL": .string(url)]
        case .requestFailed(let path, let status):
            return ["path": .string(path), "statusCode": .number(JSONNumber(status))]
        case .notificationReceived(let notification):
            var properties: JSONObject = ["id": .string(notification.id)]
            if !notification.detail.isEmpty { properties["detail"] = .object(notification.detail) }
            return properties
        case .userFileUploadsStarted(let files), .userFileUploadsCompleted(let files),
            .userFileUploadsFailed(let files):
            return [
                "fileInfo": .array(
                    files.map { ["filename": .string($0.filename), "bucketId": .string($0.bucketID)] })
            ]
        }
    }
}
