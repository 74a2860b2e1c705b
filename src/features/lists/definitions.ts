import {
  AS_STORED,
  type ListColumn,
  type ListDefinition,
  type ListName,
  OWN_PAY_NAMES,
} from '@/features/lists/list-definition';

const ACTIVE = { column: 'active', archived: false, restored: true };

const text = (key: string, width: number, more: Partial<ListColumn> = {}): ListColumn => ({
  key,
  width,
  kind: { type: 'text' },
  ...more,
});
const number = (key: string, width: number, digits: number, scale = 1): ListColumn => ({
  key,
  width,
  kind: { type: 'number', digits, scale },
});
const date = (key: string, more: Partial<ListColumn> = {}): ListColumn => ({
  key,
  width: 120,
  kind: { type: 'date' },
  ...more,
});
const yesNo = (key: string, width: number): ListColumn => ({
  key,
  width,
  kind: { type: 'yesNo' },
  empty: false,
});
const choice = (
  key: string,
  width: number,
  words: string,
  values: readonly string[],
  more: Partial<ListColumn> = {},
): ListColumn => ({ key, width, kind: { type: 'choice', values, words }, ...more });
const row = (
  key: string,
  width: number,
  list: ListName,
  more: Partial<ListColumn> = {},
): ListColumn => ({ key, width, kind: { type: 'row', list }, ...more });
const name = (width = 240): ListColumn => text('name', width, { required: true });
const nameEs = text('name_es', 200, { optional: true });
const externalId = text('external_id', 130, { optional: true });

const PAY_CODES = [
  'BONUS_ND',
  'BONUS_D',
  'SHIFT_DIFF',
  'PTO',
  'SICK',
  'HOLIDAY',
  'BEREAVEMENT',
  'JURY',
  'SHOWUP',
  'PER_DIEM',
  'MILEAGE',
  'TOOLS',
  'EXPENSE',
  'FRINGE_CASH',
  'ADJUSTMENT',
];

/** Every list of the screen, in the order of its navigation. */
export const DEFINITIONS: readonly ListDefinition[] = [
  {
    name: 'employees',
    order: ['last_name', 'first_name'],
    title: ['first_name', 'last_name'],
    archive: ACTIVE,
    filter: 'role',
    columns: [
      text('first_name', 140, { required: true }),
      text('last_name', 140, { empty: '' }),
      text('employee_number', 110),
      text('email', 230),
      text('phone', 150),
      text('job_title', 150),
      choice('role', 120, 'common:role', ['owner', 'manager', 'foreman', 'employee']),
      choice('language', 110, 'lists:language', ['en', 'es']),
      date('hired_on'),
    ],
  },
  {
    name: 'crews',
    order: ['name'],
    title: ['name'],
    columns: [name(), row('foreman_id', 220, 'employees')],
  },
  {
    name: 'projects',
    order: ['name'],
    title: ['name'],
    archive: { column: 'archived_at', archived: 'now', restored: null },
    filter: 'status',
    mergeable: true,
    select: '*, geofences(id)',
    columns: [
      text('number', 100),
      name(),
      nameEs,
      row('parent_id', 200, 'projects'),
      row('customer_id', 180, 'customers'),
      text('address', 240),
      choice('status', 120, 'lists:projectStatus', ['active', 'on_hold', 'completed']),
      date('deadline'),
      text('time_zone', 170),
      yesNo('prevailing_wage', 130),
      { key: 'geofences', width: 90, kind: { type: 'count' } },
      externalId,
    ],
  },
  {
    name: 'customers',
    order: ['name'],
    title: ['name'],
    archive: ACTIVE,
    mergeable: true,
    columns: [
      name(),
      text('number', 100),
      text('contact_name', 170),
      text('email', 220),
      text('phone', 150),
      text('address', 260),
      externalId,
    ],
  },
  {
    name: 'cost_codes',
    order: ['code'],
    title: ['code', 'name'],
    archive: ACTIVE,
    filter: 'code_group',
    mergeable: true,
    figures: 'cost_code_usage',
    columns: [
      text('code', 100, { required: true }),
      name(220),
      nameEs,
      { key: 'code_group', width: 140, kind: { type: 'name', list: 'cost_code_groups' } },
      { key: 'unit', width: 70, kind: { type: 'name', list: 'units' } },
      number('hours_per_unit', 124, 3),
      choice('kind', 100, 'lists:codeKind', ['work', 'travel']),
      text('external_id', 110),
      { key: 'project_ids', width: 80, kind: { type: 'count' } },
      { key: 'minutes_this_month', width: 130, kind: { type: 'minutes' } },
    ],
  },
  {
    name: 'cost_code_groups',
    order: ['name'],
    title: ['name'],
    archive: ACTIVE,
    mergeable: true,
    columns: [name(320)],
  },
  {
    name: 'equipment',
    order: ['number', 'name'],
    title: ['number', 'name'],
    archive: { column: 'status', archived: 'retired', restored: 'available' },
    filter: 'class_id',
    mergeable: true,
    columns: [
      text('number', 100),
      name(),
      row('class_id', 170, 'equipment_classes'),
      choice('ownership', 110, 'lists:ownership', ['owned', 'rented']),
      choice('status', 130, 'lists:machine', ['available', 'down']),
      choice('meter_unit', 100, 'lists:meter', ['hours', 'miles']),
      date('off_rent_date'),
      text('notes', 220),
      externalId,
    ],
  },
  {
    name: 'equipment_classes',
    order: ['name'],
    title: ['name'],
    mergeable: true,
    columns: [
      name(),
      number('operating_rate', 140, 2),
      number('standby_rate', 140, 2),
      number('travel_rate', 140, 2),
      yesNo('meter_at_clock_out', 160),
    ],
  },
  {
    name: 'pay_types',
    order: ['code'],
    title: ['name'],
    archive: ACTIVE,
    columns: [
      choice('code', 150, AS_STORED, PAY_CODES, { required: true }),
      name(),
      text('name_es', 240),
    ],
  },
  {
    name: 'pay_items',
    order: ['work_date'],
    ascending: false,
    title: ['pay_code', 'work_date'],
    filter: 'pay_code',
    columns: [
      row('employee_id', 200, 'employees', { required: true }),
      date('work_date', { required: true }),
      choice('pay_code', 190, OWN_PAY_NAMES, PAY_CODES, { required: true }),
      number('minutes', 90, 2, 60),
      number('amount_cents', 110, 2, 100),
      row('project_id', 190, 'projects'),
      text('note', 240),
    ],
  },
  {
    name: 'holidays',
    order: ['date'],
    title: ['name', 'date'],
    ownersOnly: true,
    columns: [
      date('date', { required: true }),
      text('name', 240, { empty: '' }),
      number('paid_hours', 110, 2),
    ],
  },
  {
    name: 'minimum_wages',
    order: ['state', 'place', 'from_date'],
    title: ['place', 'state'],
    ownersOnly: true,
    columns: [
      text('state', 80, { required: true }),
      text('place', 200),
      date('from_date', { required: true }),
      number('rate', 100, 2),
    ],
  },
  {
    name: 'time_off_types',
    order: ['name'],
    title: ['name'],
    archive: ACTIVE,
    columns: [
      name(),
      yesNo('paid', 80),
      choice('pay_code', 190, OWN_PAY_NAMES, ['PTO', 'SICK', 'HOLIDAY', 'BEREAVEMENT', 'JURY']),
      date('starts_on'),
    ],
  },
  {
    name: 'break_types',
    order: ['kind', 'paid'],
    title: ['name'],
    archive: ACTIVE,
    columns: [
      name(170),
      text('name_es', 170),
      choice('kind', 100, 'lists:breakKind', ['meal', 'rest'], { required: true }),
      yesNo('paid', 80),
      number('usual_minutes', 140, 0),
    ],
  },
  {
    name: 'units',
    order: ['name'],
    title: ['name'],
    archive: ACTIVE,
    mergeable: true,
    columns: [name(120), text('description', 300)],
  },
  {
    name: 'delay_reasons',
    order: ['name'],
    title: ['name'],
    archive: ACTIVE,
    mergeable: true,
    columns: [name(280), text('name_es', 280)],
  },
  {
    name: 'certification_types',
    order: ['name'],
    title: ['name'],
    archive: ACTIVE,
    mergeable: true,
    columns: [
      name(),
      text('issuer', 200),
      number('valid_months', 130, 0),
      number('warn_days', 150, 0),
    ],
  },
  {
    name: 'certifications',
    order: ['expires_on'],
    title: ['number'],
    filter: 'type_id',
    columns: [
      row('employee_id', 200, 'employees', { required: true }),
      row('type_id', 200, 'certification_types', { required: true }),
      text('number', 140),
      date('issued_on'),
      date('expires_on'),
      text('note', 240),
    ],
  },
  {
    name: 'certification_requirements',
    order: ['type_id'],
    title: ['type_id'],
    filter: 'type_id',
    columns: [
      row('type_id', 220, 'certification_types', { required: true }),
      choice('role', 140, 'common:role', ['owner', 'manager', 'foreman', 'employee']),
      row('project_id', 220, 'projects'),
      row('class_id', 200, 'equipment_classes'),
      row('equipment_id', 180, 'equipment'),
      yesNo('needs_proof', 130),
      yesNo('blocks_clock', 150),
    ],
  },
  {
    name: 'clock_questions',
    order: ['moment', 'position'],
    title: ['text_en'],
    archive: ACTIVE,
    ownersOnly: true,
    columns: [
      choice('moment', 110, 'lists:moment', ['in', 'out'], { required: true }),
      text('text_en', 320, { required: true }),
      text('text_es', 320, { required: true }),
      choice('alarm_answer', 130, 'lists:answer', ['yes', 'no']),
      yesNo('opens_incident', 130),
      number('position', 90, 0),
    ],
  },
];

export function definitionOf(name: string | null): ListDefinition {
  return (
    DEFINITIONS.find((definition) => definition.name === name) ?? (DEFINITIONS[0] as ListDefinition)
  );
}
