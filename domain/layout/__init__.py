"""Where tiles lie: the open ends, and how a lay-down changes them."""
