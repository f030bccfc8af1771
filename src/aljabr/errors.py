"""What goes wrong on the user's side of the door."""


class UserError(ValueError):
    """A mistake of the user's, told in one sentence."""
