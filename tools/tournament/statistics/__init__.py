"""What games say about strength: Elo, ratings, sequential tests, mean points, sums of results."""
