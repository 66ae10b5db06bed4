"""Every table of a book, from PostgreSQL into an SQLite file and back, with its positions."""

TO_COPY = {
    "INSERT INTO stored_events (rowid, originator_id, originator_version, topic, state) "
    "VALUES (?, ?, ?, ?, ?)": (
        "SELECT notification_id, encode(uuid_send(originator_id), 'hex'), originator_version, "
        "topic, state FROM stored_events ORDER BY notification_id"
    ),
    "INSERT INTO stream_head VALUES (?, ?, ?)": (
        "SELECT encode(uuid_send(originator_id), 'hex'), version, hash FROM stream_head "
        "ORDER BY originator_id, version"
    ),
    "INSERT INTO player_name VALUES (?, ?, ?)": "SELECT player_id, name, salt FROM player_name",
    "INSERT INTO former_name VALUES (?, ?, ?)": "SELECT name, player_id, salt FROM former_name",
    "INSERT INTO epoch VALUES (?, ?, ?)": "SELECT number, began, id FROM epoch",
}
"""By statement for SQLite, where its rows come from."""

FROM_COPY = {
    "SELECT rowid, originator_id, originator_version, topic, state FROM stored_events "
    "ORDER BY rowid": (
        "INSERT INTO stored_events "
        "(notification_id, originator_id, originator_version, topic, state) "
        "OVERRIDING SYSTEM VALUE "
        "SELECT * FROM unnest(%s::bigint[], %s::uuid[], %s::bigint[], %s::text[], %b::bytea[])"
    ),
    "SELECT originator_id, version, hash FROM stream_head ORDER BY originator_id, version": (
        "INSERT INTO stream_head SELECT * FROM unnest(%s::uuid[], %s::bigint[], %s::text[])"
    ),
    "SELECT player_id, name, salt FROM player_name": (
        "INSERT INTO player_name SELECT * FROM unnest(%s::text[], %s::text[], %s::text[])"
    ),
    "SELECT name, player_id, salt FROM former_name": (
        "INSERT INTO former_name SELECT * FROM unnest(%s::text[], %s::text[], %s::text[])"
    ),
    "SELECT number, began, id FROM epoch": (
        "INSERT INTO epoch SELECT * FROM unnest(%s::bigint[], %s::bigint[], %s::text[])"
    ),
}
"""By statement for SQLite, where its rows go: values column by column, which PostgreSQL unpacks."""
