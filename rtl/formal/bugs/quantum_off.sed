# The quantum of the time lanes is applied once too often.
# file: rtl/sema_scaler.sv
s/6'\((Fraction|ResponseFraction)\) \+ 6'\(quantum_time_i\)/6'(\1) + 6'(quantum_time_i) + 6'(quantum_time_i[0])/
