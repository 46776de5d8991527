"""The learners of Weka itself, run as processes on the same rows."""
