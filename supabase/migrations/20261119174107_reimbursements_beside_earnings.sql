alter type private.payroll_total
  add attribute fringe_cents bigint,
  add attribute reimbursed_cents bigint;
