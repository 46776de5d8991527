"""Joint tables of two players' classes of cards, as matrices: for solvers that update all classes at once.

- `JointTables` are the matrices, which any two-player abstraction can have.
- `tables_of_enumeration` counts them in games with few cards.
- Abstractions with `joint_tables` have tables of their own: percentile buckets, and buckets by winning chances.
"""

from railbird.abstraction.joint.joint_tables import (
    HasJointTables,
    JointTables,
    check_class_count,
    has_joint_tables,
    parent_transition,
    tables_of_enumeration,
)

__all__ = [
    "HasJointTables",
    "JointTables",
    "check_class_count",
    "has_joint_tables",
    "parent_transition",
    "tables_of_enumeration",
]
