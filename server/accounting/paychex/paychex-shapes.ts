export interface PayPeriod {
  readonly payPeriodId: string;
  readonly status: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly checkDate?: string;
}

/** On a check that nobody has run yet; amounts and hours are texts. */
export interface CheckComponent {
  readonly componentId: string;
  readonly checkComponentId: string;
  readonly payHours?: string;
}
export interface PaychexCheck {
  readonly paycheckId: string;
  readonly workerId: string;
  readonly earnings?: readonly CheckComponent[];
}

export interface ProcessedLine {
  readonly name?: string;
  readonly amount?: string;
  /** `EMPLOYER_INFORMATIONAL` is the employer's share: nothing of the person's pay. */
  readonly effectOnPay?: string;
}
export interface ProcessedCheck {
  readonly paycheckId: string;
  readonly workerId: string;
  readonly checkDate?: string;
  readonly checkNumber?: string;
  readonly netPay?: string;
  readonly grossEarnings?: string;
  readonly taxes?: readonly ProcessedLine[];
  readonly deductions?: readonly ProcessedLine[];
}

/** Before anybody ran it. All other states are past or being computed, where checks are only read. */
export function isOpen({ status }: Pick<PayPeriod, 'status'>): boolean {
  return status === 'INITIAL' || status === 'ENTRY';
}

export function isProcessed({ status }: Pick<PayPeriod, 'status'>): boolean {
  return status === 'COMPLETED' || status === 'COMPLETED_BY_MEC' || status === 'REISSUED';
}

/** Dates come as the start of a day with an offset. */
export function dayOf(moment: string | undefined): string {
  return (moment ?? '').slice(0, 10);
}
