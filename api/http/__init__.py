"""HTTP that every route uses: bodies, strict JSON, arguments, responses, pagination, ETags, idempotency, errors."""
