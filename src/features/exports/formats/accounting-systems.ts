import { type ColumnPreset, columnFormat } from '@/features/exports/formats/column-format';
import type { FileData } from '@/features/exports/formats/file-data';
import {
  AMOUNT_SETTINGS,
  codeSettings,
  type Setting,
} from '@/features/exports/formats/machine-format';

const payCodes = (regular: string, overtime: string, double: string): Setting[] => [
  { name: 'regularCode', preset: regular },
  { name: 'overtimeCode', preset: overtime },
  { name: 'doubleCode', preset: double },
];
const named =
  (stem: string, extension: 'csv' | 'txt') =>
  ({ period }: FileData): string =>
    `${stem}_${period.start}_to_${period.end}.${extension}`;

// Where each comes from is in docs/rules/exports.md#construction-accounting. The imports of all of them are
// set up by the customer, so these are where a company starts, and every column can be changed.

/** Sage 300 CRE, Import Time: no header, columns as in the customer's time entry view. */
const SAGE_300: ColumnPreset = {
  name: 'Sage 300 CRE',
  externalId: 'sage_employee',
  settings: [...payCodes('REG', 'OT', 'DT'), ...AMOUNT_SETTINGS, ...codeSettings()],
  columns: `
Date | format(work_date, 'M/D/YYYY')
Employee | employee_id
Job | project_number
Extra | ''
Cost Code | cost_code
Certified? | if(certified, 'Y', '')
Union | ''
Union Local | ''
Union Class | ''
Pay ID | pay_id
Units | short(hours)
Rate | rate
Amount | if(worked, short(amount), amount)
WC Code | ''`,
  needed: ['Date', 'Employee', 'Pay ID', 'Units'],
  place: 'free',
  fileName: named('sage_time', 'txt'),
  type: 'text/plain',
};

/** Viewpoint Spectrum, Import Pre-Time Cards: positional, no header, cut after the message. */
const SPECTRUM: ColumnPreset = {
  name: 'Viewpoint Spectrum',
  externalId: 'spectrum_employee',
  settings: [
    { name: 'batch' },
    { name: 'department' },
    { name: 'costType', preset: 'L' },
    ...payCodes('R', 'O', 'D'),
    ...codeSettings({ PTO: 'V', SICK: 'S', HOLIDAY: 'H' }),
  ],
  // Leave is on no job.
  columns: `
Batch | batch | 8
Employee | employee_id | 11
Department | department | 6
Pay type | pay_id | 2
Hours | hours
Job | project_number | 10
Phase | cost_code | 20
Cost type | if(worked, cost_type, '') | 3
Date | format(work_date, 'MM/DD/YY')
Message | left(cost_code_name, 30) | 30`,
  place: 'required',
  fileName: named('spectrum', 'txt'),
  type: 'text/plain',
};

/** Viewpoint Vista, PR Timecard Entry (bPRTB): the columns marked as usual for imports. */
const VISTA: ColumnPreset = {
  name: 'Viewpoint Vista',
  externalId: 'vista_employee',
  settings: [
    { name: 'companyCode', preset: '1' },
    ...payCodes('1', '2', '3'),
    ...AMOUNT_SETTINGS,
    ...codeSettings(),
  ],
  columns: `
Co | company_code | 3
Employee | employee_id | 6
PaySeq | '1'
Type | 'J'
DayNum | day_number
PostDate | format(work_date, 'MM/DD/YY')
JCCo | if(project_number = '', '', company_code)
Job | project_number | 10
Phase | cost_code | 20
Cert | if(certified, 'Y', 'N')
Craft | ''
Class | classification_code | 10
EarnCode | pay_id
Shift | '1'
Hours | hours
Rate | number(rate, 4)
Amt | if(hours = '', amount, '')`,
  fileName: named('vista_timecards', 'csv'),
};

/** FOUNDATION publishes no layout: the fields of its timecard, which each company lays out by itself. */
const FOUNDATION: ColumnPreset = {
  name: 'FOUNDATION',
  externalId: 'foundation_employee',
  heading: true,
  settings: [...payCodes('R', 'O', 'D'), ...AMOUNT_SETTINGS, ...codeSettings()],
  columns: `
Employee No | employee_id
Date | format(work_date, 'MM/DD/YYYY')
Job No | project_number
Cost Code No | cost_code
Earn Code | pay_id
Hours | hours
Rate | number(rate, 4)
Amount | if(hours = '', amount, '')
Union | ''
Class | classification_code
Certified | if(certified, 'Y', 'N')
WC Code | ''
State | ''`,
  fileName: named('foundation_timecards', 'csv'),
};

/** ComputerEase publishes no layout: the fields of its time entry. */
const COMPUTEREASE: ColumnPreset = {
  name: 'ComputerEase',
  externalId: 'computerease_employee',
  heading: true,
  settings: [
    { name: 'costType', preset: 'L' },
    ...payCodes('R', 'O', 'D'),
    ...AMOUNT_SETTINGS,
    ...codeSettings(),
  ],
  columns: `
Employee | employee_id
Date | format(work_date, 'MM/DD/YYYY')
Pay Type | pay_id
Hours | hours
Amount | if(hours = '', amount, '')
Job | project_number
Phase | cost_code
Category | if(project_number = '', '', cost_type)
Worker Class | classification_code
Description | left(cost_code_name, 50) | 50`,
  fileName: named('computerease_time', 'csv'),
};

/** Sage 100 Contractor, 5-5-1 Daily Payroll: the file of an importer in use; the product has no import of its own. */
const SAGE_100: ColumnPreset = {
  name: 'Sage 100 Contractor',
  externalId: 'sage_100_employee',
  heading: true,
  settings: [...payCodes('1', '2', '3'), ...codeSettings()],
  columns: `
filetype | 'PRDAILY'
paydte | work_date
empnum | employee_id
dscrpt | left(cost_code_name, 50) | 50
wrkord | ''
jobnum | project_number
loctax | ''
crtfid | if(certified, 'Y', 'N') | 1
phsnum | ''
cstcde | replace(cost_code, ' ', '') | 16
paytyp | pay_id
paygrp | ''
payrte | number(rate, 4)
payhrs | hours
pcerte | ''
pieces | ''
cmpcde | ''
dptmnt | ''
eqpnum | ''
opreqp | ''
eqpunt | ''
oprhrs | ''
stdhrs | ''
idlhrs | ''`,
  fileName: named('sage100_daily_payroll', 'csv'),
};

/** Acumatica, Employee Time Activities (EP307000): its columns, for an import scenario of the company. */
const ACUMATICA: ColumnPreset = {
  name: 'Acumatica',
  externalId: 'acumatica_employee',
  heading: true,
  settings: [
    ...payCodes('RG', 'OT', 'DT'),
    { name: 'projectTask', optional: true },
    ...codeSettings(),
  ],
  columns: `
Date | format(work_date, 'MM/DD/YYYY')
Employee | employee_id
Earning Type | pay_id
Project | project_number
Project Task | if(project_number = '', '', project_task)
Cost Code | cost_code
Certified Job | if(certified, 'True', 'False')
Union Local | ''
Labor Item | classification_code
WCC Code | ''
Time Spent | duration
Summary | cost_code_name`,
  fileName: named('acumatica_time', 'csv'),
};

export const sage300 = columnFormat(SAGE_300);
export const spectrum = columnFormat(SPECTRUM);
export const ACCOUNTING_FORMATS = {
  'sage-300': sage300,
  'sage-100': columnFormat(SAGE_100),
  spectrum,
  vista: columnFormat(VISTA),
  foundation: columnFormat(FOUNDATION),
  computerease: columnFormat(COMPUTEREASE),
  acumatica: columnFormat(ACUMATICA),
} as const;
