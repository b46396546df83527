import SQLite

/// The tables, and the migrations of databases of earlier versions.
enum Schema {
    /// Stored in SQLite's `user_version`, so that an up-to-date database opens without checking its migrations.
    static let version = 15

    /// The tables and indexes of an up-to-date database. A database without one of them is damaged.
    static let names = [
        "stream", "sync_state", "card", "card_order", "card_deadline", "card_snoozed", "outbox", "outbox_card",
        "outbox_history", "outbox_time", "draft", "owner", "history", "seen", "analytics", "unreadable_action",
        "source", "outbox_source", "analytics_source", "card_unseen", "theme",
    ]

    /// Each migration has a name and is never edited after its release. A change is a new migration and a higher
    /// ``version``.
    static var migrations: Migrations {
        var migrations = Migrations()
        migrations.add("cards, outbox, sync state") { db in
            try db.execute(
                """
                CREATE TABLE stream (
                    row INTEGER PRIMARY KEY,
                    name TEXT NOT NULL UNIQUE CHECK (length(name) > 0),
                    -- The number of visible cards. Every write updates it, so that no reader has to count cards.
                    visible_count INTEGER NOT NULL DEFAULT 0 CHECK (visible_count >= 0),
                    ever_had_card INTEGER NOT NULL DEFAULT 0 CHECK (ever_had_card IN (0, 1)),
                    -- The number of the latest snapshot. When the snapshot is complete, cards with a lower number are
                    -- stale.
                    generation INTEGER NOT NULL DEFAULT 0
                );

                CREATE TABLE sync_state (
                    stream INTEGER PRIMARY KEY REFERENCES stream(row),
                    cursor TEXT,
                    etag TEXT,
                    epoch TEXT,
                    last_synced INTEGER
                );

                -- A rowid table, because random ids as the primary key would make inserts several times slower.
                -- Times are in milliseconds since 1970. The columns before shown_status have the state of the server.
                -- The columns from shown_status on have what the user sees, with the responses in the outbox applied.
                CREATE TABLE card (
                    row INTEGER PRIMARY KEY,
                    stream INTEGER NOT NULL REFERENCES stream(row),
                    id TEXT NOT NULL CHECK (length(id) > 0),
                    sequence INTEGER NOT NULL,
                    generation INTEGER NOT NULL,
                    -- Not IN: for a list of this length, SQLite would build a temporary table at every insert, which
                    -- takes longer than the insert.
                    status TEXT NOT NULL CHECK (status = 'active' OR status = 'embargoed' OR status = 'snoozed'
                        OR status = 'completed' OR status = 'dismissed' OR status = 'cancelled'
                        OR status = 'expired'),
                    priority INTEGER NOT NULL CHECK (priority BETWEEN 1 AND 10),
                    created INTEGER NOT NULL,
                    updated INTEGER NOT NULL,
                    active INTEGER NOT NULL,
                    snoozed_until INTEGER,
                    expires INTEGER,
                    vote TEXT CHECK (vote IN ('up','down')),
                    shown_status TEXT NOT NULL,
                    shown_until INTEGER,
                    shown_vote TEXT,
                    visible INTEGER NOT NULL CHECK (visible IN (0, 1)),
                    -- The time when the card became active, negated, so that all columns of the order are ascending: a
                    -- comparison of row values needs that.
                    recency INTEGER NOT NULL,
                    -- 0: no response in the outbox; 1: waiting; 2: refused.
                    delivery INTEGER NOT NULL DEFAULT 0 CHECK (delivery BETWEEN 0 AND 2),
                    -- When the clock changes or deletes the card; NULL for never.
                    deadline INTEGER,
                    version INTEGER NOT NULL,
                    -- The last column, so that reading the others never reads the overflow pages of a long body.
                    body BLOB NOT NULL,
                    UNIQUE (stream, id)
                );
                CREATE INDEX card_order ON card(stream, priority, recency, id) WHERE visible = 1;
                CREATE INDEX card_deadline ON card(deadline) WHERE deadline IS NOT NULL;

                -- Refers to cards by id, not by row: an action can outlive its card, and a rescued action is stored
                -- before its card.
                CREATE TABLE outbox (
                    position INTEGER PRIMARY KEY AUTOINCREMENT,
                    key TEXT NOT NULL UNIQUE CHECK (length(key) > 0),
                    stream INTEGER NOT NULL REFERENCES stream(row),
                    card TEXT NOT NULL,
                    response BLOB NOT NULL,
                    created INTEGER NOT NULL,
                    attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
                    next_attempt INTEGER NOT NULL,
                    refused_reason TEXT
                );
                CREATE INDEX outbox_card ON outbox(stream, card, position);
                """)
        }
        migrations.add("drafts") { db in
            try db.execute(
                """
                -- Unsent entries in the forms of cards. Refers to cards by id, because a draft stays while its card is
                -- missing.
                CREATE TABLE draft (
                    stream INTEGER NOT NULL REFERENCES stream(row),
                    card TEXT NOT NULL,
                    content BLOB NOT NULL,
                    PRIMARY KEY (stream, card)
                ) WITHOUT ROWID;
                """)
        }
        migrations.add("owner") { db in
            try db.execute(
                """
                -- The owner of the cards: the server, the environment and the user. No row before the first connection.
                CREATE TABLE owner (
                    one INTEGER PRIMARY KEY CHECK (one = 1),
                    name TEXT NOT NULL
                );
                """)
        }
        migrations.add("events") { db in
            try db.execute(
                """
                -- Events of cards other than answers, until a consumer has processed them.
                CREATE TABLE event (
                    position INTEGER PRIMARY KEY AUTOINCREMENT,
                    id TEXT NOT NULL UNIQUE CHECK (length(id) > 0),
                    kind TEXT NOT NULL,
                    stream INTEGER NOT NULL REFERENCES stream(row),
                    card TEXT NOT NULL,
                    time INTEGER NOT NULL,
                    content BLOB NOT NULL
                );
                """)
        }
        migrations.add("history") { db in
            try db.execute(
                """
                -- The actions of the user, for display. Several cards that were answered at the same time share one
                -- row. While the outbox has actions of a row, it has their state.
                CREATE TABLE history (
                    row INTEGER PRIMARY KEY AUTOINCREMENT,
                    time INTEGER NOT NULL,
                    stream INTEGER NOT NULL REFERENCES stream(row),
                    card TEXT NOT NULL,
                    title TEXT NOT NULL,
                    count INTEGER NOT NULL,
                    -- Without the entered values, for privacy.
                    response BLOB NOT NULL,
                    -- How it ended without the server: undone, or discarded after a refusal. NULL if the server
                    -- accepted it.
                    ending TEXT CHECK (ending IN ('undone', 'discarded'))
                );
                ALTER TABLE outbox ADD COLUMN history INTEGER;
                CREATE INDEX outbox_history ON outbox(history) WHERE history IS NOT NULL;
                CREATE INDEX outbox_time ON outbox(next_attempt);
                CREATE INDEX card_snoozed ON card(stream, shown_until) WHERE shown_status = 'snoozed';
                """)
        }
        migrations.add("seen") { db in
            try db.execute(
                """
                -- Cards that the user has seen. Not a column of the table card, whose rows are long.
                CREATE TABLE seen (
                    stream INTEGER NOT NULL REFERENCES stream(row),
                    card TEXT NOT NULL,
                    PRIMARY KEY (stream, card)
                ) WITHOUT ROWID;
                """)
        }
        migrations.add("analytics") { db in
            try db.execute(
                """
                -- Analytics records for the publisher, encoded as they are sent. Deleted when the server has received
                -- them.
                CREATE TABLE analytics (
                    position INTEGER PRIMARY KEY AUTOINCREMENT,
                    id TEXT NOT NULL UNIQUE CHECK (length(id) > 0),
                    content BLOB NOT NULL
                );
                -- The analytics record to queue when the server has accepted the action.
                ALTER TABLE outbox ADD COLUMN report BLOB;
                """)
            try QueuedRecord.migrateEvents(db)
            try db.execute("DROP TABLE event")
        }
        migrations.add("closed") { db in
            try db.execute(
                """
                -- The number of cards that were already closed when the server received the action.
                ALTER TABLE history ADD COLUMN closed INTEGER NOT NULL DEFAULT 0 CHECK (closed >= 0);
                """)
        }
        migrations.add("unreadable actions") { db in
            try db.execute(
                """
                -- Actions whose response cannot be decoded. Moved here unchanged, so that they do not block other
                -- actions.
                CREATE TABLE unreadable_action (
                    key TEXT PRIMARY KEY,
                    stream INTEGER NOT NULL REFERENCES stream(row),
                    card TEXT NOT NULL,
                    response BLOB NOT NULL,
                    created INTEGER NOT NULL,
                    attempts INTEGER NOT NULL,
                    history INTEGER,
                    set_aside INTEGER NOT NULL
                ) WITHOUT ROWID;
                """)
        }
        migrations.add("sources") { db in
            try db.execute(
                """
                -- The sources of cards in addition to the connection, with the names under which they are attached.
                CREATE TABLE source (
                    row INTEGER PRIMARY KEY CHECK (row > 0),
                    name TEXT NOT NULL UNIQUE CHECK (length(name) > 0)
                );
                -- The source of a stream: a row of the table source, or 0 for the connection. Actions and analytics
                -- records have the value of their stream, so that each source finds its own rows with an index.
                ALTER TABLE stream ADD COLUMN source INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE outbox ADD COLUMN source INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE analytics ADD COLUMN source INTEGER NOT NULL DEFAULT 0;
                DROP INDEX outbox_time;
                CREATE INDEX outbox_time ON outbox(source, next_attempt);
                CREATE INDEX outbox_source ON outbox(source, position);
                CREATE INDEX analytics_source ON analytics(source, position);
                """)
        }
        migrations.add("owners of sources") { db in
            try db.execute(
                """
                -- The owner of the cards of a source, as the table owner has it for the connection. NULL until it is
                -- known.
                ALTER TABLE source ADD COLUMN owner TEXT;
                """)
        }
        migrations.add("unseen cards") { db in
            try db.execute(
                """
                -- A copy of the table seen, only for the index. SQLite stores 0 and 1 in the header of the row, so
                -- reading it does not read the long body before it.
                ALTER TABLE card ADD COLUMN seen INTEGER NOT NULL DEFAULT 0 CHECK (seen IN (0, 1));
                UPDATE card SET seen = 1 WHERE (stream, id) IN (SELECT stream, card FROM seen);
                -- The unseen cards in the order of the feed. Windows count the unseen cards beyond their edges.
                CREATE INDEX card_unseen ON card(stream, priority, recency, id) WHERE visible = 1 AND seen = 0;
                """)
        }
        migrations.add("read cards") { db in
            try db.execute(
                """
                -- Whether the user has read a card, if its source tracks that; the column seen then has the same value.
                -- Otherwise NULL.
                ALTER TABLE card ADD COLUMN is_read INTEGER CHECK (is_read IN (0, 1));
                UPDATE card SET is_read = json_extract(CAST(body AS TEXT), '$.metadata.read')
                WHERE stream IN (SELECT row FROM stream WHERE source > 0) AND json_valid(CAST(body AS TEXT))
                    AND json_type(CAST(body AS TEXT), '$.metadata.read') IN ('true', 'false');
                UPDATE card SET seen = is_read WHERE is_read IS NOT NULL;
                """)
        }
        migrations.add("cards of former owners") { db in
            try db.execute(
                """
                -- Whether the stream ever had a card of a former owner. The column ever_had_card is about the current
                -- owner.
                ALTER TABLE stream ADD COLUMN had_former_card INTEGER NOT NULL DEFAULT 0
                    CHECK (had_former_card IN (0, 1));
                """)
        }
        migrations.add("themes") { db in
            try db.execute(
                """
                -- The themes that publishers have set for streams, as last received. The document is NULL if there is
                -- none.
                CREATE TABLE theme (
                    stream INTEGER PRIMARY KEY REFERENCES stream(row),
                    tag TEXT NOT NULL,
                    document TEXT
                );
                """)
        }
        migrations.add("pressed buttons") { db in
            try db.execute(
                """
                -- The text of the pressed button. NULL for other actions, and for actions of earlier versions.
                ALTER TABLE history ADD COLUMN button TEXT;
                """)
        }
        return migrations
    }
}
