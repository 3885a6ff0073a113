"""What can be asked of memory and done with it: requests, answers and handlers, like those about code."""
