"""Costly work as jobs: what each one computes, and whether it runs in the worker or in the pool."""
