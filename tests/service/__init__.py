"""Servers that run as processes, nginx, generated clients, installed wheels."""
