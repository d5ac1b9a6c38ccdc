"""What every process needs and no feature owns: settings, database, bus, jobs, limits, languages. It knows no HTTP."""
