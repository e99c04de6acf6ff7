// A testbench outside the tree: a workload or a tape drives a device under test, here golden model
// and RTL in lockstep, and the golden model beside it; the checker judges the device.
// usage: example FILE SEED [PORT CLOCK]   With PORT, the device shows a wrong bit there, from that
// clock on.
#include <stdio.h>
#include <stdlib.h>

#include <semacredit.h>

int main(int argc, char **argv) {
    char text[400];
    if (argc != 3 && argc != 5)
        return fputs("usage: example FILE SEED [PORT CLOCK]\n", stderr), 2;
    const int port = argc == 5 ? semacredit_port(argv[3]) : -1;
    const unsigned long faulty = argc == 5 ? strtoul(argv[4], NULL, 10) : 0;
    struct semacredit_workload *workload =
        semacredit_workload_open(argv[1], strtoull(argv[2], NULL, 10), NULL, text, sizeof text);
    if (!workload)
        return fprintf(stderr, "example: %s\n", text), 2;
    struct semacredit_block *device = semacredit_block_open("lockstep", NULL, text, sizeof text);
    struct semacredit_block *golden = semacredit_block_open("golden", NULL, text, sizeof text);
    if (!device || !golden)
        return fprintf(stderr, "example: %s\n", text), 2;
    struct semacredit_checker *checker = semacredit_checker_open(NULL);
    struct semacredit_ports *dut = semacredit_ports_open(NULL), *ref = semacredit_ports_open(NULL);
    const int kind = semacredit_port("decision_kind_o");
    unsigned long clock = 0, grants = 0;
    bool differ = false, fine = true;
    for (; !differ && fine && semacredit_workload_clock(workload, dut); clock++) {
        differ = semacredit_differ(dut, ref);
        fine = semacredit_checker_clock(checker, dut);
        grants += semacredit_get(dut, kind, 0) == 1;
        semacredit_drive(ref, dut);
        semacredit_block_clock(device, dut);
        semacredit_block_clock(golden, ref);
        if (port >= 0 && clock + 1 >= faulty)
            semacredit_set(dut, port, 0, semacredit_get(dut, port, 0) ^ 1);
    }
    printf("%lu clocks, %lu grants\n", clock, grants);
    if (differ)
        printf("clock %lu: %s\n", clock - 1, semacredit_difference(dut));
    if (!fine || (!differ && !semacredit_checker_drained(checker)))
        printf("%s\n", semacredit_checker_finding(checker));
    if (semacredit_block_wrong(device))
        printf("%s\n", semacredit_block_wrong(device));
    if (semacredit_workload_failure(workload))
        printf("%s\n", semacredit_workload_failure(workload));
    const bool passed = !differ && !semacredit_checker_finding(checker) &&
                        !semacredit_block_wrong(device) && !semacredit_workload_failure(workload);
    semacredit_workload_close(workload);
    semacredit_block_close(device);
    semacredit_block_close(golden);
    semacredit_checker_close(checker);
    semacredit_ports_close(dut);
    semacredit_ports_close(ref);
    return passed ? 0 : 1;
}
