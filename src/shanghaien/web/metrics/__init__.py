"""What whoever watches over a site reads at /metrics."""
