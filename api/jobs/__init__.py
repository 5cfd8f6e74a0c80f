"""Costly work as jobs: the job functions, and the choice between this worker and the pool."""
