"""Deeds of several enemies together: links that shield, and volleys."""
