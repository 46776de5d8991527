"""Decisions described by attributes: the schema, datasets in folders of Parquet files, and ARFF files."""

from railbird.imitation.dataset.arff_reading import ArffFile, read_arff
from railbird.imitation.dataset.arff_writing import write_arff
from railbird.imitation.dataset.attribute_schema import Attribute, AttributeKind, AttributePrefix, AttributeSchema
from railbird.imitation.dataset.dataset_folder import KEY_COLUMNS, Dataset, DatasetWriter

__all__ = [
    "KEY_COLUMNS",
    "ArffFile",
    "Attribute",
    "AttributeKind",
    "AttributePrefix",
    "AttributeSchema",
    "Dataset",
    "DatasetWriter",
    "read_arff",
    "write_arff",
]
