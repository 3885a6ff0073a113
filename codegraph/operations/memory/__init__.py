"""Operations on memory: requests, answers and handlers."""
