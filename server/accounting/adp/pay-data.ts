import type { Activity } from '../system.ts';
import type { PayrollFile } from './person-id.ts';

export interface Line {
  readonly activity: Activity;
  readonly file: PayrollFile;
  readonly periodEnd: string;
  readonly earningCode: string;
  /** In hundredths: all of them, or what came on top since. */
  readonly hours: number;
}

/** One event for all people of a payroll group and pay period. */
export function payDataEvent(name: string, lines: readonly Line[]): object {
  const [first] = lines;
  const files = Map.groupBy(lines, ({ file }) => file.fileNumber);
  return {
    data: {
      eventContext: {
        payrollGroupCode: { codeValue: first?.file.payrollGroup },
        payrollProcessingJobID: name,
      },
      transform: { payDataInput: { payeePayInputs: [...files.values()].map(payee) } },
    },
  };
}

function payee(lines: readonly Line[]): object {
  const [first] = lines;
  const earningInputs = lines.map(({ earningCode, hours }) => ({
    earningCode: { codeValue: earningCode },
    numberOfHours: hours / 100,
  }));
  return {
    associateOID: first?.file.associateOID,
    payNumber: '1',
    payrollProfilePayInputs: [
      {
        payrollFileNumber: first?.file.fileNumber,
        payInputs: [{ earningInputs, _modificationTypeCode: 'Add' }],
      },
    ],
  };
}

/** ADP adds digits to the name; where the answer has it, that is the one to look for. */
export function batchIn(body: unknown): string | undefined {
  const { events } = (body ?? {}) as {
    events?: { data?: { eventContext?: { payrollProcessingJobID?: unknown } } }[];
  };
  const name = events?.[0]?.data?.eventContext?.payrollProcessingJobID;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** By the last day of the period, so that a person finds it: CL1114 and four of the request. */
export function batchName([first]: readonly Line[]): string {
  if (!first) throw new Error('A batch has lines');
  return `${batchPrefix(first.periodEnd)}${first.activity.requestId.slice(0, 4).toUpperCase()}`;
}

export function batchPrefix(lastDay: string): string {
  return `CL${lastDay.slice(5, 7)}${lastDay.slice(8, 10)}`;
}
