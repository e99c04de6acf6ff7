#include "tb/block/dut/size_text.h"

#include <stdlib.h>

bool size_read(const char *text, struct path_size *size) {
    uint16_t *const numbers[] = {&size->hbm,   &size->atomic, &size->response, &size->cnt_w,
                                 &size->depth, &size->slots,  &size->tag_w,    &size->gen_w,
                                 &size->age_w, &size->wire_w};
    const unsigned count = sizeof numbers / sizeof numbers[0];
    for (unsigned i = 0; i < count; i++) {
        char *end;
        const unsigned long number = strtoul(text, &end, 10);
        if (end == text || number > UINT16_MAX || *end != (i + 1 < count ? '-' : 0))
            return false;
        *numbers[i] = (uint16_t)number;
        text = end + 1;
    }
    return true;
}
