// Small calls in loops: plain arguments are checked and worked on in one go, by functions called cpp_quick_*. For what
// is not plain, and for what is not valid, these return NULL; R then takes the long way, on which every argument is
// checked and every error has its words.

#ifndef SEQJUDGE_SRC_PLAIN_H
#define SEQJUDGE_SRC_PLAIN_H

#include <Rcpp.h>

// A vector of this type without a class or dimensions; it may have names.
inline bool is_plain(SEXP x, int type) {
  return TYPEOF(x) == type && !Rf_isObject(x) && Rf_getAttrib(x, R_DimSymbol) == R_NilValue;
}

inline bool has_names(SEXP x) { return Rf_getAttrib(x, R_NamesSymbol) != R_NilValue; }

#endif
