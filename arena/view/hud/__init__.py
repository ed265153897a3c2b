"""The head-up display: status, banners, arrows, radar, tags, messages."""
