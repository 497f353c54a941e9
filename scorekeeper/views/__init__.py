"""The pages: requests in, pages out. What they show comes from the selectors, what they change goes to the services."""
