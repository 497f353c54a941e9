"""What templates can say about cards, bids and points: `words` as plain text, `pepper` as markup."""
