"""C4.5 as slow and obvious as it can be: lists of examples, recursion, everything counted anew."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import log2, sqrt
from statistics import NormalDist

SMALL = 1e-6


@dataclass
class Example:
    values: list[float | int | None]
    label: int
    weight: float = 1.0


@dataclass
class Node:
    counts: list[float]
    attribute: int | None = None
    threshold: float | None = None
    children: list[Node] = field(default_factory=list)

    def lines(self, depth: int = 0) -> list[tuple[int, object, object, list[float]]]:
        """Depth, attribute, threshold and counts of all nodes, from top to bottom."""
        own = (depth, self.attribute, self.threshold, [round(count, 6) for count in self.counts])
        return [own, *(line for child in self.children for line in child.lines(depth + 1))]


class PlainTree:
    def __init__(self, sizes: list[int | None], classes: int, confidence: float, minimum: float) -> None:
        """`sizes` has the number of values of each nominal attribute, None for a numeric one."""
        self.sizes, self.classes, self.confidence, self.minimum = sizes, classes, confidence, minimum
        self.z = NormalDist().inv_cdf(1 - confidence)

    def fit(self, examples: list[Example]) -> Node:
        self.everything = examples
        root = self.grow(examples)
        self.collapse(root)
        self.prune(root, examples)
        return root

    def counts(self, examples: list[Example]) -> list[float]:
        return [sum(e.weight for e in examples if e.label == label) for label in range(self.classes)]

    def grow(self, examples: list[Example]) -> Node:
        node = Node(self.counts(examples))
        total = sum(node.counts)
        if total < 2 * self.minimum - SMALL or total - max(node.counts) < SMALL:
            return node
        splits = [self.split(examples, a, total) for a in range(len(self.sizes))]
        few = 0.3 * len(self.everything)
        are_large = [size is not None and size >= few - SMALL for size in self.sizes]
        gains = [
            split[0]
            for split, is_large in zip(splits, are_large, strict=True)
            if split and (not is_large or all(are_large))
        ]
        if not gains:
            return node
        best = 0.0
        for attribute, split in enumerate(splits):
            if split and split[0] >= sum(gains) / len(gains) - 1e-3 and split[1] > best + SMALL:
                best, node.attribute, node.threshold = split[1], attribute, split[2]
        if node.attribute is not None:
            node.children = [self.grow(part) for part in self.parts(node, examples)]
        return node

    def split(self, examples: list[Example], attribute: int, total: float) -> tuple[float, float, float | None] | None:
        known = [e for e in examples if e.values[attribute] is not None]
        size = self.sizes[attribute]
        if size is not None:
            bags = [[e for e in known if e.values[attribute] == value] for value in range(size)]
            if sum(weight(bag) > self.minimum - SMALL for bag in bags) < 2:
                return None
            gain = self.gain(bags, known, total)
            return gain, self.ratio(gain, bags, total), None
        smallest = min(max(0.1 * weight(known) / self.classes, self.minimum), max(25, self.minimum))
        if len(known) < 2 * smallest:
            return None
        known.sort(key=lambda e: e.values[attribute])
        values = [e.values[attribute] for e in known]
        cuts, best, best_place = 0, 0.0, None
        for place in range(1, len(known)):
            if values[place - 1] + 1e-5 >= values[place]:
                continue
            bags = [known[:place], known[place:]]
            if min(map(weight, bags)) <= smallest - SMALL:
                continue
            cuts += 1
            gain = self.gain(bags, known, total)
            if gain > best + SMALL:
                best, best_place = gain, place
        if best_place is None or best - log2(cuts) / total < SMALL:
            return None
        gain = best - log2(cuts) / total
        middle = (values[best_place - 1] + values[best_place]) / 2
        everything = [e.values[attribute] for e in self.everything if e.values[attribute] is not None]
        threshold = max(value for value in everything if value <= middle)
        return gain, self.ratio(gain, [known[:best_place], known[best_place:]], total), threshold

    def gain(self, bags: list[list[Example]], known: list[Example], total: float) -> float:
        after = sum(self.entropy(bag) * weight(bag) for bag in bags)
        return (self.entropy(known) * weight(known) - after) / total

    def entropy(self, bag: list[Example]) -> float:
        counts = self.counts(bag)
        return -sum(count / sum(counts) * log2(count / sum(counts)) for count in counts if count > 0)

    def ratio(self, gain: float, bags: list[list[Example]], total: float) -> float:
        parts = [*map(weight, bags), total - sum(map(weight, bags))]
        information = -sum(part / total * log2(part / total) for part in parts if part > SMALL)
        return gain / information if information else 0.0

    def parts(self, node: Node, examples: list[Example]) -> list[list[Example]]:
        size = self.sizes[node.attribute]
        known = [[] for _ in range(2 if size is None else size)]
        for e in examples:
            if (value := e.values[node.attribute]) is not None:
                known[value if size is not None else int(value > node.threshold)].append(e)
        all_known = sum(map(weight, known))
        shares = [weight(part) / all_known if all_known else 0.0 for part in known]
        missing = [e for e in examples if e.values[node.attribute] is None]
        return [
            part + [Example(e.values, e.label, e.weight * share) for e in missing if share > SMALL]
            for part, share in zip(known, shares, strict=True)
        ]

    def collapse(self, node: Node) -> None:
        if node.children and self.training_errors(node) >= errors(node.counts) - 1e-3:
            node.attribute, node.threshold, node.children = None, None, []
        for child in node.children:
            self.collapse(child)

    def training_errors(self, node: Node) -> float:
        return sum(map(self.training_errors, node.children)) if node.children else errors(node.counts)

    def prune(self, node: Node, examples: list[Example]) -> None:
        if not node.children:
            return
        for child, part in zip(node.children, self.parts(node, examples), strict=True):
            self.prune(child, part)
        largest = max(reversed(node.children), key=lambda child: round(sum(child.counts), 6))
        of_branch = self.branch_errors(largest, examples)
        of_leaf = self.estimate(node.counts)
        of_tree = self.tree_errors(node)
        if of_leaf <= min(of_tree, of_branch) + 0.1 + SMALL:
            node.attribute, node.threshold, node.children = None, None, []
        elif of_branch <= of_tree + 0.1 + SMALL:
            node.attribute, node.threshold, node.children = largest.attribute, largest.threshold, largest.children
            self.measure(node, examples)
            self.prune(node, examples)

    def measure(self, node: Node, examples: list[Example]) -> None:
        node.counts = self.counts(examples)
        if node.children:
            for child, part in zip(node.children, self.parts(node, examples), strict=True):
                self.measure(child, part)

    def tree_errors(self, node: Node) -> float:
        return sum(map(self.tree_errors, node.children)) if node.children else self.estimate(node.counts)

    def branch_errors(self, node: Node, examples: list[Example]) -> float:
        if not node.children:
            return self.estimate(self.counts(examples))
        parts = self.parts(node, examples)
        return sum(self.branch_errors(child, part) for child, part in zip(node.children, parts, strict=True))

    def estimate(self, counts: list[float]) -> float:
        total, wrong = sum(counts), errors(counts)
        return wrong + self.added(total, wrong) if total > SMALL else 0.0

    def added(self, total: float, wrong: float) -> float:
        if wrong < 1:
            base = total * (1 - self.confidence ** (1 / total))
            return base if wrong == 0 else base + wrong * (self.added(total, 1) - base)
        if wrong + 0.5 >= total:
            return max(total - wrong, 0)
        f, z = (wrong + 0.5) / total, self.z
        r = (f + z * z / (2 * total) + z * sqrt(f / total - f * f / total + z * z / (4 * total**2))) / (
            1 + z * z / total
        )
        return r * total - wrong


def weight(examples: list[Example]) -> float:
    return sum(e.weight for e in examples)


def errors(counts: list[float]) -> float:
    return sum(counts) - max(counts)
