"""What tests ask of the service, by page and resource."""
