const REIMBURSEMENTS = ['PER_DIEM', 'MILEAGE', 'TOOLS', 'EXPENSE'];

/** As `private.is_reimbursement_code` has it: repaid beside the earnings, in no gross and no cost of labor. */
export const isReimbursement = (code: string): boolean => REIMBURSEMENTS.includes(code);
