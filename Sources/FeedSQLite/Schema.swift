import FeedStorage
import SQLite

import struct Foundation.UUID

/// The tables of the database, and the migrations from older versions.
enum Schema {
    /// The tables, indexes and triggers of an up-to-date database. A database without one of them is damaged.
    static let names = [
        "log", "feed", "card", "cardByChange", "cardByOrder", "cardByDeadline", "cardByLifecycle", "cardByEnd",
        "cardBySnooze", "cardUnseen", "action", "actionByCard", "publication", "publicationByAge", "upload",
        "uploadByCard", "uploadOrphan", "record", "recordByKind", "profile", "device", "deviceByUser", "deviceStreams",
        "webhook", "delivery", "deliveryByTime", "deliveryByCard", "ending", "invitation", "invitationByAge", "reader",
        "ask", "askByDue", "askByEnd", "askByEnvironment", "askOpen", "userGroup", "theme",
        "audit", "auditByAsk", "auditByTime", "auditChange", "auditRemoval",
        "archiveImport", "epoch", "feedEpoch",
    ]

    /// - Throws: ``StorageError/damaged(path:reason:)`` if an up-to-date database lacks a table or an index.
    static func requireWhole(_ database: Database, path: String) throws {
        guard let missing = try database.firstMissing(of: names) else { return }
        throw StorageError.damaged(path: path, reason: "the table or index \(missing) is missing")
    }

    static var migrations: Migrations {
        var migrations = Migrations()
        migrations.add("1") { database in
            try database.execute(
                """
                CREATE TABLE log (
                    epoch TEXT NOT NULL
                );
                CREATE TABLE feed (
                    id INTEGER PRIMARY KEY,
                    environment TEXT NOT NULL,
                    user TEXT NOT NULL,
                    stream TEXT NOT NULL,
                    -- The number of the last change.
                    sequence INTEGER NOT NULL DEFAULT 0 CHECK (sequence >= 0),
                    -- Cursors with a lower number are too old: later changes have been deleted.
                    horizon INTEGER NOT NULL DEFAULT 0,
                    -- The number of active cards.
                    visible INTEGER NOT NULL DEFAULT 0 CHECK (visible >= 0),
                    everHadCard INTEGER NOT NULL DEFAULT 0,
                    UNIQUE (environment, user, stream)
                );
                CREATE TABLE card (
                    rowid INTEGER PRIMARY KEY,
                    id TEXT NOT NULL UNIQUE,
                    feed INTEGER NOT NULL REFERENCES feed (id),
                    -- The number of the last change; 0 until the card is first delivered to the user.
                    sequence INTEGER NOT NULL,
                    status TEXT NOT NULL,
                    priority INTEGER NOT NULL CHECK (priority BETWEEN 1 AND 10),
                    createdAt INTEGER NOT NULL,
                    updatedAt INTEGER NOT NULL,
                    -- The time of the last activation, negated, so that an ascending index has the order of the feed.
                    recency INTEGER NOT NULL,
                    publishAt INTEGER,
                    snoozedUntil INTEGER,
                    expiresAt INTEGER,
                    -- The time of the next change by the clock: publication, the end of a snooze, or expiry.
                    deadline INTEGER,
                    vote TEXT,
                    lifecycle TEXT,
                    body BLOB NOT NULL
                );
                CREATE INDEX cardByChange ON card (feed, sequence);
                CREATE INDEX cardByOrder ON card (feed, priority, recency, id) WHERE status = 'active';
                CREATE INDEX cardByDeadline ON card (deadline) WHERE deadline IS NOT NULL;
                CREATE INDEX cardByLifecycle ON card (feed, lifecycle) WHERE lifecycle IS NOT NULL;
                CREATE INDEX cardByEnd ON card (updatedAt)
                    WHERE status IN ('completed', 'dismissed', 'cancelled', 'expired');
                CREATE TABLE action (
                    rowid INTEGER PRIMARY KEY,
                    card INTEGER NOT NULL REFERENCES card (rowid) ON DELETE CASCADE,
                    environment TEXT NOT NULL,
                    user TEXT NOT NULL,
                    key TEXT NOT NULL,
                    request BLOB NOT NULL,
                    receipt BLOB NOT NULL,
                    receivedAt INTEGER NOT NULL,
                    UNIQUE (environment, user, key)
                );
                CREATE INDEX actionByCard ON action (card);
                CREATE TABLE publication (
                    rowid INTEGER PRIMARY KEY,
                    environment TEXT NOT NULL,
                    key TEXT NOT NULL,
                    fingerprint TEXT NOT NULL,
                    receipt BLOB NOT NULL,
                    receivedAt INTEGER NOT NULL,
                    UNIQUE (environment, key)
                );
                CREATE INDEX publicationByAge ON publication (receivedAt);
                """)
            let epoch = UUID().uuidString.lowercased().filter { $0 != "-" }.prefix(12)
            try database.run("INSERT INTO log (epoch) VALUES (?)", [String(epoch)])
        }
        migrations.add("2") { try $0.execute(uploadSchema) }
        migrations.add("3") { database in
            try database.execute(
                "CREATE INDEX cardBySnooze ON card (feed, priority, recency, id) WHERE status = 'snoozed'")
        }
        migrations.add("4") { try $0.execute(userSchema) }
        migrations.add("5") { try $0.execute(webhookSchema) }
        migrations.add("6") { database in
            // The event that a notification is about.
            try database.execute("ALTER TABLE delivery ADD COLUMN cause TEXT")
        }
        migrations.add("7") { try $0.execute(endingSchema) }
        migrations.add("8") { try $0.execute(invitationSchema) }
        migrations.add("9") { try $0.execute(readerSchema) }
        migrations.add("10") { try $0.execute(askSchema) }
        migrations.add("11") { try $0.execute(auditSchema) }
        migrations.add("12") { try $0.execute(groupSchema) }
        migrations.add("13") { database in
            // The archives that were imported into this feed, and how many of their rows are stored. While an import is
            // not done, no server can open the feed.
            try database.execute(
                """
                CREATE TABLE archiveImport (
                    archive TEXT PRIMARY KEY,
                    stored INTEGER NOT NULL,
                    isDone INTEGER NOT NULL DEFAULT 0
                ) WITHOUT ROWID
                """)
        }
        migrations.add("14") { try $0.execute(themeSchema) }
        migrations.add("15") { try $0.execute(epochSchema) }
        return migrations
    }

    /// A short description of what each migration adds.
    static let titles = [
        "1": "feeds, cards and actions", "2": "uploads", "3": "an index of snoozed cards", "4": "users and devices",
        "5": "webhooks", "6": "the causes of notifications", "7": "closed cards", "8": "invitations", "9": "readers",
        "10": "questions", "11": "the audit record of questions", "12": "groups of users", "13": "imported archives",
        "14": "themes of streams", "15": "epochs of cursors",
    ]

    private static let endingSchema = """
        -- The cards that have ended, in this order. Numbers are never reused: a reader would miss a row with a reused
        -- number.
        CREATE TABLE ending (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            card INTEGER NOT NULL UNIQUE REFERENCES card (rowid) ON DELETE CASCADE
        );
        INSERT INTO ending (card) SELECT rowid FROM card
        WHERE status IN ('completed', 'dismissed', 'cancelled', 'expired') ORDER BY updatedAt, rowid;
        """

    private static let uploadSchema = """
        CREATE TABLE upload (
            rowid INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            card INTEGER NOT NULL REFERENCES card (rowid) ON DELETE CASCADE,
            environment TEXT NOT NULL,
            user TEXT NOT NULL,
            key TEXT NOT NULL,
            bucket TEXT NOT NULL,
            filename TEXT NOT NULL,
            type TEXT NOT NULL,
            size INTEGER NOT NULL,
            fingerprint TEXT NOT NULL,
            createdAt INTEGER NOT NULL,
            -- When an answer first contained it; NULL for an orphan, which no answer contains yet.
            submittedAt INTEGER,
            UNIQUE (environment, user, key)
        );
        CREATE INDEX uploadByCard ON upload (card);
        CREATE INDEX uploadOrphan ON upload (createdAt) WHERE submittedAt IS NULL;
        """

    private static let userSchema = """
        -- The collected analytics and events. Numbers are never reused: a reader would miss a row with a reused number.
        CREATE TABLE record (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            environment TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('analytics', 'event')),
            user TEXT NOT NULL,
            id TEXT NOT NULL,
            receivedAt INTEGER NOT NULL,
            content BLOB NOT NULL,
            UNIQUE (environment, user, kind, id)
        );
        CREATE INDEX recordByKind ON record (environment, kind, sequence);
        CREATE TABLE profile (
            environment TEXT NOT NULL,
            user TEXT NOT NULL,
            settings BLOB NOT NULL,
            updatedAt INTEGER NOT NULL,
            PRIMARY KEY (environment, user)
        ) WITHOUT ROWID;
        -- A device belongs to one user at a time.
        CREATE TABLE device (
            environment TEXT NOT NULL,
            token TEXT NOT NULL,
            user TEXT NOT NULL,
            sandbox INTEGER NOT NULL,
            production INTEGER NOT NULL,
            updatedAt INTEGER NOT NULL,
            PRIMARY KEY (environment, token)
        ) WITHOUT ROWID;
        CREATE INDEX deviceByUser ON device (environment, user);
        -- The streams for which a device gets notifications. The row with an empty token applies to all devices of the
        -- user that have no row.
        CREATE TABLE deviceStreams (
            environment TEXT NOT NULL,
            user TEXT NOT NULL,
            token TEXT NOT NULL,
            streams TEXT NOT NULL,
            PRIMARY KEY (environment, user, token)
        ) WITHOUT ROWID;
        ALTER TABLE card ADD COLUMN seenAt INTEGER;
        CREATE INDEX cardUnseen ON card (feed) WHERE status = 'active' AND seenAt IS NULL;
        """

    private static let invitationSchema = """
        CREATE TABLE invitation (
            id TEXT PRIMARY KEY,
            environment TEXT NOT NULL,
            user TEXT NOT NULL,
            -- The SHA-256 hash of the code. The code itself is never stored.
            hash BLOB NOT NULL UNIQUE,
            createdAt INTEGER NOT NULL,
            expiresAt INTEGER NOT NULL,
            -- The lifetime in days of the token that is issued for the code.
            tokenDays INTEGER NOT NULL,
            -- When the code was used; NULL if it is unused. The row is kept for a while, so that a second attempt gets
            -- a specific error.
            usedAt INTEGER
        ) WITHOUT ROWID;
        CREATE INDEX invitationByAge ON invitation (expiresAt);
        """

    private static let readerSchema = """
        -- The users who have fetched their cards.
        CREATE TABLE reader (
            environment TEXT NOT NULL,
            user TEXT NOT NULL,
            PRIMARY KEY (environment, user)
        ) WITHOUT ROWID;
        INSERT INTO reader SELECT environment, user FROM action
        UNION SELECT environment, user FROM record
        UNION SELECT environment, user FROM invitation WHERE usedAt IS NOT NULL;
        """

    private static let askSchema = """
        -- Questions to several users.
        CREATE TABLE ask (
            rowid INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            environment TEXT NOT NULL,
            key TEXT,
            createdAt INTEGER NOT NULL,
            deadline INTEGER NOT NULL,
            -- The time of the next step or of the deadline; NULL if the question is settled.
            due INTEGER,
            settledAt INTEGER,
            request BLOB NOT NULL,
            -- The users with their cards, the votes and the settlement.
            state BLOB NOT NULL,
            UNIQUE (environment, key)
        );
        CREATE INDEX askByDue ON ask (due) WHERE due IS NOT NULL;
        CREATE INDEX askByEnd ON ask (settledAt) WHERE settledAt IS NOT NULL;
        CREATE INDEX askByEnvironment ON ask (environment);
        CREATE INDEX askOpen ON ask (environment) WHERE settledAt IS NULL;
        ALTER TABLE card ADD COLUMN ask TEXT;
        """

    private static let auditSchema = """
        -- The audit log of questions. Each row contains the hash of the previous row, so that changes are detected.
        CREATE TABLE audit (
            environment TEXT NOT NULL,
            -- From 1, without gaps.
            number INTEGER NOT NULL,
            at INTEGER NOT NULL,
            event TEXT NOT NULL,
            ask TEXT NOT NULL,
            user TEXT,
            card TEXT,
            -- JSON.
            detail BLOB,
            previous TEXT NOT NULL,
            hash TEXT NOT NULL,
            PRIMARY KEY (environment, number)
        ) WITHOUT ROWID;
        CREATE INDEX auditByAsk ON audit (environment, ask, number);
        CREATE INDEX auditByTime ON audit (environment, at);
        CREATE TRIGGER auditChange BEFORE UPDATE ON audit
        BEGIN SELECT RAISE(ABORT, 'rows of the audit log cannot be changed'); END;
        CREATE TRIGGER auditRemoval BEFORE DELETE ON audit
        BEGIN SELECT RAISE(ABORT, 'rows of the audit log cannot be deleted'); END;
        """

    private static let groupSchema = """
        -- Named lists of users, for questions.
        CREATE TABLE userGroup (
            environment TEXT NOT NULL,
            name TEXT NOT NULL,
            -- A JSON array, in the order of the request.
            users BLOB NOT NULL,
            updatedAt INTEGER NOT NULL,
            PRIMARY KEY (environment, name)
        ) WITHOUT ROWID;
        """

    private static let themeSchema = """
        -- The themes that publishers have set for streams.
        CREATE TABLE theme (
            environment TEXT NOT NULL,
            stream TEXT NOT NULL,
            -- TOML.
            document TEXT NOT NULL,
            PRIMARY KEY (environment, stream)
        ) WITHOUT ROWID;
        """

    private static let epochSchema = """
        -- The epochs of the file, see ``FileEpoch``. The first one is that of the cursors of earlier versions.
        CREATE TABLE epoch (
            number INTEGER PRIMARY KEY,
            -- The epoch in cursors.
            id TEXT NOT NULL UNIQUE,
            -- The identity of the file in which the epoch began; NULL if it is unknown.
            file TEXT,
            -- The number of the last card that had ended when the epoch began.
            endings INTEGER NOT NULL
        );
        INSERT INTO epoch (number, id, endings) SELECT 1, epoch, 0 FROM log;
        -- The epoch of the last change.
        ALTER TABLE feed ADD COLUMN epoch INTEGER NOT NULL DEFAULT 1;
        -- The number of the last change of a feed in each earlier epoch in which the feed has changed.
        CREATE TABLE feedEpoch (
            feed INTEGER NOT NULL REFERENCES feed (id) ON DELETE CASCADE,
            epoch INTEGER NOT NULL,
            sequence INTEGER NOT NULL,
            PRIMARY KEY (feed, epoch)
        ) WITHOUT ROWID;
        """

    private static let webhookSchema = """
        CREATE TABLE webhook (
            id TEXT PRIMARY KEY,
            environment TEXT NOT NULL,
            url TEXT NOT NULL,
            secret TEXT NOT NULL,
            -- Names separated by commas; empty for all events.
            events TEXT NOT NULL,
            streams TEXT NOT NULL,
            createdAt INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE delivery (
            rowid INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            webhook TEXT NOT NULL REFERENCES webhook (id) ON DELETE CASCADE,
            card INTEGER NOT NULL REFERENCES card (rowid) ON DELETE CASCADE,
            event TEXT NOT NULL,
            -- The number of the change; 0 for a change that is not delivered to the user.
            sequence INTEGER NOT NULL,
            at INTEGER NOT NULL,
            attempts INTEGER NOT NULL DEFAULT 0,
            -- The time of the next attempt; NULL after the last attempt has failed.
            nextAt INTEGER,
            lastAt INTEGER,
            reason TEXT
        );
        CREATE INDEX deliveryByTime ON delivery (webhook, nextAt);
        CREATE INDEX deliveryByCard ON delivery (card);
        """
}
