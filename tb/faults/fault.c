// Which fault of tb/faults/faults.txt shows: that which SEMA_FAULT names; without it none.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fault_names.h"

// Called by the RTL, once for each module that has faults.
int sema_fault(void);

int sema_fault(void) {
    const char *const name = getenv("SEMA_FAULT");
    if (!name || !*name)
        return 0;
    for (unsigned i = 0; i < sizeof fault_names / sizeof *fault_names; i++)
        if (strcmp(name, fault_names[i]) == 0)
            return (int)i + 1;
    fprintf(stderr, "SEMA_FAULT: expected a name of tb/faults/faults.txt; it is '%s'\n", name);
    exit(2);
}
