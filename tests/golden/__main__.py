"""Rewrite every transcript."""

from .transcripts import TRANSCRIPTS, played_again

for transcript in TRANSCRIPTS:
    transcript.write_text(played_again(transcript))
