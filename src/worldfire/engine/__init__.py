"""The kernel: state, frames, procedures, decisions, rolls, events, log, undo, views. It knows no rule."""
