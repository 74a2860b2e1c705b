import type { ColumnRole } from '@/features/public-work/facts/formats/roles';
import { isIdentityHeading } from '@/lib/identity-numbers';

/**
 * What headings of payroll systems mean, first match first. From the columns that Gusto, Paychex, ADP,
 * QuickBooks and Sage print (docs/rules/payroll-files.md); one list for all of them, as
 * they borrow each other's names. What is not here stays undecided: the person says.
 */
const RULES: readonly (readonly [ColumnRole, RegExp])[] = [
  // What the employer pays, what is no amount, and totals of other columns.
  ['ignored', /employer|\ber\b|\/er$|\bfuta\b|\bsuta\b|taxable|wage base|subject to/],
  ['ignored', /unemployment(?!.*employee)|workers'? comp|\bmatch\b|\bmemo\b|direct deposit/],
  ['ignored', /\bytd\b|year[- ]to[- ]date|\bhours\b|\bhrs\b|\bunits\b|\brate\b|percent|%/],
  ['ignored', /^adjusted gross|^check amount$|^take home|^total (employee )?(tax|deduct|withh)/],
  ['ignored', /^employee (taxes|deductions|contributions)( ?& ?deductions)?$|^(taxes|deductions)$/],
  ['ignored', /^(employee )?taxes withheld$|^employee taxes withheld$|jurisdiction|allocation/],
  ['first_name', /^(employee |worker |ee |legal )?first( name)?$|^fname$/],
  ['last_name', /^(employee |worker |ee |legal )?last( name)?$|^lname$|^surname$/],
  ['employee_number', /^(employee|worker|emp|ee|file|payroll|clock)\.? ?(id|number|no\.?|num|#)$/],
  ['employee_number', /^(associate id|position id|id|worker)$/],
  ['employee', /^(employee|employee name|worker name|ee name|payroll name|name|payee|full name)$/],
  ['period', /^(pay|payroll) ?period$|^period$/],
  ['period_start', /^((pay|payroll) ?)?(period )?(begin|beginning|start|from)( date)?$/],
  ['period_start', /^period (begin|beginning|start)/],
  ['week_end', /^((pay|payroll) ?)?(period )?(end|ending|thru|to)( date)?$|^period end/],
  ['week_end', /^week[- ]?(end|ending|ends|ended)( date| on)?$|^pay end date$|^pe date$/],
  ['paid_on', /^(pay|check|cheque|paid|payment) ?(date|day|on)$|^date paid$/],
  ['check_number', /^(check|cheque|voucher|check\/voucher|transaction) ?(number|no\.?|num|#)$/],
  ['check_number', /^check$/],
  ['gross_all', /^(total )?gross( pay| earnings| wages| amt| amount| amt earned)?$/],
  ['net', /^net( pay| wages| amt| amount| check)?$/],
  ['reimbursement', /reimburs/],
  ['other', /family leave|medical leave|\bpfl\b|\bpfml\b|\bfli\b|fam leave|med leave/],
  ['other', /deduction|garnish|401|roth|insurance|\bmedical\b|dental|vision\b|union|\bdues\b/],
  ['other', /child support|\blevy\b|\bloan\b|advance|\bhsa\b|\bfsa\b|pension|donation|local/],
  ['other', /term disability|city tax|county tax|occupational|uniform|\bboots\b|\btools?\b/],
  ['medicare', /medicare|^med(\/ee| ee| amt| w\/?h)?$/],
  ['fica', /social security|soc\.? sec|\boasdi\b|^ss(\/ee| ee| amt)?$|\bfica\b/],
  ['sdi', /\bsdi\b|disability/],
  ['federal_tax', /^fed(eral)?\b|^fit\b|\bfitw\b/],
  [
    'state_tax',
    /\bsit\b|^state\b.*(tax|withh|w\/?h)|^[a-z]{2} -? ?(state tax|withholding|income tax)/,
  ],
  ['state_tax', /(worked|lived)[- ]?in[- ]state|state (income )?tax|state w\/?h|income tax/],
  ['other', /\(employee\)|- (employee|ee) tax$|unemployment/],
  ['earnings', /regular|overtime|double ?(time|overtime)|earnings|\bwages\b|salary|bonus|holiday/],
  ['earnings', /vacation|\bsick\b|\bpto\b|commission|\(amount\)$|hourly|^reg\b|^ot\b|^dt\b/],
];

const normalized = (heading: string): string =>
  heading.toLowerCase().replaceAll('_', ' ').replace(/\s+/g, ' ').trim();

/** The role of a heading, or null where nothing says what it is. */
export function roleOf(heading: string): ColumnRole | null {
  if (isIdentityHeading(heading)) return 'last_four';
  const text = normalized(heading);
  return RULES.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}

/** How a further deduction is called in reports: without what the system puts around its name. */
export function deductionName(heading: string): string {
  const name = heading
    .replace(/^(voluntary )?deduction ?: ?(?:[A-Z0-9]{1,4}-)?/i, '')
    .replace(/ ?\((employee|ee)\)$/i, '')
    .replace(/ ?- ?(employee|ee) tax$/i, '')
    .replace(/[_ ]deduction$/i, '')
    .replace(/ amt$/i, '')
    .replace(/\s+/g, ' ')
    .trim();
  const shown = heading === heading.toUpperCase() ? capitalized(name) : name;
  return (shown || heading.trim()).slice(0, 60);
}

/** `VISION` as `Vision`; short ones such as HSA and 401K are names. */
const capitalized = (name: string): string =>
  name.length <= 4 ? name : name.charAt(0) + name.slice(1).toLowerCase();
