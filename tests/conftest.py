"""What tests share: the desk to try the command line at."""

pytest_plugins = ("tests.desk",)
