alter type private.payroll_total
  add attribute leave_minutes bigint,
  add attribute leave_cents bigint,
  add attribute premium_cents bigint;
