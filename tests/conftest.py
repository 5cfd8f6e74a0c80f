"""What tests share: the desk to try the command line at, services, stores on both databases, and hard times."""

pytest_plugins = (
    "tests.desk",
    "tests.serving.fixtures",
    "tests.serving.remote_server",
    "tests.serving.strangers",
    "tests.storing.fixtures",
    "tests.torture.fixtures",
)
