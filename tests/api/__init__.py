"""What programs ask over HTTP."""
