"""The pages: HTML for people, which works as plain links and forms."""
