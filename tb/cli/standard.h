// Standard output of the program: what it says there is there, or its status says that it is not.
#ifndef SEMA_STANDARD_H
#define SEMA_STANDARD_H

// Comes first. Lines appear as they are printed, also in a file or a pipe. A standard stream that
// is closed is kept from becoming the next file that is opened.
void standard_open(void);

// The status to end with: `status`, or STATUS_USAGE in place of STATUS_FINE, with a line on
// standard error, where something of standard output could not be written.
int standard_close(int status);

#endif
