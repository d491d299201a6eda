// Items in a row, from the lowest to the highest, into which new ones can be put anywhere: a B+ tree that counts.
//
// The items lie in leaves, as many as fit a few cache lines; an inner node knows of each of its branches how many items
// lie ahead of it within the node. Going down from the root finds a position; going up from an item's leaf finds the
// item's position. Both take O(log n) steps. Nodes that are full are split on the way down, so that there is always
// room on arrival. Loops run over whole nodes, filled or not: as their length is known compilers make vector code of
// them, and there is hardly a branch to mispredict.
//
// A rule says where a new item belongs: behind all items that are `before` its target. `before` must be monotone along
// the row: true, then false. Rules look at the position of an item (from 0) and at its key, which never decreases along
// the row.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "counters.hpp"

namespace seqjudge {
namespace detail {

struct NoKey {};

// The keys of a node or a leaf.
template <class Key, int Length>
struct Keys {
  Key key[Length] = {};
  Key operator[](int i) const { return key[i]; }
  void set(int i, Key value) { key[i] = value; }
  void open_gap(int slot, int count) { std::copy_backward(key + slot, key + count, key + count + 1); }
  void set_lowest(int i) { key[i] = std::numeric_limits<Key>::lowest(); }
};

template <int Length>
struct Keys<NoKey, Length> {
  NoKey operator[](int) const { return {}; }
  void set(int, NoKey) {}
  void open_gap(int, int) {}
  void set_lowest(int) {}
};

}  // namespace detail

// The target is the position of the item ahead; there are no keys.
struct PositionRule {
  using Key = detail::NoKey;
  using Target = std::int32_t;
  static bool before(std::int32_t position, Key, Target target) { return position <= target; }
  static Key make_key(std::int32_t, Target) { return {}; }
};

// There are others between the items, whom nobody needs to list: an item's key is the number of those ahead of it. The
// target is the place, from 0, of whatever stands ahead, where all have their places.
template <class Place>
struct PlaceRule {
  using Key = Place;
  using Target = Place;
  static bool before(std::int32_t position, Key key, Target target) {
    return static_cast<Place>(position) + key <= target;
  }
  static Key make_key(std::int32_t position, Target target) { return target + 1 - static_cast<Place>(position); }
};

// Sorted by score, an item ahead of its equals that came before.
struct ScoreRule {
  using Key = double;
  using Target = double;
  static bool before(std::int32_t, Key key, Target score) { return key < score; }
  static Key make_key(std::int32_t, Target score) { return score; }
};

template <class Rule>
class ItemTree {
 public:
  using Key = typename Rule::Key;
  using Target = typename Rule::Target;

  ItemTree() : leaves_(1) {}

  std::int32_t size() const { return static_cast<std::int32_t>(leaf_of_.size()); }

  // Gets memory for this many more items at once, where they are many. Leaves are about two thirds full.
  void reserve(std::size_t more) {
    if (more <= leaf_of_.size()) return;
    leaf_of_.reserve(leaf_of_.size() + more);
    leaves_.reserve(leaves_.size() + more / (leaf_size * 5 / 8) + 1);
  }

  // Puts a new item, whose number is size(), behind all that are before `target`; returns its position. If memory runs
  // out nothing has changed.
  std::int32_t insert(Target target) {
    make_room();
    if (is_full(root_, height_)) grow_root();
    std::int32_t base = 0, at = root_;
    for (int level = height_; level > 0; --level) {
      int branch = choose_and_count(nodes_[static_cast<std::size_t>(at)], base, target);
      if (is_full(nodes_[static_cast<std::size_t>(at)].child[branch], level - 1)) {
        split_branch(at, branch, level - 1);
        Node& node = nodes_[static_cast<std::size_t>(at)];
        // The halves have been made, and counted, without the new item.
        if (Rule::before(base + node.ahead[branch + 1], node.first[branch + 1], target))
          ++branch;
        else
          ++node.ahead[branch + 1];
      }
      const Node& node = nodes_[static_cast<std::size_t>(at)];
      base += node.ahead[branch];
      at = node.child[branch];
    }
    Leaf& leaf = leaves_[static_cast<std::size_t>(at)];
    const int slot = choose(leaf, base, target);
    open_gap(leaf.item, slot, leaf.count);
    leaf.key.open_gap(slot, leaf.count);
    leaf.item[slot] = size();
    leaf.key.set(slot, Rule::make_key(base + slot, target));
    ++leaf.count;
    leaf_of_.push_back(at);
    return base + slot;
  }

  // Makes a tree of n items at once: `item(k)` stands at position k and has the key `key(item)`. Leaves and nodes are
  // filled to two thirds, as they come to be on average.
  template <class Item, class MakeKey>
  void build(std::int32_t n, const Item& item, const MakeKey& key) {
    ItemTree fresh;
    fresh.leaf_of_.resize(static_cast<std::size_t>(n));
    fresh.leaves_.resize(static_cast<std::size_t>(std::max(parts(n, leaf_fill), 1)));
    std::vector<Branch> level(fresh.leaves_.size());
    for (std::int32_t at = 0; at < static_cast<std::int32_t>(level.size()); ++at) {
      Leaf& leaf = fresh.leaves_[static_cast<std::size_t>(at)];
      const std::int32_t begin = at * leaf_fill;
      leaf.count = std::min(leaf_fill, n - begin);
      for (int i = 0; i < leaf.count; ++i) {
        leaf.item[i] = item(begin + i);
        leaf.key.set(i, key(leaf.item[i]));
        fresh.leaf_of_[static_cast<std::size_t>(leaf.item[i])] = at;
      }
      leaf.next = begin + leaf.count < n ? at + 1 : -1;
      level[static_cast<std::size_t>(at)] = {at, leaf.count, leaf.key[0]};
    }
    while (level.size() > 1) level = fresh.nodes_over(level);
    fresh.root_ = level[0].at;
    std::swap(*this, fresh);
  }

  // How many items are before `target`.
  std::int32_t count(Target target) const {
    std::int32_t base = 0, at = root_;
    for (int level = height_; level > 0; --level) {
      const Node& node = nodes_[static_cast<std::size_t>(at)];
      const int branch = choose(
          node, [&node, base, target](int i) { return Rule::before(base + node.ahead[i], node.first[i], target); });
      base += node.ahead[branch];
      at = node.child[branch];
    }
    return base + choose(leaves_[static_cast<std::size_t>(at)], base, target);
  }

  // The position of an item, from 0.
  std::int32_t position(std::int32_t item) const {
    std::int32_t at = leaf_of_[static_cast<std::size_t>(item)];
    const Leaf& leaf = leaves_[static_cast<std::size_t>(at)];
    std::int32_t result = find<leaf_size>(leaf.item, item);
    std::int32_t parent = leaf.parent;
    while (parent >= 0) {
      const Node& node = nodes_[static_cast<std::size_t>(parent)];
      result += node.ahead[find<fan>(node.child, at)];
      at = parent;
      parent = node.parent;
    }
    return result;
  }

  Key key(std::int32_t item) const {
    const Leaf& leaf = leaves_[static_cast<std::size_t>(leaf_of_[static_cast<std::size_t>(item)])];
    return leaf.key[find<leaf_size>(leaf.item, item)];
  }

  // The item at a position, from 0.
  std::int32_t item(std::int32_t position) const {
    std::int32_t at = root_;
    for (int level = height_; level > 0; --level) {
      const Node& node = nodes_[static_cast<std::size_t>(at)];
      const int branch = choose(node, [&node, position](int i) { return node.ahead[i] <= position; });
      position -= node.ahead[branch];
      at = node.child[branch];
    }
    return leaves_[static_cast<std::size_t>(at)].item[position];
  }

  // visit(item, key) for all items in order.
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (std::int32_t at = 0; at >= 0; at = leaves_[static_cast<std::size_t>(at)].next) {
      const Leaf& leaf = leaves_[static_cast<std::size_t>(at)];
      for (int i = 0; i < leaf.count; ++i) visit(leaf.item[i], leaf.key[i]);
    }
  }

 private:
  static constexpr int leaf_size = 96;
  static constexpr int fan = 48;
  static constexpr int leaf_fill = leaf_size * 2 / 3;
  static constexpr int fan_fill = fan * 2 / 3;

  // Free slots hold -1, which is no item. Leaf 0 stays the first: splitting keeps the lower half in place.
  struct Leaf {
    std::int32_t count = 0;
    std::int32_t parent = -1;
    std::int32_t next = -1;
    std::int32_t item[leaf_size];
    detail::Keys<Key, leaf_size> key;
    Leaf() { std::fill_n(item, leaf_size, -1); }
  };
  // `ahead[i]` items of this node lie ahead of branch i, whose first item has the key first[i]. That of branch 0 is as
  // low as can be: new items may come ahead of it.
  struct Node {
    std::int32_t count = 0;
    std::int32_t parent = -1;
    std::int32_t child[fan];
    std::int32_t ahead[fan] = {};
    detail::Keys<Key, fan> first;
    Node() {
      std::fill_n(child, fan, -1);
      first.set_lowest(0);
    }
  };

  // The last branch i with before(i), or the first branch.
  template <class Before>
  static SEQJUDGE_INLINE int choose(const Node& node, const Before& before) {
    std::int32_t number = 0;
    for (int i = 0; i < fan; ++i) number += static_cast<std::int32_t>((i < node.count) & before(i));
    return std::max(number - 1, 0);
  }

  // The same on the way to insert an item, which is counted for all branches behind. A new item goes behind others
  // rather than ahead of them, so that the first items of branches stay what they are.
  static SEQJUDGE_INLINE int choose_and_count(Node& node, std::int32_t base, Target target) {
    const int count = node.count;
    std::int32_t number = 0;
    for (int i = 0; i < fan; ++i) {
      const std::int32_t before = (i < count) & Rule::before(base + node.ahead[i], node.first[i], target);
      number += before;
      node.ahead[i] += 1 - before;
    }
    node.ahead[0] = 0;
    return std::max(number - 1, 0);
  }

  // The number of items in the leaf that are before the target.
  static SEQJUDGE_INLINE int choose(const Leaf& leaf, std::int32_t base, Target target) {
    if constexpr (std::is_same_v<Rule, PositionRule>) {
      return std::min(std::max(target - base + 1, 0), leaf.count);
    } else {
      const int count = leaf.count;
      std::int32_t number = 0;
      for (int i = 0; i < leaf_size; ++i)
        number += static_cast<std::int32_t>((i < count) & Rule::before(base + i, leaf.key[i], target));
      return number;
    }
  }

  // Where `value` stands in an array that has it once.
  template <int Length>
  static SEQJUDGE_INLINE int find(const std::int32_t* array, std::int32_t value) {
    int at = 0;
    for (int i = 0; i < Length; ++i) at |= -static_cast<int>(array[i] == value) & i;
    return at;
  }

  template <class Value>
  static void open_gap(Value* array, int slot, int count) {
    std::copy_backward(array + slot, array + count, array + count + 1);
  }

  bool is_full(std::int32_t at, int level) const {
    return level == 0 ? leaves_[static_cast<std::size_t>(at)].count == leaf_size
                      : nodes_[static_cast<std::size_t>(at)].count == fan;
  }

  // Whatever an insertion may need is there before it begins.
  void make_room() {
    if (leaf_of_.size() == leaf_of_.capacity()) leaf_of_.reserve(2 * leaf_of_.size() + leaf_size);
    if (leaves_.size() == leaves_.capacity()) leaves_.reserve(2 * leaves_.size());
    const std::size_t most = nodes_.size() + static_cast<std::size_t>(height_) + 1;
    if (most > nodes_.capacity()) nodes_.reserve(2 * most);
  }

  std::int32_t& parent_of(std::int32_t at, int level) {
    return level == 0 ? leaves_[static_cast<std::size_t>(at)].parent : nodes_[static_cast<std::size_t>(at)].parent;
  }

  void grow_root() {
    const auto root = static_cast<std::int32_t>(nodes_.size());
    nodes_.emplace_back();
    nodes_.back().count = 1;
    nodes_.back().child[0] = root_;
    parent_of(root_, height_) = root;
    root_ = root;
    split_branch(root_, 0, height_);
    ++height_;
  }

  // A full branch of node `at` becomes two.
  void split_branch(std::int32_t at, int branch, int level) {
    const std::int32_t lower = nodes_[static_cast<std::size_t>(at)].child[branch];
    const Upper upper = level == 0 ? split_leaf(lower) : split_node(lower, level);
    Node& node = nodes_[static_cast<std::size_t>(at)];
    open_gap(node.child, branch + 1, node.count);
    open_gap(node.ahead, branch + 1, node.count);
    node.first.open_gap(branch + 1, node.count);
    node.child[branch + 1] = upper.at;
    node.ahead[branch + 1] = node.ahead[branch] + upper.ahead;
    node.first.set(branch + 1, upper.first);
    ++node.count;
    parent_of(upper.at, level) = at;
  }

  // The upper half of what was split: where it is, how many items lie in the lower half, and its first key.
  struct Upper {
    std::int32_t at;
    std::int32_t ahead;
    Key first;
  };

  Upper split_leaf(std::int32_t at) {
    const auto fresh = static_cast<std::int32_t>(leaves_.size());
    leaves_.emplace_back();
    Leaf& lower = leaves_[static_cast<std::size_t>(at)];
    Leaf& upper = leaves_.back();
    constexpr int half = leaf_size / 2;
    for (int i = 0; i < half; ++i) {
      upper.item[i] = lower.item[half + i];
      upper.key.set(i, lower.key[half + i]);
      lower.item[half + i] = -1;
      leaf_of_[static_cast<std::size_t>(upper.item[i])] = fresh;
    }
    lower.count = upper.count = half;
    upper.next = lower.next;
    lower.next = fresh;
    return {fresh, half, upper.key[0]};
  }

  Upper split_node(std::int32_t at, int level) {
    const auto fresh = static_cast<std::int32_t>(nodes_.size());
    nodes_.emplace_back();
    Node& lower = nodes_[static_cast<std::size_t>(at)];
    Node& upper = nodes_.back();
    constexpr int half = fan / 2;
    const std::int32_t ahead = lower.ahead[half];
    for (int i = 0; i < half; ++i) {
      upper.child[i] = lower.child[half + i];
      upper.ahead[i] = lower.ahead[half + i] - ahead;
      upper.first.set(i, lower.first[half + i]);
      lower.child[half + i] = -1;
      parent_of(upper.child[i], level - 1) = fresh;
    }
    lower.count = upper.count = half;
    upper.first.set_lowest(0);
    return {fresh, ahead, lower.first[half]};
  }

  static std::int32_t parts(std::int32_t n, std::int32_t size) { return (n - 1) / size + 1; }

  // A leaf or a node: where it is, how many items it has, and its first key.
  struct Branch {
    std::int32_t at;
    std::int32_t items;
    Key first;
  };

  // The nodes above these branches, as branches of the next level.
  std::vector<Branch> nodes_over(const std::vector<Branch>& below) {
    const auto count = static_cast<std::int32_t>(below.size());
    std::vector<Branch> level;
    for (std::int32_t begin = 0; begin < count; begin += fan_fill) {
      const auto at = static_cast<std::int32_t>(nodes_.size());
      Node node;
      node.count = std::min(fan_fill, count - begin);
      std::int32_t items = 0;
      for (int i = 0; i < node.count; ++i) {
        const Branch& branch = below[static_cast<std::size_t>(begin + i)];
        node.child[i] = branch.at;
        node.ahead[i] = items;
        if (i > 0) node.first.set(i, branch.first);
        items += branch.items;
        parent_of(branch.at, height_) = at;
      }
      nodes_.push_back(node);
      level.push_back({at, items, below[static_cast<std::size_t>(begin)].first});
    }
    ++height_;
    return level;
  }

  std::vector<Leaf> leaves_;
  std::vector<Node> nodes_;
  std::vector<std::int32_t> leaf_of_;  // of each item
  std::int32_t root_ = 0;
  int height_ = 0;  // levels of nodes above the leaves
};

}  // namespace seqjudge
