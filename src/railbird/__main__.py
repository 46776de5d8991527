"""`python -m railbird` is the command line."""

from railbird.cli import main

if __name__ == "__main__":
    main()
