"""Attributes that describe a decision: their registry, and selections of them."""

from railbird.imitation.attributes.attribute_definition import AttributeCategory, AttributeDefinition
from railbird.imitation.attributes.attribute_registry import attributes_of, schemas_of
from railbird.imitation.attributes.attribute_selection import ALL_ATTRIBUTES, AttributeSelection

__all__ = [
    "ALL_ATTRIBUTES",
    "AttributeCategory",
    "AttributeDefinition",
    "AttributeSelection",
    "attributes_of",
    "schemas_of",
]
