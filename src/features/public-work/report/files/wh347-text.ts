// The wording of the form. 29 CFR 5.5(a)(3)(ii) takes another document only "with identical wording": no word
// of it may change, and none is translated. docs/payroll.md says what a person compares before first use.

/** WH-347, Rev. January 2025. */
export const FORM_2025 = {
  department: 'U.S. Department of Labor',
  division: 'Wage and Hour Division',
  title: 'Davis-Bacon and Related Acts Weekly Certified Payroll Form',
  use: '(For Contractor’s Optional Use; See Instructions at www.dol.gov/whd/forms/wh347instr.htm)',
  project:
    'Unless otherwise noted, the information requested is specific to the named project below.',
  persons:
    'Persons are not required to respond to the collection of information unless it displays a currently valid OMB control number.',
  edition: ['Rev. January 2025', 'OMB No.: 1235-0008', 'Expires: 01/31/2028'],
  final: 'SUBMISSION OF FINAL DBRA CERTIFIED PAYROLL FORM',
  note: 'While use of Form WH-347 itself is optional, covered contractors and subcontractors performing work on Federal or federally assisted construction contracts are required by the DBRA regulations and the contract clauses to submit payroll information on a weekly basis. The Copeland Act (40 U.S.C. § 3145) requires contractors and subcontractors performing work on Federal or federally financed construction contracts to, on a weekly basis, “furnish a statement on the wages paid each employee during the prior week.”',
  credits:
    'If an amount is listed in (6B) on the first page of this certified payroll form, enter the hourly credit claimed under each plan name, type and number for each worker and check whether the plan is funded or unfunded.',
  warning:
    'THE WILLFUL FALSIFICATION OF ANY OF THE ABOVE STATEMENTS MAY SUBJECT THE CONTRACTOR OR SUBCONTRACTOR TO CIVIL OR CRIMINAL PROSECUTION (SEE SECTION 1001 OF TITLE 18 AND SECTION 3729 OF TITLE 31 OF THE UNITED STATES CODE), AS WELL AS DEBARMENT FROM FUTURE FEDERAL AND FEDERALLY-ASSISTED CONTRACTS. INFORMATION REPORTED IN CERTIFIED PAYROLLS MAY BE SUBJECT TO DISCLOSURE IN RESPONSE TO A FREEDOM OF INFORMATION ACT REQUEST.',
} as const;

/** WH-347, Rev. Dec. 2008. */
export const FORM_2008 = {
  department: 'U.S. Department of Labor',
  division: 'Wage and Hour Division',
  title: 'PAYROLL',
  use: '(For Contractor’s Optional Use; See Instructions at www.dol.gov/whd/forms/wh347instr.htm)',
  persons: FORM_2025.persons,
  edition: ['Rev. Dec. 2008', 'OMB No.: 1235-0008', 'Expires: 09/30/2026'],
  worker:
    'NAME AND INDIVIDUAL IDENTIFYING NUMBER (e.g., LAST FOUR DIGITS OF SOCIAL SECURITY NUMBER) OF WORKER',
  paid: (contractor: string, work: string, start: string, end: string) =>
    `(1) That I pay or supervise the payment of the persons employed by ${contractor} on the ${work}; that during the payroll period commencing on the ${start}, and ending the ${end}, all persons employed on said project have been paid the full weekly wages earned, that no rebates have been or will be made either directly or indirectly to or on behalf of said ${contractor} from the full weekly wages earned by any person and that no deductions have been made either directly or indirectly from the full wages earned by any person, other than permissible deductions as defined in Regulations, Part 3 (29 C.F.R. Subtitle A), issued by the Secretary of Labor under the Copeland Act, as amended (48 Stat. 948, 63 Stat. 108, 72 Stat. 967; 76 Stat. 357; 40 U.S.C. § 3145), and described below:`,
  correct:
    '(2) That any payrolls otherwise under this contract required to be submitted for the above period are correct and complete; that the wage rates for laborers or mechanics contained therein are not less than the applicable wage rates contained in any wage determination incorporated into the contract; that the classifications set forth therein for each laborer or mechanic conform with the work he performed.',
  apprentices:
    '(3) That any apprentices employed in the above period are duly registered in a bona fide apprenticeship program registered with a State apprenticeship agency recognized by the Bureau of Apprenticeship and Training, United States Department of Labor, or if no such recognized agency exists in a State, are registered with the Bureau of Apprenticeship and Training, United States Department of Labor.',
  plansTitle: '(a) WHERE FRINGE BENEFITS ARE PAID TO APPROVED PLANS, FUNDS, OR PROGRAMS',
  plans:
    'in addition to the basic hourly wage rates paid to each laborer or mechanic listed in the above referenced payroll, payments of fringe benefits as listed in the contract have been or will be made to appropriate programs for the benefit of such employees, except as noted in section 4(c) below.',
  cashTitle: '(b) WHERE FRINGE BENEFITS ARE PAID IN CASH',
  cash: 'Each laborer or mechanic listed in the above referenced payroll has been paid, as indicated on the payroll, an amount not less than the sum of the applicable basic hourly wage rate plus the amount of the required fringe benefits as listed in the contract, except as noted in section 4(c) below.',
  warning:
    'THE WILLFUL FALSIFICATION OF ANY OF THE ABOVE STATEMENTS MAY SUBJECT THE CONTRACTOR OR SUBCONTRACTOR TO CIVIL OR CRIMINAL PROSECUTION. SEE SECTION 1001 OF TITLE 18 AND SECTION 3729 OF TITLE 31 OF THE UNITED STATES CODE.',
} as const;
