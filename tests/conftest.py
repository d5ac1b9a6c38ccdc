"""What all tests share."""

from hypothesis import HealthCheck, settings

# No test asserts a clock: a property may take as long as it takes on a busy machine.
settings.register_profile("shanghaien", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.load_profile("shanghaien")
