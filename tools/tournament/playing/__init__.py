"""One game between two engines: played, judged and recorded; and the engines of a worker."""
