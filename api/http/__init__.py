"""What every route needs of HTTP: bodies, strict JSON, arguments, responses, pagination, ETags, idempotency, errors."""
