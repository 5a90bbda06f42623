"""Who may do what: devices at tables, visitors, organisers at the desk, their parts and their rights."""
