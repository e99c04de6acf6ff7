-F ../sema.f
sema_queues_free.sv
sema_queues_lists.sv
sema_queues_choice.sv
sema_queues_streams.sv
sema_queues.sv
