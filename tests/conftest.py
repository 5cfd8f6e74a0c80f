"""What tests share: the desk to try the command line at, services, and stores on both databases."""

pytest_plugins = ("tests.desk", "tests.serving.fixtures", "tests.storing.fixtures")
