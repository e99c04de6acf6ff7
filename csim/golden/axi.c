#include "csim/golden/axi.h"

void axi_slave_begin(const struct axi_slave *slave, const struct edge_in *in,
                     struct axi_access *write, struct axi_access *read) {
    const bool answerable = !slave->bvalid || in->axi_bready;

    *write = (struct axi_access){.valid = slave->has_address && slave->has_data && answerable,
                                 .address = slave->address,
                                 .data = slave->data,
                                 .strobe = slave->strobe};
    *read =
        (struct axi_access){.valid = in->axi_arvalid && !slave->rvalid, .address = in->axi_araddr};
}

static void end_write(struct axi_slave *slave, const struct edge_in *in,
                      const struct axi_access *write) {
    // A place is ready while it is empty in this clock, not where it is emptied by it.
    const bool takes_address = in->axi_awvalid && !slave->has_address;
    const bool takes_data = in->axi_wvalid && !slave->has_data;

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

void axi_slave_end(struct axi_slave *slave, const struct edge_in *in,
                   const struct axi_access *write, const struct axi_access *read) {
    end_write(slave, in, write);
    if (read->valid) {
        slave->rdata = read->data;
        slave->rresp = read->response;
    }
    slave->rvalid = read->valid || (slave->rvalid && !in->axi_rready);
}

void axi_slave_show(const struct axi_slave *slave, struct edge_out *out) {
    out->axi_awready = !slave->has_address;
    out->axi_wready = !slave->has_data;
    out->axi_bvalid = slave->bvalid;
    out->axi_bresp = slave->bresp;
    out->axi_arready = !slave->rvalid;
    out->axi_rvalid = slave->rvalid;
    out->axi_rdata = slave->rdata;
    out->axi_rresp = slave->rresp;
}
