"""The site: settings, URLs and what every request passes through. It knows no rules and no games."""
