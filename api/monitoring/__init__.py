"""Monitoring for operators: request log lines and Prometheus metrics."""
