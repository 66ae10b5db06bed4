"""What a seat may see, and what follows about tiles that were not seen."""
