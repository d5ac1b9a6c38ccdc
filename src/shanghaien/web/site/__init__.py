"""What every request needs: its fields, who sent it, its language, how a refusal is answered."""
