import Postgres

import struct Foundation.UUID

/// The tables of a feed. They are in a separate schema, so that the database can have other tables as well. Text is
/// compared byte by byte (`COLLATE "C"`), whatever the language of the database. Times are in milliseconds since 1970.
enum Schema {
    static let name = "cardstream"

    static var migrations: Migrations {
        var migrations = Migrations(schema: name)
        migrations.add("1") { database in
            try database.execute(feedSchema)
            try database.execute(uploadSchema)
            try database.execute(userSchema)
            try database.execute(webhookSchema)
            try database.execute(askSchema)
            let epoch = UUID().uuidString.lowercased().filter { $0 != "-" }.prefix(12)
            try database.run("INSERT INTO log (epoch) VALUES ($1)", [String(epoch)])
        }
        migrations.add("2") { try $0.execute(importSchema) }
        migrations.add("3", allowsEarlier: true) { try $0.execute(commits.definition) }
        migrations.add("4", allowsEarlier: true) { try $0.execute(serverSchema) }
        migrations.add("5", allowsEarlier: true) { try $0.execute(themeSchema) }
        return migrations
    }

    /// A short description of what each migration adds.
    static let titles = [
        "1": "all tables of a feed", "2": "imported archives", "3": "a table of recent commits",
        "4": "information that servers share about each other", "5": "themes of streams",
    ]

    /// The table in which each transaction stores a row, so that the outcome of a commit can be found later.
    static let commits = CommitMarkerTable("\(name).confirmation")

    /// The key of an advisory lock that each listening server holds shared, and that an import must get exclusively.
    private static let importLock = "7017280452245743465"
    static let holdOffImports = "SELECT pg_try_advisory_lock_shared(\(importLock))"
    static let beginImport = "SELECT pg_try_advisory_xact_lock(\(importLock))"

    private static let serverSchema = """
        -- The servers that have requests waiting for a question. Not logged: each wait is recorded again within a
        -- minute.
        CREATE UNLOGGED TABLE asker (
            ask text COLLATE "C" NOT NULL,
            server text COLLATE "C" NOT NULL,
            until bigint NOT NULL,
            PRIMARY KEY (ask, server)
        );
        """

    private static let themeSchema = """
        -- The themes that publishers have set for streams.
        CREATE TABLE theme (
            environment text COLLATE "C" NOT NULL,
            stream text COLLATE "C" NOT NULL,
            -- TOML.
            document text NOT NULL,
            PRIMARY KEY (environment, stream)
        );
        """

    private static let importSchema = """
        -- The archives that were imported into this feed. Until an import is complete, no server opens the feed.
        CREATE TABLE archiveImport (
            archive text COLLATE "C" PRIMARY KEY,
            -- The number of its rows that are stored.
            stored bigint NOT NULL,
            isDone boolean NOT NULL DEFAULT false
        );
        """

    /// The settings of connections. Commits wait until changes are on disk, because a successful response means that.
    /// Tables are found only in the schema of the feed. Statements have time limits, and so does an idle transaction,
    /// because it holds locks, and a working server pauses only briefly between two statements.
    static let settings: Settings = { settings(isLocal: $0, lockMilliseconds: 20_000) }

    /// - Parameter lockMilliseconds: How long a statement may wait for a lock, in milliseconds.
    static func settings(isLocal: Bool, lockMilliseconds: Int) -> String {
        let values = [
            "search_path = \(name)", "statement_timeout = '30s'", "lock_timeout = \(lockMilliseconds)",
            "idle_in_transaction_session_timeout = '5s'",
        ]
        return """
            \(values.map { "SET \(isLocal ? "LOCAL " : "")\($0);" }.joined())
            SELECT set_config('synchronous_commit', 'on', \(isLocal))
            WHERE current_setting('synchronous_commit') IN ('off', 'local')
            """
    }

    private static let feedSchema = """
        CREATE TABLE log (
            epoch text NOT NULL
        );
        -- The counters of an environment. A transaction that increases one locks the row until its end, so that numbers
        -- become visible in their order.
        CREATE TABLE environment (
            id text COLLATE "C" PRIMARY KEY,
            -- The last numbers in the tables ending and collected.
            endings bigint NOT NULL DEFAULT 0,
            records bigint NOT NULL DEFAULT 0
        );
        -- A transaction locks the row of a feed before it changes the feed or its cards, and until its end.
        CREATE TABLE feed (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            environment text COLLATE "C" NOT NULL,
            userID text COLLATE "C" NOT NULL,
            stream text COLLATE "C" NOT NULL,
            -- The number of the last change.
            sequence bigint NOT NULL DEFAULT 0 CHECK (sequence >= 0),
            -- Cursors with a lower number are too old: later changes have been deleted.
            horizon bigint NOT NULL DEFAULT 0,
            -- The number of active cards.
            visible bigint NOT NULL DEFAULT 0 CHECK (visible >= 0),
            everHadCard boolean NOT NULL DEFAULT false,
            UNIQUE (environment, userID, stream)
        ) WITH (fillfactor = 80);
        CREATE TABLE card (
            number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            id text COLLATE "C" NOT NULL UNIQUE,
            feed bigint NOT NULL REFERENCES feed (id),
            -- The number of the last change; 0 until the card is first delivered to the user.
            sequence bigint NOT NULL,
            status text COLLATE "C" NOT NULL,
            priority bigint NOT NULL CHECK (priority BETWEEN 1 AND 10),
            createdAt bigint NOT NULL,
            updatedAt bigint NOT NULL,
            -- The time of the last activation, negated, so that an ascending index has the order of the feed.
            recency bigint NOT NULL,
            publishAt bigint,
            snoozedUntil bigint,
            expiresAt bigint,
            -- The time of the next change by the clock: publication, the end of a snooze, or expiry.
            deadline bigint,
            seenAt bigint,
            vote text,
            lifecycle text COLLATE "C",
            ask text COLLATE "C",
            body bytea NOT NULL
        );
        CREATE INDEX cardByChange ON card (feed, sequence);
        CREATE INDEX cardByOrder ON card (feed, priority, recency, id) WHERE status = 'active';
        CREATE INDEX cardBySnooze ON card (feed, priority, recency, id) WHERE status = 'snoozed';
        CREATE INDEX cardByDeadline ON card (deadline) WHERE deadline IS NOT NULL;
        CREATE INDEX cardByLifecycle ON card (feed, lifecycle) WHERE lifecycle IS NOT NULL;
        CREATE INDEX cardByEnd ON card (updatedAt) WHERE status IN ('completed', 'dismissed', 'cancelled', 'expired');
        CREATE INDEX cardUnseen ON card (feed) WHERE status = 'active' AND seenAt IS NULL;
        CREATE TABLE action (
            number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            card bigint NOT NULL REFERENCES card (number) ON DELETE CASCADE,
            environment text COLLATE "C" NOT NULL,
            userID text COLLATE "C" NOT NULL,
            key text COLLATE "C" NOT NULL,
            request bytea NOT NULL,
            receipt bytea NOT NULL,
            receivedAt bigint NOT NULL,
            UNIQUE (environment, userID, key)
        );
        CREATE INDEX actionByCard ON action (card);
        CREATE TABLE publication (
            environment text COLLATE "C" NOT NULL,
            key text COLLATE "C" NOT NULL,
            fingerprint text NOT NULL,
            receipt bytea NOT NULL,
            receivedAt bigint NOT NULL,
            PRIMARY KEY (environment, key)
        );
        CREATE INDEX publicationByAge ON publication (receivedAt);
        -- The cards that have ended, in this order for each environment. Numbers are never reused: a reader would miss
        -- a row with a reused number.
        CREATE TABLE ending (
            environment text COLLATE "C" NOT NULL,
            number bigint NOT NULL,
            card bigint NOT NULL UNIQUE REFERENCES card (number) ON DELETE CASCADE,
            PRIMARY KEY (environment, number)
        );
        """

    private static let uploadSchema = """
        CREATE TABLE upload (
            id text COLLATE "C" PRIMARY KEY,
            card bigint NOT NULL REFERENCES card (number) ON DELETE CASCADE,
            environment text COLLATE "C" NOT NULL,
            userID text COLLATE "C" NOT NULL,
            key text COLLATE "C" NOT NULL,
            bucket text NOT NULL,
            filename text NOT NULL,
            type text NOT NULL,
            size bigint NOT NULL,
            fingerprint text NOT NULL,
            createdAt bigint NOT NULL,
            -- When an answer first contained it; NULL for an orphan, which no answer contains yet.
            submittedAt bigint,
            UNIQUE (environment, userID, key)
        );
        CREATE INDEX uploadByCard ON upload (card);
        CREATE INDEX uploadOrphan ON upload (createdAt) WHERE submittedAt IS NULL;
        -- The contents of uploads, including uploads in progress.
        CREATE TABLE file (
            id text COLLATE "C" PRIMARY KEY,
            -- Whether an upload refers to it. A file that no upload refers to any more is stray.
            isKept boolean NOT NULL DEFAULT false,
            -- By the database's clock.
            startedAt timestamptz NOT NULL DEFAULT now()
        );
        CREATE INDEX fileUnderWay ON file (startedAt) WHERE NOT isKept;
        CREATE TABLE chunk (
            file text COLLATE "C" NOT NULL REFERENCES file (id) ON DELETE CASCADE,
            number bigint NOT NULL,
            bytes bytea NOT NULL,
            PRIMARY KEY (file, number)
        );
        -- Not compressed: pictures cannot be compressed further, and parts of uncompressed values can be read.
        ALTER TABLE chunk ALTER bytes SET STORAGE EXTERNAL;
        """

    private static let userSchema = """
        -- The collected analytics and events. Numbers are never reused: a reader would miss a row with a reused number.
        CREATE TABLE collected (
            environment text COLLATE "C" NOT NULL,
            sequence bigint NOT NULL,
            kind text COLLATE "C" NOT NULL CHECK (kind IN ('analytics', 'event')),
            userID text COLLATE "C" NOT NULL,
            id text COLLATE "C" NOT NULL,
            receivedAt bigint NOT NULL,
            content bytea NOT NULL,
            PRIMARY KEY (environment, sequence),
            UNIQUE (environment, userID, kind, id)
        );
        CREATE INDEX collectedByKind ON collected (environment, kind, sequence);
        CREATE INDEX collectedByAge ON collected (receivedAt);
        CREATE TABLE profile (
            environment text COLLATE "C" NOT NULL,
            userID text COLLATE "C" NOT NULL,
            settings bytea NOT NULL,
            updatedAt bigint NOT NULL,
            PRIMARY KEY (environment, userID)
        );
        -- A device belongs to one user at a time.
        CREATE TABLE device (
            environment text COLLATE "C" NOT NULL,
            token text COLLATE "C" NOT NULL,
            userID text COLLATE "C" NOT NULL,
            sandbox boolean NOT NULL,
            production boolean NOT NULL,
            updatedAt bigint NOT NULL,
            PRIMARY KEY (environment, token)
        );
        CREATE INDEX deviceByUser ON device (environment, userID);
        -- The streams for which a device gets notifications. The row with an empty token applies to all devices of the
        -- user that have no row.
        CREATE TABLE deviceStreams (
            environment text COLLATE "C" NOT NULL,
            userID text COLLATE "C" NOT NULL,
            token text COLLATE "C" NOT NULL,
            streams text NOT NULL,
            PRIMARY KEY (environment, userID, token)
        );
        CREATE TABLE invitation (
            id text COLLATE "C" PRIMARY KEY,
            environment text COLLATE "C" NOT NULL,
            userID text COLLATE "C" NOT NULL,
            -- The SHA-256 hash of the code. The code itself is never stored.
            hash bytea NOT NULL UNIQUE,
            createdAt bigint NOT NULL,
            expiresAt bigint NOT NULL,
            -- The lifetime in days of the token that is issued for the code.
            tokenDays bigint NOT NULL,
            -- When the code was used; NULL if it is unused. The row is kept for a while, so that a second attempt gets
            -- a specific error.
            usedAt bigint
        );
        CREATE INDEX invitationByAge ON invitation (expiresAt);
        CREATE INDEX invitationByUser ON invitation (environment, userID);
        -- The users who have fetched their cards.
        CREATE TABLE reader (
            environment text COLLATE "C" NOT NULL,
            userID text COLLATE "C" NOT NULL,
            PRIMARY KEY (environment, userID)
        );
        -- Named lists of users, for questions.
        CREATE TABLE userGroup (
            environment text COLLATE "C" NOT NULL,
            name text COLLATE "C" NOT NULL,
            -- A JSON array, in the order of the request.
            users bytea NOT NULL,
            updatedAt bigint NOT NULL,
            PRIMARY KEY (environment, name)
        );
        """

    private static let webhookSchema = """
        CREATE TABLE webhook (
            id text COLLATE "C" PRIMARY KEY,
            environment text COLLATE "C" NOT NULL,
            url text NOT NULL,
            secret text NOT NULL,
            -- Names separated by commas; empty for all events.
            events text NOT NULL,
            streams text NOT NULL,
            createdAt bigint NOT NULL
        );
        CREATE INDEX webhookByEnvironment ON webhook (environment);
        CREATE TABLE delivery (
            number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            id text COLLATE "C" NOT NULL UNIQUE,
            webhook text COLLATE "C" NOT NULL REFERENCES webhook (id) ON DELETE CASCADE,
            card bigint NOT NULL REFERENCES card (number) ON DELETE CASCADE,
            event text NOT NULL,
            -- For a notification: the event of the card that caused it.
            cause text,
            -- The number of the change; 0 for a change that is not delivered to the user.
            sequence bigint NOT NULL,
            at bigint NOT NULL,
            attempts bigint NOT NULL DEFAULT 0,
            -- The time of the next attempt, or when the claim of a server expires; NULL after the last attempt has
            -- failed.
            nextAt bigint,
            lastAt bigint,
            reason text
        );
        CREATE INDEX deliveryByTime ON delivery (webhook, nextAt);
        CREATE INDEX deliveryByCard ON delivery (card);
        """

    private static let askSchema = """
        -- Questions to several users. A transaction that changes a question locks its row before the rows of its feeds.
        CREATE TABLE ask (
            number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            id text COLLATE "C" NOT NULL UNIQUE,
            environment text COLLATE "C" NOT NULL,
            key text COLLATE "C",
            createdAt bigint NOT NULL,
            deadline bigint NOT NULL,
            -- The time of the next step or of the deadline; NULL if the question is settled.
            due bigint,
            settledAt bigint,
            request bytea NOT NULL,
            -- The users with their cards, the votes and the settlement.
            state bytea NOT NULL,
            UNIQUE (environment, key)
        );
        CREATE INDEX askByDue ON ask (due) WHERE due IS NOT NULL;
        CREATE INDEX askByEnd ON ask (settledAt) WHERE settledAt IS NOT NULL;
        CREATE INDEX askByEnvironment ON ask (environment, number);
        CREATE INDEX askOpen ON ask (environment, number) WHERE settledAt IS NULL;
        -- The audit log of questions. Each row contains the hash of the previous row, so that changes are detected.
        CREATE TABLE audit (
            environment text COLLATE "C" NOT NULL,
            -- From 1, without gaps.
            number bigint NOT NULL,
            at bigint NOT NULL,
            event text NOT NULL,
            ask text COLLATE "C" NOT NULL,
            userID text,
            card text,
            -- JSON.
            detail bytea,
            previous text NOT NULL,
            hash text NOT NULL,
            PRIMARY KEY (environment, number)
        );
        CREATE INDEX auditByAsk ON audit (environment, ask, number);
        CREATE INDEX auditByTime ON audit (environment, at);
        CREATE FUNCTION refuseAuditChange() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE EXCEPTION 'rows of the audit log cannot be changed or deleted'; END $$;
        CREATE TRIGGER auditChange BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
            FOR EACH STATEMENT EXECUTE FUNCTION refuseAuditChange();
        """
}
