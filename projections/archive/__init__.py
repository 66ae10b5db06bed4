"""The archive: closed games of books in columns, as Parquet files anywhere.

It needs pyarrow, an extra: whoever does not ask for an archive does not import it.
"""
