"""The sentence for each error."""

import errno
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from ...domain.game.decide import Refused
from ...ledger.errors import LedgerError, Tampered
from ...ledger.notation.errors import NotationError
from ...ledger.records.differences import Difference
from ...ledger.records.unreadable import Place, Rejected, Unreadable
from ...ledger.store.base import Holder
from ...ledger.store.ids import HOUSE, JOURNAL, NAMES
from . import ELLIPSIS, LONGEST_VALUE, mark, one_of, plural, shortened, text
from .differences import difference_text
from .faults import fault_text
from .notation import at_place, slip_text, suggesting
from .templates import Template, Templates, counted, filled
from .times import moment
from .violations import violation_text

Params: TypeAlias = Mapping[str, Any]

TEMPLATES: Templates = {
    # The book: where it is, and whether it can be read and written.
    "no-ledger": "there is no ledger at {book}: import, simulate, demo or init makes one",
    "no-ledger-on-server": "there is no ledger at {book}: domino init makes one",
    "other-database": "{book} is an SQLite file, but not a ledger",
    "book-is-directory": "{book} is a directory, not a ledger",
    "book-is-no-file": "{book} is not a file, and cannot be a ledger",
    "not-a-ledger": "{book} is not a ledger",
    "not-a-database": "{book} is not a ledger, or it is damaged: {reason}",
    "damaged": "{book} is a damaged ledger: {reason}",
    "other-program": "{book} holds the events of another program, in schema {schema}",
    "no-schema": "{book} has no schema to make a ledger in",
    "no-directory": "{book} cannot be made: there is no directory {directory}",
    "book-unreadable": "{book} cannot be read: {reason}",
    "locked": "{book} is locked by another program: try again later",
    "in-use": "{book} was in use by another program just then: try again ({reason})",
    "locked-by": (
        (
            "{book} is locked by {program} (connection {pid} of {user}, since {since}): "
            "try again later"
        ),
        "{book} is locked by {program} (connection {pid} of {user}): try again later",
    ),
    "read-only": "{book} is read-only",
    "in-the-way": "{book} cannot be made: {file} is there already, and is not overwritten",
    "not-empty": "{book} has a ledger that is not empty: it is not overwritten",
    "cannot-open": "{book} cannot be opened, or its directory cannot be written",
    "disk-full": "{book} cannot be written: the disk is full",
    "disk-error": "{book} cannot be read or written: {reason}",
    "unusable-book": "{book} cannot be used: {reason}",
    "unreachable": "{book} cannot be reached: {reason}",
    "connection-lost": "the connection to {book} was lost: {reason}",
    "perhaps-written": (
        "the connection to {book} was lost: check whether this was written before you try again"
    ),
    "events-hidden": (
        "this user does not see the events of rounds that are played now in {book}: "
        "this takes the rights of a writer"
    ),
    "verdicts-missing": (
        "verdicts on blocked rounds are missing in {book}, and this user may not keep them: "
        "the owner finds them with domino rebuild --only verdicts"
    ),
    "no-role": "there is no role {role} on the server of {book}: CREATE ROLE makes it",
    "not-permitted": "this user may not do that in {book}: {reason}",
    "written-meanwhile": "{book}: somebody else has written to the book meanwhile ({reason})",
    "written-otherwise": (
        "{book} does not hold {entry} as it was written: nothing of this batch is kept"
    ),
    "wrong-encoding": (
        "{book} is in encoding {encoding}: a ledger can be written only to a database "
        "made with ENCODING '{needed}'"
    ),
    "copy-in-use": "{book} is in use by another program, which keeps an old copy",
    "copy-kept": "{book} would keep a copy: {reason}",
    "bad-url": (
        "the address of the ledger is no URL of the form {form}: "
        "write / @ : ? # in a name or password as %2F %40 %3A %3F %23"
    ),
    "other-scheme": "{scheme}:// is not a ledger: name a file, or {form}",
    "unsafe-setting": "unset {variable}: with it, programs that follow the log miss events",
    "postgres-not-installed": (
        "a ledger in PostgreSQL needs an extra: pip install 'domino-ledger[postgres]', "
        "or in a clone ./demo --with postgres"
    ),
    # The contents of the book.
    "field-of-play": "{field} is no field of score or payout, and play stays as it was",
    "unknown-game": "there is no game {name!r} in the book",
    "unknown-player": "there is no player {name!r} in the book",
    "unknown-person": "there is no person {name!r} in the book; --new adds a new one",
    "ambiguous-player": "more than one person in the book is called {name!r}: {names}",
    "merged-already": "{name} counts as {into} already: domino players unmerge {name!r} undoes it",
    "same-person": "{name} and {into} are one person already",
    "not-merged": "{name} counts as nobody else",
    "sat-together": "{name} and {into} sat at one table in {game}: they cannot be one person",
    "one-person": "{name} and {other} were merged: one person cannot sit at two seats of a table",
    "name-taken": "there is a player {name!r} already",
    "name-length": "a name has 1 to {most} characters, not {length}",
    "name-characters": "{name!r} is not a name: it is blank or contains NUL",
    "no-round-to-correct": "there is no round {round} to correct: the game has {rounds}",
    "round-was-played": (
        "round {round} was played, not noted as a result: 'undo' takes it back, and a game "
        "that is over is amended"
    ),
    "no-result-to-note": "round {round} is corrected by a result, such as 'Ana 35 out'",
    "won-before-the-end": (
        "with this result the game is won in round {round}, and there are {rounds}: take those "
        "after it back first"
    ),
    "only-at-a-terminal": "{line!r} changes nothing: it is for a person at a terminal",
    "nothing-to-edit": (
        "there is no line to edit: only a deal, a move, a result, 'blocked' and 'left' are edited"
    ),
    "ambiguous-game": counted(
        "number",
        "{number} game in the book begins with {name!r}: {candidates}",
        "{number} games in the book begin with {name!r}: {candidates}",
    ),
    "similar-games": "no game in the book is called {name!r}, but it is part of {candidates}",
    "unknown-version": (
        Template("{record} has version 1 alone, not version {version}", {"newest": 1}),
        "{record} has versions 1 to {newest}, not version {version}",
    ),
    "unknown-rules": "there are no rules {rules!r}: domino rules list names all",
    "several-rules-named": "name one rule set for the same games: {rules}",
    "no-such-games": "there are no such games",
    "no-games-of-play": (
        "no game was played by rules that differ from {rules} in score or payout alone: name those "
        "it is for, as OLD={rules} (played: {played})"
    ),
    "unknown-payout": (
        (
            "{rules} is paid by the payout rule {name} with the SHA-256 {sha256}, but the function "
            "of this name here has {here}: its source has changed, and a new version needs a rule "
            "set of its own"
        ),
        (
            "{rules} is paid by the payout rule {name} with the SHA-256 {sha256}, which is missing "
            "here: use the program that has it, or name its file in DOMINO_PAYOUTS"
        ),
    ),
    "unpaid-games": (
        "money of games by {rules} is not booked yet, and this user may not do that: "
        "the owner brings the tables up to date"
    ),
    "payouts-file-failed": "{file}, which DOMINO_PAYOUTS names, stopped with {error}: {reason}",
    "payout-raised": "the payout rule {name} stopped with {error}: {reason}",
    "bad-payment": (
        Template("the payout rule {name} gave no payments: {found}", {"wrong": "not-payments"}),
        Template("the payout rule {name} gave {found}, which is no Payment", {"wrong": "kind"}),
        Template(
            "the payout rule {name} gave {found}: payer and payee must be two seats of the game",
            {"wrong": "seats"},
        ),
        Template(
            "the payout rule {name} gave {found}: the amount must be a whole number from 0 on, and "
            "a round pays at most {most} in all",
            {"wrong": "amount"},
        ),
        Template(
            "the payout rule {name} gave {found}: the reason must be a word such as 'night-pool'",
            {"wrong": "reason"},
        ),
    ),
    "payout-not-a-function": "a payout rule is a function made by def, not {found}",
    "payout-without-source": "the source of {function} cannot be read, so it has no hash",
    "payout-depends": (
        "the payout rule {name} uses {used}, whose value its own source does not show: set it "
        "within the function, or import it"
    ),
    "rules-published": "{rules} is published and never changes: give yours another version",
    "another-game": "the record has the id {record!r}, but the game has {booked!r}",
    "game-changed": "{record} has changed since: it is at version {version} now",
    "game-exists": "there is a game {name!r} already",
    # Records and rules.
    "line-too-long": "the line is longer than {limit} bytes",
    "too-many-unreadable": (
        "{number} more games were unreadable than readable: the rest of the file is left out"
    ),
    "game-of-too-many-moves": "more than {limit} moves in one game",
    "too-many-unseen-rounds": "more than {limit} rounds with unseen tiles in one game",
    "too-many-unseen-moves": "more than {limit} moves in the rounds with unseen tiles",
    "byte-order-mark": "it begins with a UTF-8 byte order mark",
    "byte-not-utf-8": "not UTF-8 at byte {byte}",
    "json-cut-short": "the JSON ends in the middle",
    "record-cut-short": "the JSON ends in the middle (one game is one line)",
    "not-json": (
        Template("not JSON: more follows at {place}", {"why": "more-follows"}),
        Template(
            "not JSON that can be read: lists and objects lie too deep at {place}",
            {"why": "too-deep"},
        ),
        Template(
            "not JSON that can be read: the number is too large at {place}",
            {"why": "number-too-large"},
        ),
        "not JSON, at {place}",
    ),
    "unexpected-value": "expected {expected}, not {found}",
    "no-such-move": counted(
        "moves",
        "there is no move {index}: there is only 1",
        "there is no move {index}: the moves are 1 to {number}",
    ),
    "one-act-a-move": "moves[{index}] must have exactly one of {acts}",
    "text-too-long": "longer than {limit} characters",
    "list-too-long": "more than {limit} of them",
    "not-in-json": "{found} is not JSON",
    "field-missing": "{field!r} is missing",
    "unknown-field": "there is no field {field!r} here",
    "unknown-kind": "expected one of {kinds} as {field!r}, not {found!r}",
    "text-empty": "the text is empty",
    "too-small": "less than {limit}",
    "too-large": "more than {limit}",
    "no-time-zone": "the time zone is missing, such as 'Z' or '+02:00'",
    "not-a-tile": "{tile!r} is not a tile: expected two halves such as '6-4'",
    "played-and-reported": (
        "a round with 'reported' has nothing else but 'claims': its play is not known"
    ),
    "points-and-pips": "a result has points or pips, not both",
    "left-twice": "a game is abandoned or forfeited, not both",
    "pips-of-seats": "round {round} has pips left of {noted} seats where the game has {seats}",
    "aborted-after-the-end": (
        "an aborted shuffle has a round after the last one: the record has {rounds}"
    ),
    "forfeited-by-nobody": "forfeited by seat {seat}, which does not exist",
    "deal-too-big": "{seats} seats with {hand} tiles each cannot be dealt from {tiles} tiles",
    "odd-partners": "{seats} seats cannot sit as partners across",
    "lead-not-in-set": "the lead {lead} is not in a set of {tiles} tiles",
    "taken-out-of-no-set": "{tile} is taken out, but is not in the set",
    "lead-taken-out": "{tile} is taken out, but may have to be led or lie in the middle",
    "does-not-go-with": "{field} is {value}, so {other} must be {allowed}",
    "hub-is-no-double": (
        "in play.layout 'hub' is 'led', so play.first_lead, and play.later_lead where it counts, "
        "must name a double that is always led"
    ),
    "standing-of-one-round": ("{field} is {value}, so a game needs score.target or score.rounds"),
    "too-much-for-a-shutout": (
        "payout.shutout is each-game: score.shutout.games, {games}, times the greatest factor of "
        "the payout, {factor}, must be at most 100"
    ),
    "points-or-factor": "a capicúa brings points or a factor: one of the two must be given",
    "invalid-value": "this value is not possible: {found}",
    "key-twice": "{key!r} is given twice",
    "text-not-utf-8": "the text is not UTF-8",
    "not-toml": "this is not TOML: {reason}",
    "unknown-time-zone": "there is no time zone {zone!r}: expected one such as 'Europe/Madrid'",
    "not-a-stake": "{stake!r} is not a stake such as 'EUR:5'",
    "not-a-name": "expected a text that is neither blank nor very long",
    "rules-in-use": (
        "games in the book were played under other rules called {rules}: give these another version"
    ),
    "rules-differ": "{rules} is published with other values",
    "not-agreed-on": "only fields of play, score, payout and penalties can be agreed on",
    "too-much-agreed": (
        "so many changes make rules of your own: publish them with 'domino rules add'"
    ),
    "not-as-agreed": "{rules} differs from {parent} in other fields than its id says",
    "agreed-not-published": (
        "{rules} was agreed at a table: give it an id without '+', and no parent"
    ),
    "other-parent": "the id {id!r} does not agree with the parent {parent!r}",
    "line-not-utf-8": "the line is not UTF-8",
    # Files and options of commands.
    "file-is-directory": "{file} is a directory, not a file",
    "file-unreadable": "{file} cannot be read: {reason}",
    "file-unwritable": "{file} cannot be written: {reason}",
    "output-is-input": "{file} cannot be written: it is the input {input}",
    "file-is-database": "{file} is a ledger or another database: it is not overwritten",
    "no-file-and-no-ledger": "{name} is not a file, and there is no ledger at {book}",
    "neither-file-nor-game": "{name} is neither a file nor a game in the book",
    "tables-unwritable": "the tables of {book} cannot be written by this user",
    "tables-damaged": (
        "{book}: the tables are damaged, the book itself is not touched: "
        "delete them, and they are made again, and what was booked stays"
    ),
    "progress-edited": "the table {table} is not as a command wrote it",
    "tables-are-other-file": "beside the book is another SQLite file, in the place of its tables",
    "tables-changed": (
        "{book}: {flaw}: {command} makes these tables again, and what was booked stays"
    ),
    "kept-tables-changed": "{book}: {flaw}: run domino init",
    "tables-of-another-book": (
        Template(
            ("the tables in {book} follow from another book: delete them, and they are made again"),
            {"in_a_file": True},
        ),
        (
            "the tables in {book} follow from another book: drop them, and domino init makes "
            "them again"
        ),
    ),
    "no-tables-yet": "{book} has no tables yet: run domino init",
    "asks-for-nothing": "this is not a query: a query begins with SELECT, WITH or VALUES",
    "only-queries": "only queries are allowed here: nothing was changed",
    "one-query": "only one query at a time is allowed",
    "no-query": "only queries are allowed here: {reason}",
    "query-not-permitted": "this user may not run that query: {reason}",
    "query-too-long": (
        "the query took longer than {seconds:g} seconds and was stopped: --timeout allows more"
    ),
    "query-too-large": (
        "the query needs more than {megabytes} MB of memory and was stopped: --memory allows more"
    ),
    "internal-table": (
        "{table} is not one of the tables that `domino tables` lists: --internal allows it"
    ),
    "program-of-query": "EXPLAIN works here only as EXPLAIN QUERY PLAN",
    "query-failed": "the query failed: {reason}",
    "columns-alike": "two columns have the same name: rename one with AS",
    "cannot-follow": (
        "{book} cannot be followed: its directory cannot be written to, "
        "and no other program has the book open for writing"
    ),
    "not-begun-by-play": (
        "{game} was not started with 'domino play': 'domino record --resume' continues it"
    ),
    "game-paused": "{game} is paused: type 'resume' in 'domino record --resume' first",
    # Archives.
    "archive-unusable": (
        Template("the archive {archive} cannot be read or written: {reason}", {"path": ""}),
        "{path} in the archive {archive} cannot be read or written: {reason}",
    ),
    "no-archive": "there is no archive at {archive}: domino archive makes one",
    "no-manifest": (
        "the manifest of the archive {archive} is not as it was written: delete the archive, and "
        "make it again"
    ),
    "other-archive": (
        "the archive {archive} has the form {format}, which this program does not know: make it "
        "again"
    ),
    "archive-columns": "{path} in the archive {archive} does not have the columns of its table",
    "process-ended": (
        "a process that counted was ended from outside, perhaps for want of memory: run it again "
        "with fewer --jobs"
    ),
    "archive-elsewhere": (
        "{archive} is not in a folder of this machine, and only such archives can be asked in SQL: "
        "copy its files"
    ),
    "archive-goes-further": (
        "{book} has {events} events, and the archive has the first {size} of this log: it is an "
        "older copy, or events were removed"
    ),
    "archive-of-another-log": (
        "the first {size} events of {book} are not those that the archive was made from"
    ),
    "archive-rules-alike": (
        "the books in the archive {archive} have different rules called {rules}: make an archive "
        "for each book"
    ),
    "not-archived": "the archive {archive} has no game {game}",
    "book-not-archived": "the archive {archive} has nothing of {book}",
    "checkpoint-after-archive": (
        "the archive {archive} ends at event {events}, and the checkpoint of {origin} has {size}: "
        "domino archive takes in what is missing"
    ),
    # Records that the book does not accept.
    "superseded": (
        "{record} is in the book with other facts: this is its version {version}, "
        "superseded at {at}: {reason}"
    ),
    "differs": "{record} is in the book with other facts: {difference}",
    "differs-not-recordable": "{record} is in the book with other facts: {violation}",
    "not-recordable": "cannot be recorded even as it was played: {violation}",
    "other-number-of-players": counted(
        "booked",
        "{record} is in the book with {number} player",
        "{record} is in the book with {number} players",
    ),
    "other-player": "{record} is in the book with {booked!r} in place of {named!r}",
    # At a table.
    "epoch-needed": (
        "this ledger was restored after position {last}: position {position} may be one of events "
        "that were lost then; name it with the epoch that was printed with it, EPOCH:{position}"
    ),
    "unknown-epoch": (
        "this ledger has no epoch {epoch}: the position is of another ledger, or of events that "
        "were lost before it was restored"
    ),
    "position-lost": (
        "the events of epoch {epoch} after position {last} were lost before this ledger was "
        "restored, and {position} is after it: go on from {epoch}:{last}"
    ),
    "play-paused": "play is paused: type 'resume' first",
    "paused-already": "play is already paused",
    "not-paused": "play is not paused",
    "no-round-dealt": "no round has been dealt",
    "next-round-not-dealt": "the round is over, and the next one has not been dealt",
    "fewer-done": "{times} acts cannot be taken back, only {done}: undo {done}",
    "games-gone": "{book}: games that the tables have are no longer in the book: {games}",
    "round-stopped": "the round was stopped here: amend the game if it went on",
    "tile-or-pips": "{pips} is a tile, or pips? Type {tile}, or {pips} pips",
    "time-in-future": "{time} is in the future",
    "time-skipped": "there was no {time} on {day}: clocks went forward, and it was {later}",
    "game-over": "the game {record!r} is over",
    "game-before-not-over": "the game {record!r} is not over: nothing follows it yet",
    "redeal-or-not": "type redeal for a new deal, or press Enter to play on",
    "which-move": "there are {moves} moves: type the number of one",
    "draws-are-unseen": "tiles are drawn unseen: type 'draw', if the rules allow it",
    "no-draw-now": "no tile may be drawn now",
    # The web: what a request may be, and who may make it.
    "no-such-page": "there is nothing at this address",
    "method-not-allowed": "this address does not take this method",
    "body-too-large": "the body is larger than this server takes",
    "bad-request": "the request is not readable",
    "invalid-request": "{place}: {reason}",
    "server-cannot": "the server cannot do this now: its log says why",
    "token-needed": "this needs a token: open the link that you were given, or ask for one",
    "unknown-token-given": "the token is not in force",
    "role-may-not": "a token for a {role} does not allow this",
    "seat-of-another": "seat {seat} belongs to somebody else",
    "name-of-another": "{name!r} is not the player at your seat",
    "versions-hidden": (
        "a round of {game} is still played: older versions are shown when it is over"
    ),
    "nothing-counts": "no round of {name!r} counts",
    "no-port": "the server cannot listen at {host}, port {port}: {reason}",
    "unknown-position": "there is no position {position}: the log ends at {end}",
    "page-of-another": "a page of another site made this request",
    "host-of-another": (
        "without tokens this server answers only to its own machine: "
        "domino token make makes the first one"
    ),
    "too-many-requests": "too many requests: try again in {seconds} seconds",
    "answer-too-slow": "the answer takes longer than {limit} seconds",
    "too-many-streams": "too many streams are open: try again in {seconds} seconds",
    "no-tiles-here": "this server has no tiles of the log: domino serve --tiles DIRECTORY",
    "no-key-here": "this server has no key to sign proofs with: domino serve --key FILE",
    "tokens-unreadable": "{file} cannot be read: {reason}",
    "no-tokens-file": "{file} is not a file of tokens",
    "unknown-token": "there is no token {id!r}: domino token list names all",
    "several-tokens": "several tokens begin with {id!r}: type more of it",
    # Simulation.
    "players-not-seated": "{rules} seats {seats} players, not {players}",
    "not-a-commitment": "a commitment has 64 digits, each 0 to 9 or a to f",
    "used-before": "this seed was committed to before: each deal needs a new one",
    "not-a-seed": "a seed has {fewest} to {most} digits, each 0 to 9 or a to f, two a byte",
    "another-seed": "this is not the seed that was committed to with {commitment}",
    "always-void": "{deals} deals of {rules} to {players} players were void: nobody could lead",
    "never-won": "no player has won a game of {rules} after {deals} deals",
    # Tampering.
    "book-inconsistent": "{book} is not what was recorded: {reason}",
    # Keys and signed notes.
    "key-name": (
        "{name!r} cannot be the name of a key: expected 1 to 200 characters, no blanks and no '+'"
    ),
    "key-id": "the key {name} does not have the id that stands beside its name",
    "no-key": "this is not a public key: expected a line such as name+id+data",
    "no-private-key": "this is not a private key: it does not begin with PRIVATE+KEY+",
    "no-public-key-in": "{file} holds no key",
    "no-private-key-in": "{file} does not hold a private key",
    "key-file-exists": "{file} exists already: a key is written to a new file",
    "key-file-open": (
        "others may read {file} (mode {mode}): only its owner may, so run chmod 600 on it"
    ),
    "no-note": "this is not a signed note: expected a text, a blank line, and signatures",
    "no-signature": "this is not the signature of a note: {line}",
    # The log over all games.
    "no-checkpoint": (
        "this is not a checkpoint: expected the name of the log, its size and its root"
    ),
    "no-checkpoint-yet": (
        "there is no checkpoint in {directory} yet: domino checkpoint --key FILE makes one"
    ),
    "no-hash": "this is not a hash of 32 bytes in Base64: {found}",
    "no-submission": "this is not what a witness is sent: domino checkpoint --since SIZE writes it",
    "no-such-size": "the log has {size} events, fewer than {old}",
    "tile-changed": "{file} is not the tile that follows from the book: another log left it",
    "tile-damaged": "{file} is lost, or not the tile that was written there",
    "tiles-damaged": (
        "the tiles in {directory} are not those of the checkpoint with {size} events there"
    ),
    "tiles-of-another-log": (
        "{directory} has the tiles of the log {origin}, and the key is of {name}"
    ),
    "not-signed": "no key that you named has signed the checkpoint of {origin}",
    "not-signed-by-log": "no key of the log has signed this checkpoint of {origin}",
    "signed-by-ended-key": (
        "the checkpoint of {origin} with {size} events is signed by {key}, which was no longer in "
        "force from {until} on, and the checkpoint holds that event"
    ),
    "too-few-witnesses": (
        "of the witnesses you named, {number} have signed the checkpoint of {origin}, "
        "and not {needed}"
    ),
    "another-checkpoint": (
        "the newest checkpoint has {size} events, and this is another one, with {other} events"
    ),
    "no-witness-of-the-book": (
        "no witness whose key is in force in the book has signed this checkpoint: "
        "domino key add KEY --role witness registers one"
    ),
    "other-log-kept": "the checkpoint kept is of the log {origin}, this one is of {other}",
    "no-witness-state": (
        "there is no {file}: domino witness --init begins it, once; if it was lost, nothing more "
        "is signed for this log before its people know why"
    ),
    "witness-began": "{file} is begun already, and has a checkpoint with {size} events",
    "checkpoint-went-back": (
        "the checkpoint of {origin} is of an earlier time than {time}, when the one kept was signed"
    ),
    "witness-has-size": (
        "the checkpoint kept has {size} events, and this goes on from {old}: "
        "domino checkpoint --since {size} writes what is missing"
    ),
    "log-not-continued": (
        "the log {origin} does not go on from the {size} events that were signed before: "
        "something was changed or removed"
    ),
    "log-too-short": (
        "the book has {events} events, fewer than the {size} of the checkpoint: events were removed"
    ),
    "other-log": (
        "the log is not the one of the checkpoint of {origin} with {size} events: "
        "something was changed, removed or put in order anew"
    ),
    "log-differs": "place {place} of the log has {entry}, where another was recorded",
    "not-in-log": (
        "{entry} is not at its place in the log of {size} events: "
        "domino verify --all finds what was changed"
    ),
    "archive-file-lost": "{path} in the archive {archive} is missing",
    "archive-file-changed": "{path} in the archive {archive} is not as it was written",
    "archive-not-of-log": (
        "the archive {archive} does not have the log of {size} events that its manifest names: "
        "something was changed, removed or added"
    ),
    "archive-lacks-games": "the archive {archive} has other games than the closed ones of {book}",
    "archive-counts-otherwise": (
        "the archive {archive} says that its games count by other rules than those of {book}"
    ),
    "archive-table-differs": (
        "the table {table} in the archive {archive} is not the one that the book has"
    ),
    "table-differs": (
        "the table {table} does not follow from the events: domino rebuild --compare shows how"
    ),
    "verdict-differs": (
        "the verdict kept on round {round} of game number {number} by {reading} is not the one "
        "that is found"
    ),
    "money-differs": (
        "the money booked for round {round} of game number {number} is not what its players owe"
    ),
    "posting-differs": "posting {posting} is not what the journal of the book has",
    "counting-differs": "the tables are not counted by the rules that the house decided on",
    "journal-went-on": "{book}: another program has booked money meanwhile: run it again",
    "sheet-code-mistyped": (
        "the code or hash {code!r} is mistyped: compare it with the sheet, sign by sign"
    ),
    "unknown-hash": (
        "no game of this book has had the hash {hash}: the sheet is of another book, or the game "
        "was changed"
    ),
    "not-logged-yet": (
        "no event of {game} can be proven by the checkpoint with {size} events: domino checkpoint "
        "makes a newer one, and hidden rounds are never proven"
    ),
    "wrong-signature": "the signature of {name} does not fit the text that it stands below",
    "wrong-entry-signature": "{entry} is no signature of {key} over the events before it",
    "key-in-book": "the key {key} is in the book already: make a new one",
    "key-name-taken": (
        "a key named {name} is in force: domino key rotate replaces it, "
        "or give the new one another name"
    ),
    "key-of-witness": "{key} is a key of a witness: its role can be nothing else",
    "no-key-of-witness": "{key} is no key of a witness: domino key new --witness makes one",
    "unknown-key": "there is no key {name!r} in the book (see domino key list)",
    "key-not-in-force": "the key {key} is no longer in force: it ended {until}",
    "unregistered-key": "the key {key} is not in the book: domino key add registers it",
    "no-ruling-by-key": "{key} may not sign rulings: it is not registered for an arbiter",
    "no-log-by-key": "{key} may not sign the log: it is registered for something else",
    "weak-key": "the key of {name} is of low order: anybody could sign in its name",
    "no-amendment-by-key": (
        "{key} may not sign amendments: it is registered neither for an arbiter nor for a scribe"
    ),
    "key-of-another": (
        "{key} belongs to {player}: nobody signs with it in the name of somebody else, or of nobody"
    ),
    "last-event-lost": "the last event of {stream} is missing, or not what was recorded",
    "event-missing": "{entry} is missing",
    "event-out-of-order": "{entry} is not in its place in the log: a later one comes before it",
    "recorded-earlier": (
        "{entry} was recorded before an event that precedes it in the log, "
        "which was recorded at {time}"
    ),
    "signed-earlier": (
        "the checkpoint of {origin} with {size} events was signed before the last of them "
        "was recorded, at {time}"
    ),
    "event-unreadable": "{entry} is not readable",
    "event-malformed": "{entry} does not have the form of an event",
    "stored-text-not-utf-8": "a text in {book} is not what was written: {reason}",
    "hash-changed": "{entry} is not what was recorded: its hash has changed",
    "other-record": "{entry} opens {opens!r}, and the id of that game is another",
    "rules-changed": "{entry} has other rules than those that are known as {rules}",
    "no-player-id": "{found!r} stands where the book has the id of a player",
    "no-player-name": "{found!r} stands where the book has the name of a player",
    "name-not-recorded": "the player {player} has a name in the book that was never recorded",
    "name-differs": "the name of the player {player} is not the one that was recorded",
    "name-missing": "the name of the player {player} is missing, and was not erased",
    "former-name-differs": (
        "the former names of the player {player} are not those that were recorded"
    ),
    "merged-at-one-table": (
        "two players were merged who had sat at one table in game {game}: no command does that"
    ),
    "head-differs": "the hash that is kept of {entry} is lost, or not its own",
    "read-otherwise": "{stream} is not the same in the log and where it is read by itself",
    "structure-changed": (
        "{object} ({kind}) in {book} was changed, added or removed: what commands show may be "
        "something else than what was recorded"
    ),
    "not-intact": "{book} is not intact: {reason}",
    "no-opening": "{stream} does not begin with its opening",
    "no-game": "the events of {stream} do not make up a game",
    "event-cannot-follow": "{entry} cannot follow what was recorded before it",
    "entry-unreadable": "an event is not readable",
    "opening-unreadable": "the first event of a game is not readable",
    "deal-incomplete": "a deal does not have a hand for every seat",
    "unknown-topic": "there is no event {topic!r}",
    "event-not-of-topic": "what is stored as {topic} is not an event of that kind",
}
"""By code."""

_PLACES = {
    "opening": mark("the opening"),
    "before-deal": mark("before the first deal"),
    "deal": mark("round {round}, the deal"),
    "move": mark("round {round}, move {move}"),
    "after-move": mark("round {round}, after move {move}"),
}
"""By the kind of a place."""


def unchanged_lines(error: LedgerError) -> Iterator[str]:
    """What was found unchanged where an event was changed or lost."""
    rounds, games = error.params.get("unchanged_rounds"), error.params.get("unchanged_games")
    if rounds is not None:
        yield plural(
            "round {number} of this game is unchanged",
            "rounds 1 to {number} of this game are unchanged",
            rounds,
        )
    if games is not None:
        sound, others = games
        if sound == others:
            yield plural(
                "the other {number} game is as it was recorded",
                "all other {number} games are as they were recorded",
                others,
            )
        else:
            yield plural(
                "{number} of the {others} other games is as it was recorded",
                "{number} of the {others} other games are as they were recorded",
                sound,
                others=others,
            )


_STREAMS = {
    str(HOUSE): mark("the house"),
    str(JOURNAL): mark("the journal"),
    str(NAMES): mark("the register of names"),
}
"""Those that are no games."""

_KINDS = {
    "text": mark("text"),
    "whole-number": mark("a whole number"),
    "boolean": mark("true or false"),
    "list": mark("a list"),
    "object": mark("an object"),
    "moment": mark("a time such as '2026-01-31T20:15:00Z'"),
    "rule-set-id": mark("a name and a version such as 'house@1'"),
    "program-name": mark("a name such as 'night-pool': a to z, 0 to 9 and hyphens, at most 40"),
    "commitment": mark("a SHA-256: 64 digits 0 to 9 and a to f"),
    "seed": mark("a seed: two digits 0 to 9 and a to f for each byte, at most 128"),
    "shuffle-id": mark("the id of a shuffle such as 'domino-shuffle/1'"),
    "currency": mark("three capital letters such as 'EUR'"),
    "name": mark("a name that is not blank, without NUL"),
    "no-nul": mark("text without NUL"),
}
"""Kinds of values in a record: "expected text or a whole number, not null"."""


def error_text(error: Exception) -> str:
    """The error as one sentence."""
    match error:
        case NotationError():
            return at_place(error, slip_text(error) or _placed(error))
        case LedgerError():
            return _placed(error)
        case Refused():
            return fault_text(error.fault)
        case OSError() if error.errno == errno.ENOSPC:
            return text("the disk is full")
        case OSError(strerror=str(reason)) if error.filename is not None:
            return text("{file}: {reason}", file=shortened(str(error.filename)), reason=reason)
        case OSError(strerror=str(reason)):
            return text("the operating system refuses: {reason}", reason=reason)
        case _:
            return text(
                "this program made a mistake that it cannot explain: "
                "set DOMINO_TRACEBACK=1 to see where"
            )


def error_json(error: LedgerError) -> dict[str, Any]:
    """The error for programs: code, parameters including the place, and message."""
    params = dict(error.params)
    if isinstance(params.get("difference"), Difference):
        params["difference"] = params["difference"]._asdict()
    if isinstance(error, NotationError):
        params |= {"line": error.line, "column": error.column}
    if isinstance(error, Unreadable) and error.place:
        params["place"] = path_of(error.place)
    if isinstance(error, Rejected) and error.violation is not None:
        params |= {name: getattr(error.violation, name) for name in ("round", "move")}
        params["violation"] = error.violation.code
    return {"code": error.code, "params": params, "message": error_text(error)}


def _placed(error: LedgerError) -> str:
    place = path_of(error.place) if isinstance(error, Unreadable) else ""
    sentence = suggesting(_sentence(error), error)
    if place:
        return text("{place}: {sentence}", place=shortened(place), sentence=sentence)
    return sentence


def path_of(place: Place) -> str:
    """A place in JSON, such as `rounds[0].moves[3]`."""
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in place)
    return "".join(steps).removeprefix(".")


def _sentence(error: LedgerError) -> str:
    params = error.params
    values = {name: _brief(name, value) for name, value in params.items()} | _made_of(params)
    if isinstance(error, Rejected) and error.violation is not None:
        violation = violation_text(error.violation, error.players)
        values["violation"] = shortened(violation, _LONGEST_REASON)
        if error.code == "illegal":
            return str(values["violation"])
    if error.code == "differs":
        assert isinstance(error, Rejected)
        difference = difference_text(params["difference"], error.players)
        values["difference"] = shortened(difference, _LONGEST_REASON)
    if isinstance(error, Tampered):
        values |= _stream_and_entry(values)
    template = TEMPLATES[error.code]
    sentence = filled(template, params, values)
    if {"record", "kind"} <= values.keys() and "{entry}" not in template:
        return text("{entry}: {sentence}", entry=values["entry"], sentence=sentence)
    return sentence


def _made_of(params: Params) -> dict[str, Any]:
    """Values of placeholders that are made of several parameters, or shown in another form."""
    values: dict[str, Any] = {}
    match params:
        case {"candidates": candidates, "number": number}:
            more = [ELLIPSIS] if number > len(candidates) else []  # There are others.
            values["candidates"] = shortened(", ".join([*candidates, *more]), _LONGEST_REASON)
        case {"kinds": kinds}:
            values["expected"] = one_of(
                text(_KINDS[kind]) if kind in _KINDS else kind for kind in kinds
            )
        case {"line": 1, "column": column}:
            values["place"] = text("column {column}", column=column)
        case {"line": line, "column": column}:
            values["place"] = text("line {line}, column {column}", line=line, column=column)
        case {"flaw": flaw}:
            table, column = flaw["table"], flaw["column"]
            values["flaw"] = text(_FLAWS[flaw["code"]], table=table, column=column)
        case {"pid": _, "program": program}:
            values["program"] = program or text("another program")
        case {"until": str(until), "key": _}:
            values["until"] = moment(until)
        case {"allowed": allowed}:
            values["allowed"] = one_of(
                text("given") if value == "object" else value for value in allowed
            )
        case {"move": int(index)}:
            values["index"] = index
        case _:
            pass
    return values


def _stream_and_entry(values: dict[str, Any]) -> dict[str, str]:
    """Whose events they are, and which of them: ``noche-2, round 1, move 3``."""
    game, stream = str(values.get("game")), values.get("record")
    if stream is None:
        stream = text(_STREAMS.get(game, mark("game {game}")), game=game)
    elif "kind" in values:
        at = text(_PLACES[values["kind"]], round=values["round"], move=values["move"])
        return {"stream": stream, "entry": text("{stream}, {place}", stream=stream, place=at)}
    entry = text("event {event} of {stream}", event=values.get("event"), stream=stream)
    return {"stream": stream, "entry": entry}


_LONGEST_REASON = 300


def _brief(name: str, value: object) -> Any:
    """A parameter as it is shown: a long text shortened, so that what is wrong can be seen."""
    match value:
        case str():
            return shortened(value, _LONGEST_REASON if name == "reason" else LONGEST_VALUE)
        case list():
            return shortened(", ".join(shortened(str(each)) for each in value), _LONGEST_REASON)
        case _:
            return value


_FLAWS = {
    "table-missing": mark("{table} is missing"),
    "column-missing": mark("{table} has no column {column}"),
    "column-unknown": mark("{table} has a column {column} that is not known"),
    "games-miscounted": mark("{table} does not hold the games that were taken in"),
    "row-edited": mark("{table} is not as a command wrote it"),
}
"""How a table or view differs from its definition."""


_WAITING = (
    mark("{book}: waiting for {program} (connection {pid} of {user}, since {since})"),
    mark("{book}: waiting for {program} (connection {pid} of {user})"),
)


def wait_text(book: str, holder: Holder) -> str:
    """The program that a command waits for."""
    params = {**holder._asdict(), "book": book}
    return filled(_WAITING, params, params | _made_of(params))
