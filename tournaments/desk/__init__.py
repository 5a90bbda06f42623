"""The organisers' desk: what its pages and forms say."""
