// Approximate minimum degree ordering (Amestoy, Davis and Duff, "An approximate minimum degree ordering algorithm",
// SIAM Journal on Matrix Analysis and Applications 17, 1996).
//
// Eliminating a row joins all of its neighbours to each other. A quotient graph says so without their many edges: the
// eliminated row stays as an element, the clique of its neighbours, and what it was joined to before is absorbed.
// Variables, which are left to eliminate, thus have neighbours that are variables, and elements. Those that have the
// same ones are kept as one, with a weight.
#include "kernels/minimum_degree.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace graphwright {
namespace {

constexpr int32_t kNone = -1;

// Variables in doubly linked lists by their degree; the one that came last is taken first.
class DegreeLists {
 public:
  explicit DegreeLists(int32_t n) : first_(n + 1, kNone), next_(n, kNone), previous_(n, kNone) {}

  void insert(int32_t i, int32_t degree) {
    next_[i] = first_[degree];
    previous_[i] = kNone;
    if (next_[i] != kNone) previous_[next_[i]] = i;
    first_[degree] = i;
    least_ = std::min(least_, degree);
  }
  void remove(int32_t i, int32_t degree) {
    if (next_[i] != kNone) previous_[next_[i]] = previous_[i];
    (previous_[i] != kNone ? next_[previous_[i]] : first_[degree]) = next_[i];
  }
  int32_t take_least() {
    while (first_[least_] == kNone) ++least_;
    const int32_t i = first_[least_];
    remove(i, least_);
    return i;
  }

 private:
  std::vector<int32_t> first_, next_, previous_;
  int32_t least_ = 0;
};

class QuotientGraph {
 public:
  explicit QuotientGraph(std::vector<std::vector<int32_t>> neighbours)
      : n_(static_cast<int32_t>(neighbours.size())),
        variables_(std::move(neighbours)),
        elements_(n_),
        weight_(n_, 1),
        degree_(n_),
        parent_(n_, kNone),
        is_element_(n_, false),
        absorbed_(n_, false),
        outside_(n_),
        outside_round_(n_, 0),
        seen_(n_, 0),
        lists_(n_) {}

  std::vector<int32_t> order() {
    start();
    while (eliminated_ < n_) eliminate(lists_.take_least());
    return postorder();
  }

 private:
  void start();
  void eliminate(int32_t pivot);
  std::vector<int32_t> make_clique(int32_t pivot);
  void count_outside(const std::vector<int32_t>& clique);
  int64_t prune(int32_t i, int32_t pivot);
  void merge_alike(const std::vector<int32_t>& clique);
  bool seen_all(const std::vector<int32_t>& nodes) const {
    return std::all_of(nodes.begin(), nodes.end(), [this](int32_t node) { return seen_[node] == seen_round_; });
  }
  std::vector<int32_t> postorder() const;

  void absorb(int32_t element, int32_t by) {
    absorbed_[element] = true;
    parent_[element] = by;
    variables_[element] = {};
  }
  void leave(int32_t variable, int32_t to) {
    parent_[variable] = to;
    weight_[variable] = 0;
    variables_[variable] = {};
    elements_[variable] = {};
  }

  const int32_t n_;
  std::vector<std::vector<int32_t>> variables_, elements_;  // of variables; variables_ of an element is its clique
  std::vector<int32_t> weight_;  // rows that a variable stands for, negative while it is in the new clique, 0 for none
  std::vector<int32_t> degree_;  // of variables; the weight of an element's clique
  std::vector<int32_t> parent_;  // what an element or a variable has become part of
  std::vector<char> is_element_, absorbed_;
  std::vector<int32_t> outside_, outside_round_;  // the weight of an element's variables outside the new clique
  std::vector<int64_t> seen_;
  DegreeLists lists_;
  std::vector<int32_t> last_;
  int32_t eliminated_ = 0, round_ = 0;
  int64_t seen_round_ = 0;
};

void QuotientGraph::start() {
  const double many = std::min<double>(n_ - 2, std::max(16.0, 10 * std::sqrt(static_cast<double>(n_))));
  for (int32_t i = 0; i < n_; ++i) {
    degree_[i] = static_cast<int32_t>(variables_[i].size());
    const bool diagonal = std::find(variables_[i].begin(), variables_[i].end(), i) != variables_[i].end();
    if (diagonal && degree_[i] == 1) {
      is_element_[i] = true;
    } else if (!diagonal || degree_[i] > many) {
      last_.push_back(i);
    } else {
      lists_.insert(i, degree_[i]);
      continue;
    }
    weight_[i] = 0;
    ++eliminated_;
  }
}

void QuotientGraph::eliminate(int32_t pivot) {
  eliminated_ += weight_[pivot];
  weight_[pivot] = 0;
  is_element_[pivot] = true;
  std::vector<int32_t> clique = make_clique(pivot);
  count_outside(clique);
  for (int32_t i : clique) {
    const int64_t outside = prune(i, pivot);
    if (outside == 0) {  // joined to nothing but the clique: eliminated together with the pivot
      eliminated_ -= weight_[i];
      leave(i, pivot);
      continue;
    }
    degree_[i] = static_cast<int32_t>(std::min<int64_t>(degree_[i], outside));
    // The pivot comes first, and what stood first goes last: the order decides which of equal degrees is taken, and as
    // in TensorFlow it is that of lists which share one array, where each makes room so.
    elements_[i].push_back(pivot);
    std::swap(elements_[i].front(), elements_[i].back());
    if (!variables_[i].empty()) std::rotate(variables_[i].begin(), variables_[i].begin() + 1, variables_[i].end());
  }
  const auto erase_left = [&] { std::erase_if(clique, [this](int32_t i) { return weight_[i] == 0; }); };
  erase_left();
  merge_alike(clique);
  erase_left();
  int32_t clique_weight = 0;
  for (int32_t i : clique) clique_weight += weight_[i] = -weight_[i];
  for (int32_t i : clique) {
    degree_[i] = std::min(degree_[i] + clique_weight, n_ - eliminated_) - weight_[i];
    lists_.insert(i, degree_[i]);
  }
  degree_[pivot] = clique_weight;
  variables_[pivot] = std::move(clique);
}

// All variables that the pivot is joined to; its elements are absorbed.
std::vector<int32_t> QuotientGraph::make_clique(int32_t pivot) {
  std::vector<int32_t> clique;
  const auto take = [&](const std::vector<int32_t>& from) {
    for (int32_t i : from) {
      if (weight_[i] <= 0) continue;
      weight_[i] = -weight_[i];
      lists_.remove(i, degree_[i]);
      clique.push_back(i);
    }
  };
  for (int32_t e : elements_[pivot]) {
    if (absorbed_[e]) continue;
    take(variables_[e]);
    absorb(e, pivot);
  }
  take(variables_[pivot]);
  elements_[pivot] = {};
  return clique;
}

void QuotientGraph::count_outside(const std::vector<int32_t>& clique) {
  ++round_;
  for (int32_t i : clique) {
    for (int32_t e : elements_[i]) {
      if (absorbed_[e]) continue;
      if (outside_round_[e] != round_) outside_round_[e] = round_, outside_[e] = degree_[e];
      outside_[e] += weight_[i];
    }
  }
}

// Drops what the new element `pivot` stands for from what variable i is joined to. Gives an upper bound of the weight
// of the rest: variables in several elements count as often.
int64_t QuotientGraph::prune(int32_t i, int32_t pivot) {
  int64_t outside = 0;
  std::erase_if(elements_[i], [&](int32_t e) {
    if (absorbed_[e]) return true;
    outside += outside_[e];
    if (outside_[e] == 0) absorb(e, pivot);
    return outside_[e] == 0;
  });
  std::erase_if(variables_[i], [&](int32_t j) {
    if (weight_[j] <= 0) return true;
    outside += weight_[j];
    return false;
  });
  return outside;
}

// Variables of the clique that are joined to the same become one.
void QuotientGraph::merge_alike(const std::vector<int32_t>& clique) {
  std::vector<std::pair<uint64_t, size_t>> hashes;  // with places in the clique
  for (size_t at = 0; at < clique.size(); ++at) {
    uint64_t hash = 0;
    for (int32_t e : elements_[clique[at]]) hash += static_cast<uint64_t>(e);
    for (int32_t j : variables_[clique[at]]) hash += static_cast<uint64_t>(j);
    hashes.emplace_back(hash, at);
  }
  std::sort(hashes.rbegin(), hashes.rend());
  for (size_t first = 0; first < hashes.size(); ++first) {
    const int32_t i = clique[hashes[first].second];
    if (weight_[i] == 0 || first + 1 == hashes.size() || hashes[first + 1].first != hashes[first].first) continue;
    ++seen_round_;
    for (int32_t e : elements_[i]) seen_[e] = seen_round_;
    for (int32_t j : variables_[i]) seen_[j] = seen_round_;
    for (size_t second = first + 1; second < hashes.size() && hashes[second].first == hashes[first].first; ++second) {
      const int32_t j = clique[hashes[second].second];
      if (weight_[j] == 0 || elements_[j].size() != elements_[i].size() ||
          variables_[j].size() != variables_[i].size() || !seen_all(elements_[j]) || !seen_all(variables_[j]))
        continue;
      weight_[i] += weight_[j];
      leave(j, i);
    }
  }
}

// What became part of another comes right before it; children of one parent in the order of their numbers, elements
// first.
std::vector<int32_t> QuotientGraph::postorder() const {
  std::vector<int32_t> first(n_, kNone), next(n_, kNone), order, path;
  for (const bool elements : {false, true}) {
    for (int32_t i = n_ - 1; i >= 0; --i) {
      if (static_cast<bool>(is_element_[i]) != elements || parent_[i] == kNone) continue;
      next[i] = first[parent_[i]];
      first[parent_[i]] = i;
    }
  }
  for (int32_t root = 0; root < n_; ++root) {
    if (!is_element_[root] || parent_[root] != kNone) continue;
    path.push_back(root);
    while (!path.empty()) {
      const int32_t child = first[path.back()];
      if (child == kNone) {
        order.push_back(path.back());
        path.pop_back();
      } else {
        first[path.back()] = next[child];
        path.push_back(child);
      }
    }
  }
  order.insert(order.end(), last_.begin(), last_.end());
  return order;
}

}  // namespace

std::vector<int32_t> minimum_degree_order(std::vector<std::vector<int32_t>> neighbours) {
  return QuotientGraph(std::move(neighbours)).order();
}

}  // namespace graphwright
