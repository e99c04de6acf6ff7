#include "csim/interface/axi_master.h"

void axi_master_init(struct axi_master *master, uint64_t seed, unsigned stall_percent) {
    *master = (struct axi_master){.rng = rng_stream(seed, RNG_AXI), .stall_percent = stall_percent};
}

void axi_master_reset(struct axi_master *master) {
    master->addresses = master->data = master->responses = master->writes;
    master->read_addresses = master->read_responses = master->reads;
    master->address_valid = master->data_valid = master->read_valid = false;
}

bool axi_master_write(struct axi_master *master, uint16_t address, uint32_t data, uint8_t strobe) {
    if (axi_master_writing(master) == AXI_MASTER_WRITES)
        return false;
    master->write[master->writes++ % AXI_MASTER_WRITES] =
        (struct axi_master_write){.address = address, .data = data, .strobe = strobe};
    return true;
}

bool axi_master_read(struct axi_master *master, uint16_t address) {
    if (master->reads - master->read_responses == AXI_MASTER_READS)
        return false;
    master->read[master->reads++ % AXI_MASTER_READS] = address;
    return true;
}

static bool goes_on(struct axi_master *master) {
    return master->stall_percent == 0 || !rng_chance(&master->rng, master->stall_percent, 100);
}

// A channel with something to show: valid stays up until the edge that sees ready.
static bool show(struct axi_master *master, bool *valid, bool ready, uint32_t *through) {
    const bool shown = *valid || goes_on(master);

    *valid = shown && !ready;
    *through += shown && ready;
    return shown;
}

static void fill_write(struct axi_master *master, const struct edge_out *last, struct edge_in *in) {
    const struct axi_master_write *const address =
        &master->write[master->addresses % AXI_MASTER_WRITES];
    const struct axi_master_write *const data = &master->write[master->data % AXI_MASTER_WRITES];

    in->axi_bready = goes_on(master);
    master->responses += last->axi_bvalid && in->axi_bready;
    if (master->addresses != master->writes) {
        in->axi_awvalid =
            show(master, &master->address_valid, last->axi_awready, &master->addresses);
        in->axi_awaddr = address->address;
    }
    if (master->data != master->writes) {
        in->axi_wvalid = show(master, &master->data_valid, last->axi_wready, &master->data);
        in->axi_wdata = data->data;
        in->axi_wstrb = data->strobe;
    }
}

static void fill_read(struct axi_master *master, const struct edge_out *last, struct edge_in *in) {
    const uint16_t address = master->read[master->read_addresses % AXI_MASTER_READS];

    in->axi_rready = goes_on(master);
    master->read_responses += last->axi_rvalid && in->axi_rready;
    if (master->read_addresses != master->reads) {
        in->axi_arvalid =
            show(master, &master->read_valid, last->axi_arready, &master->read_addresses);
        in->axi_araddr = address;
    }
}

void axi_master_fill(struct axi_master *master, const struct edge_out *last, struct edge_in *in) {
    if (master->writes != master->responses)
        fill_write(master, last, in);
    if (master->reads != master->read_responses)
        fill_read(master, last, in);
}
