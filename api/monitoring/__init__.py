"""What operators watch: request log lines and Prometheus metrics."""
