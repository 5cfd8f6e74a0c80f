"""Commands and pools of Deadreckon that run as processes of their own."""
