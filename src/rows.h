// R stores a matrix column by column, and an evaluator is a row. These read and write one row at a time as if it lay in
// one piece; a plain vector is a matrix of one row, and is not copied.

#ifndef SEQJUDGE_SRC_ROWS_H
#define SEQJUDGE_SRC_ROWS_H

#include <Rcpp.h>

#include <cstddef>
#include <vector>

class RowReader {
 public:
  RowReader(const Rcpp::NumericVector& data, int rows)
      : data_(data.begin()), rows_(static_cast<std::size_t>(rows)), columns_(rows == 0 ? 0 : data.size() / rows_) {
    if (rows_ > 1) buffer_.resize(columns_);
  }
  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }

  const double* row(std::size_t i) {
    if (rows_ == 1) return data_;
    for (std::size_t t = 0; t < columns_; ++t) buffer_[t] = data_[i + t * rows_];
    return buffer_.data();
  }

 private:
  const double* data_;
  std::size_t rows_;
  std::size_t columns_;
  std::vector<double> buffer_;
};

template <class Value>
class RowWriter {
 public:
  // `data` points to rows * columns values.
  RowWriter(Value* data, std::size_t rows, std::size_t columns) : data_(data), rows_(rows), columns_(columns) {
    if (rows_ > 1) buffer_.resize(columns_);
  }
  // Where to write a row; put(i) then makes it row i.
  Value* row() { return rows_ == 1 ? data_ : buffer_.data(); }
  void put(std::size_t i) {
    if (rows_ == 1) return;
    for (std::size_t t = 0; t < columns_; ++t) data_[i + t * rows_] = buffer_[t];
  }

 private:
  Value* data_;
  std::size_t rows_;
  std::size_t columns_;
  std::vector<Value> buffer_;
};

// A row as the core wants it: a callable from the item's index to its value.
struct RowValues {
  const double* values;
  double operator()(std::size_t t) const { return values[t]; }
};

#endif
