"""The frame: settings, middleware, starting up."""
