"""What a description must hold beyond its meta-schema."""
