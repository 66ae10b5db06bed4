"""Why a round came out as it did, as steps with codes (`projections.messages.explanations`)."""
