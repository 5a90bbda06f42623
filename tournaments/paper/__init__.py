"""Everything that is drawn on paper. Pure but for its library: plain values in, a PDF out."""
