"""Records in and out: the exchange format, import, export, versions."""
