"""What all tests share."""

from hypothesis import HealthCheck, settings

# No test asserts a clock: a property may take as long as it takes on a busy machine.
settings.register_profile("explore", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
# What one run shows every other run shows too; `make explore` looks for examples that nobody has tried yet.
settings.register_profile("steady", settings.get_profile("explore"), derandomize=True, database=None)
settings.load_profile("steady")
