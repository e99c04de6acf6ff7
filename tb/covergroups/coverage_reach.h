// Which traffic reaches a point of the functional coverage (tb/covergroups/coverage.h).
#ifndef SEMA_COVERAGE_REACH_H
#define SEMA_COVERAGE_REACH_H

// The configuration keys, with spaces between, whose values make its bins more likely, those that
// do most first; NULL for a point that there is none of.
const char *coverage_reach(const char *point);

#endif
