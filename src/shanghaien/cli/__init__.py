"""The `shanghaien` command, one file per sub-command."""
