"""Why a round came out as it did."""
