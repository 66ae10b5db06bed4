"""How the generated examples are run everywhere."""

from hypothesis import settings

# A loaded machine is no failure: only a wrong answer is.
settings.register_profile("steady", deadline=None, print_blob=True)
settings.load_profile("steady")
