// A network simulator outside the tree, as small as one can be: a receiver that is asked for one
// kind of operation, until the policy refuses one; then what is admitted is served in turn.
// usage: policy_example FILE.yaml POLICY OPCODE LENGTH RESPONSE_LENGTH
#include <stdio.h>
#include <stdlib.h>

#include <semacredit.h>

int main(int argc, char **argv) {
    static struct semacredit_charge charges[1024];
    char text[400];
    if (argc != 6)
        return 2;
    struct semacredit_policy *policy = semacredit_policy_open(argv[1], argv[2], text, sizeof text);
    if (!policy)
        return fprintf(stderr, "policy_example: %s\n", text), 2;
    const struct semacredit_operation operation = {.opcode = (unsigned)strtoul(argv[3], NULL, 10),
                                                   .partition = 3,
                                                   .length = (uint32_t)strtoul(argv[4], NULL, 10),
                                                   .response_length =
                                                       (uint32_t)strtoul(argv[5], NULL, 10)};
    unsigned admitted = 0, refused = 0, freed[SEMACREDIT_COMPLETED + 1] = {0};
    while (admitted < 1024 &&
           !(refused = semacredit_policy_admit(policy, &operation, &charges[admitted])))
        admitted++;
    static const enum semacredit_event life[] = {SEMACREDIT_ARRIVED, SEMACREDIT_HBM_DONE,
                                                 SEMACREDIT_ATOMIC_DONE, SEMACREDIT_RESPONSE_DONE,
                                                 SEMACREDIT_COMPLETED};
    for (unsigned i = 0; i < admitted; i++)
        for (unsigned k = 0; k < sizeof life / sizeof *life; k++)
            freed[life[k]] +=
                (semacredit_policy_event(policy, &charges[i], life[k], 0) & SEMACREDIT_LANES) != 0;
    printf("%u admitted, refused by %#x; credit at arrival %u, HBM %u, Atomic %u, response %u, "
           "completion %u\n",
           admitted, refused, freed[SEMACREDIT_ARRIVED], freed[SEMACREDIT_HBM_DONE],
           freed[SEMACREDIT_ATOMIC_DONE], freed[SEMACREDIT_RESPONSE_DONE],
           freed[SEMACREDIT_COMPLETED]);
    unsigned long long debt = 0;
    for (unsigned lane = 0; lane <= 10; lane++)
        debt += semacredit_policy_debt(policy, lane);
    semacredit_policy_close(policy);
    return debt ? 1 : 0;
}
