"""Where tiles lie: the open ends, and how a lay changes them."""
