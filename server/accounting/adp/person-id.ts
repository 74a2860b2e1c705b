import type { AdpWorker, WorkAssignment } from './adp-client.ts';

/**
 * Pay data goes to a payroll file, not to a person: who works in two payroll groups has two. The id of our
 * record has all three parts that a line needs.
 */
export interface PayrollFile {
  readonly associateOID: string;
  readonly payrollGroup: string;
  readonly fileNumber: string;
}

export function payrollFileId({ associateOID, payrollGroup, fileNumber }: PayrollFile): string {
  return `${associateOID}/${payrollGroup}/${fileNumber}`;
}

export function readPayrollFile(id: string): PayrollFile | undefined {
  const [associateOID, payrollGroup, fileNumber] = id.split('/');
  return associateOID && payrollGroup && fileNumber
    ? { associateOID, payrollGroup, fileNumber }
    : undefined;
}

export interface AdpPerson extends PayrollFile {
  readonly name: string;
  readonly isActive: boolean;
}

/** Assignments without a payroll file are not paid here: contractors, or people of another system. */
export function peopleOf(worker: AdpWorker): AdpPerson[] {
  const { legalName } = worker.person ?? {};
  const name =
    [legalName?.givenName, legalName?.familyName1].filter(Boolean).join(' ') ||
    (legalName?.formattedName ?? worker.associateOID);
  return (worker.workAssignments ?? []).flatMap((assignment) => {
    const payrollGroup = groupOf(assignment);
    const fileNumber = assignment.payrollFileNumber?.trim() ?? '';
    if (payrollGroup === '' || fileNumber === '') return [];
    const isActive = assignment.assignmentStatus?.statusCode?.codeValue !== 'T';
    return [{ associateOID: worker.associateOID, payrollGroup, fileNumber, name, isActive }];
  });
}

function groupOf({ payrollGroupCode: group }: WorkAssignment): string {
  return (typeof group === 'string' ? group : (group?.codeValue ?? '')).trim();
}
