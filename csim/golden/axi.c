#include "csim/golden/axi.h"

void axi_slave_begin(const struct axi_slave *slave, struct axi_write *write) {
    *write = (struct axi_write){.valid = slave->starts,
                                .address = slave->address,
                                .data = slave->data,
                                .strobe = slave->strobe};
}

static void end_write(struct axi_slave *slave, const struct edge_in *in,
                      const struct axi_write *write) {
    // A place is ready while it is empty in this clock, not where it is emptied by it.
    const bool takes_address = in->axi_awvalid && !slave->has_address;
    const bool takes_data = in->axi_wvalid && !slave->has_data;
    const bool answerable = !slave->bvalid || in->axi_bready;

    slave->starts = slave->has_address && slave->has_data && answerable && !write->valid;

    if (takes_address)
        slave->address = in->axi_awaddr;
    if (takes_data) {
        slave->data = in->axi_wdata;
        slave->strobe = in->axi_wstrb;
    }
    slave->has_address = takes_address || (slave->has_address && !write->valid);
    slave->has_data = takes_data || (slave->has_data && !write->valid);
    if (write->valid)
        slave->bresp = write->response;
    slave->bvalid = write->valid || (slave->bvalid && !in->axi_bready);
}

static bool can_read(const struct axi_slave *slave) {
    return slave->read_age == 0 && !slave->rvalid;
}

static void end_read(struct axi_slave *slave, const struct edge_in *in) {
    const bool takes_address = in->axi_arvalid && can_read(slave);
    const bool answers = axi_slave_answers(slave);

    if (answers) {
        slave->rdata = slave->read.data;
        slave->rresp = slave->read.response;
    }
    slave->rvalid = answers || (slave->rvalid && !in->axi_rready);
    if (takes_address)
        slave->read = (struct axi_read){.address = in->axi_araddr};
    if (answers)
        slave->read_age = 0;
    else if (takes_address || slave->read_age)
        slave->read_age++;
}

void axi_slave_end(struct axi_slave *slave, const struct edge_in *in,
                   const struct axi_write *write) {
    end_write(slave, in, write);
    end_read(slave, in);
}

void axi_slave_show(const struct axi_slave *slave, struct edge_out *out) {
    out->axi_awready = !slave->has_address;
    out->axi_wready = !slave->has_data;
    out->axi_bvalid = slave->bvalid;
    out->axi_bresp = slave->bresp;
    out->axi_arready = can_read(slave);
    out->axi_rvalid = slave->rvalid;
    out->axi_rdata = slave->rdata;
    out->axi_rresp = slave->rresp;
}
