"""k-means on rows of integers with the L1 distance; of cumulative histograms, that is the earth mover's distance."""

from railbird.abstraction.clustering.lloyd import MOST_CLUSTERS, Clusters, cluster_rows, nearest_centres

__all__ = ["MOST_CLUSTERS", "Clusters", "cluster_rows", "nearest_centres"]
