"""Transcripts: what is typed, and every byte that comes back.

Each `*.txt` here is one sitting in an empty directory that holds the files of `records/` and of
`tests/data`. A line that begins with ``$ `` is typed; below it stands what came to standard output,
then standard error (each line after ``2> ``), then the exit code where it is not 0. Renew them all
with ``python -m tests.golden`` and read the difference before believing it; to begin a new one,
write down what to type.
"""
