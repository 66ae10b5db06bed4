"""The archive: closed games of books in columns, as Parquet files anywhere.

It needs pyarrow, an extra. Commands about other things do not import it.
"""
