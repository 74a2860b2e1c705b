/**
 * The statement of compliance of form WH-347 (Rev. January 2025). A report in another layout needs the
 * identical wording, so this text is never translated or shortened (docs/payroll.md says who compares it
 * with the official form).
 */
export const STATEMENT_LEAD_IN =
  'I paid or supervised the payment of the laborers or mechanics working on the above project during the stated time period. I certify the following:';

export const STATEMENTS = {
  1: 'The payroll information submitted with this statement is correct and complete for the above project during the above period, and the wage and fringe benefit rates paid to the workers, including credit taken for the reasonably anticipated costs of a bona fide fringe benefit plan, fund or program, are not less than the applicable wage and fringe benefits rates for the classification(s) of work actually performed, as specified in the wage determination(s) incorporated into the contract.',
  2: 'All regular payrolls and all other basic records that the contractor is required to maintain for this payroll period are complete and accurate and will be made available upon request from the agency or the Department of Labor.',
  3: 'The classifications reported for each laborer or mechanic are the classification(s) of work that each worker actually performed.',
  4: 'Any workers paid as apprentices during the above period are duly registered in a bona fide apprenticeship program registered with the Office of Apprenticeship, Employment and Training Administration, United States Department of Labor (“OA”), or a State Apprenticeship Agency (“SAA”) recognized by Department of Labor. I have verified the registered apprenticeship program information provided below as accurate and applicable to any apprentices identified on page 1 of this form.',
  5: 'Fringe benefits have been paid in cash and/or to bona fide fringe benefit plans, funds, or programs. Where the contractor is claiming an hourly credit for their contributions to or reasonably anticipated costs of a bona fide fringe benefit plan, fund, or program, provide plan information and the hourly credit claimed for each worker listed on the previous page of this form.',
  6: 'All workers on the project have been paid the full weekly wages earned, and no rebates or deductions have been or will be made either directly or indirectly, other than permissible deductions as defined in 29 CFR part 3.',
} as const;

export type StatementNumber = keyof typeof STATEMENTS;

export const STATEMENT_NUMBERS: readonly StatementNumber[] = [1, 2, 3, 4, 5, 6];
