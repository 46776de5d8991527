"""Decisions described by attributes: the schema, datasets in folders of Parquet files, and ARFF files."""

from railbird.imitation.dataset.arff_reading import ArffFile, read_arff
from railbird.imitation.dataset.arff_writing import write_arff
from railbird.imitation.dataset.attribute_schema import (
    ACTION_CLASS,
    AMOUNT_CLASS,
    CLASS_PREFIX,
    OUTCOME,
    Attribute,
    AttributeKind,
    AttributePrefix,
    AttributeSchema,
)
from railbird.imitation.dataset.dataset_folder import KEY_COLUMNS, Dataset, DatasetWriter, is_finished

__all__ = [
    "ACTION_CLASS",
    "AMOUNT_CLASS",
    "CLASS_PREFIX",
    "KEY_COLUMNS",
    "OUTCOME",
    "ArffFile",
    "Attribute",
    "AttributeKind",
    "AttributePrefix",
    "AttributeSchema",
    "Dataset",
    "DatasetWriter",
    "is_finished",
    "read_arff",
    "write_arff",
]
