-F ../sema.f
sema_queues_free.sv
sema_queues_lists.sv
sema_queues_choice.sv
sema_queues_streams.sv
sema_queues.sv
sema_ledger_lane.sv
sema_ledger_peers.sv
sema_ledger.sv
sema_fifo.sv
sema_manager.sv
sema_atomic.sv
sema_response.sv
semacredit_endpoint.sv
