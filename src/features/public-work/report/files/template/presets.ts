import { columnsFrom, type FileTemplate, TEMPLATE_FORMAT } from '@/entities/file-template/template';

const days = (label: string, kind: string): string =>
  [1, 2, 3, 4, 5, 6, 7].map((day) => `${label} day ${day} | ${kind}_${day}`).join('\n');

const base = {
  format: TEMPLATE_FORMAT,
  version: 1,
  compare: true,
  rows: 'class',
  separator: ',',
  heading: true,
} as const;

/** A start for agencies whose own sheet nobody published: the contents are known, their order is not. */
export const PRESETS: Readonly<Record<'illinois' | 'plain' | 'daily', FileTemplate>> = {
  illinois: {
    ...base,
    name: 'Illinois certified transcript',
    agency: 'Illinois Department of Labor',
    output: 'csv',
    columns: columnsFrom(`
Payroll Start Date | format(week_start, 'MM/DD/YYYY')
Payroll End Date | format(week_end, 'MM/DD/YYYY')
Contractor Number | fein
Project Number | project_number
Project Address | location
County | county
State | state
Agency | if(agency = '', 'Not a State Agency', agency)
No Work Report | if(no_work, 'Y', 'N')
Last Name | last_name
First Name | first_name
Last Four | right(identifying_number, 4)
Street | street
City | city
Home State | home_state
Zip | zip
Classification | classification
Skill Level | map(kind, 'RA', 'Apprentice', 'Journeyworker')
${days('Regular hours', 'st')}
${days('Overtime hours', 'ot')}
Total Hours | total
Hourly Rate | rate_st
Overtime Rate | rate_ot
Health and Welfare per Hour | health_hourly
Pension per Hour | pension_hourly
Vacation per Hour | vacation_hourly
Training per Hour | training_hourly
Gross This Project | gross_project
Gross All Work | gross_all
Deductions | deductions
Net | net`),
  },
  plain: {
    ...base,
    name: 'Weekly payroll by worker',
    agency: '',
    compare: false,
    output: 'xlsx',
    columns: columnsFrom(`
Week ending | format(week_end, 'MM/DD/YYYY')
Payroll number | payroll_number
Worker | concat(last_name, ', ', first_name)
ID | identifying_number
Classification | classification
Straight | total_st
Overtime | total_ot
Double | total_dt
Rate | rate_st
Overtime rate | rate_ot
Fringe to plans | fringe_credit
Cash in lieu | cash_in_lieu
Gross this project | gross_project
Gross all work | gross_all
Deductions | deductions
Net | net`),
  },
  daily: {
    ...base,
    name: 'Daily hours by worker',
    agency: '',
    compare: false,
    rows: 'day',
    output: 'csv',
    columns: columnsFrom(`
Date | format(day_date, 'MM/DD/YYYY')
Project | project_number
Worker | concat(last_name, ', ', first_name)
ID | identifying_number
Classification | classification
Straight | day_st
Overtime | day_ot
Double | day_dt
Rate | rate_st`),
  },
};
