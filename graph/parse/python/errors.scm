; Where the parser could not follow the text, or put in what was not there.
(ERROR) @error
(MISSING) @missing
