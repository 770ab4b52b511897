"""How Hypothesis searches: the same examples on every push, and no deadline, since machines differ in speed."""

from hypothesis import settings

settings.register_profile("push", deadline=None, derandomize=True, max_examples=100)
settings.register_profile("search", deadline=None, max_examples=5_000)
settings.load_profile("push")
