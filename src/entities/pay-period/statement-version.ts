/** Of the statements under a timesheet in `payroll.json`: raise it when their text changes. */
export const STATEMENT_VERSION = '1';
