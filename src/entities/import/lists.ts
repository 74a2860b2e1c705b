/** A column of a list: its name in the database and other headings that mean the same. */
export interface ListColumn {
  key: string;
  aliases: readonly string[];
  required?: boolean;
  date?: boolean;
}

const column = (key: string, aliases = '', more: Partial<ListColumn> = {}): ListColumn => ({
  key,
  aliases: aliases === '' ? [] : aliases.split('|'),
  ...more,
});
const required = { required: true } as const;
const date = { date: true } as const;
const NAME = column('name', 'nombre|title|description', required);
const NUMBER = column('number', 'no|número|id number');
const PROJECT = column('project', 'job|job name|project name|proyecto|jobcode_1|jobsite');
const COST_CODE = column(
  'cost_code',
  'cost code|task|task code|service item|code|código de costo|activity',
);
const PERSON = [
  column('employee', 'user|name|employee name|worker|team member|empleado|full name|username'),
  column('first_name', 'first name|fname|first|nombre'),
  column('last_name', 'last name|lname|last|apellido'),
  column('employee_number', 'employee id|payroll_id|payroll id|number|número|emp id'),
  column('email', 'e-mail|correo'),
];

/** What can be imported, with the columns that are offered; others with the database's names pass as they are. */
export const LISTS = {
  time_entries: [
    ...PERSON,
    PROJECT,
    COST_CODE,
    column('equipment', 'machine|equipo'),
    column('machines', 'machines with shares|máquinas|máquinas con su parte'),
    column(
      'classification',
      'work classification|class of work|work class|clasificación|clase de trabajo',
    ),
    column('date', 'local_date|start date|day|fecha', date),
    column(
      'start',
      'clock_in|local_start_time|start time|start|clock in|in|time in|inicio|entrada',
      required,
    ),
    column('end_date', 'end date', date),
    column(
      'end',
      'clock_out|local_end_time|end time|end|clock out|out|time out|fin|salida',
      required,
    ),
    column('break_minutes', 'break|breaks (min)|break minutes|minutes break|descanso'),
    column('duration', 'hours|duration|total hours|duration (decimal)|total|horas'),
    column('notes', 'description|note|comment|comments|notas'),
    column('time_zone', 'tz|timezone|time zone'),
  ],
  employees: [
    ...PERSON.slice(1),
    column('phone', 'mobile|cell|phone number|teléfono'),
    column('job_title', 'position|title|trade|puesto'),
    column('role', 'access|permission|rol'),
    column('hired_on', 'hire date|start date|fecha de ingreso', date),
    column('rate', 'hourly rate|pay rate|wage|tarifa'),
    column('language', 'idioma'),
  ],
  projects: [
    { ...NAME, aliases: ['project', 'job', 'job name', 'project name', 'nombre', 'proyecto'] },
    { ...NUMBER, aliases: ['job number', 'project number', 'no', 'número'] },
    column('client', 'customer|cliente'),
    column('address', 'location|dirección'),
    column('status', 'estado'),
    column('deadline', 'due date|end date|fecha límite', date),
    column('time_zone', 'tz|timezone'),
  ],
  cost_codes: [
    column('code', 'number|no|cost code|código|número', required),
    { ...NAME, aliases: [...NAME.aliases, 'título'] },
    column('code_group', 'group|division|category|grupo'),
    column('unit', 'uom|unit of measure|unidad'),
  ],
  equipment: [
    NAME,
    NUMBER,
    column('class', 'type|clase'),
    column('ownership', ''),
    column('notes', 'description'),
  ],
  equipment_classes: [
    NAME,
    column('operating_rate', 'rate'),
    column('standby_rate', 'standby'),
    column('travel_rate', 'travel'),
  ],
  customers: [
    NAME,
    NUMBER,
    column('contact_name', 'contact'),
    column('email', ''),
    column('phone', ''),
    column('address', ''),
  ],
  crews: [NAME, column('foreman', 'capataz|lead')],
  crew_members: [
    column('crew', 'cuadrilla', required),
    ...PERSON.slice(0, 1),
    column('from_date', 'from', date),
    column('to_date', 'to', date),
  ],
  holidays: [
    column('date', 'fecha', { ...required, ...date }),
    { ...NAME, required: false },
    column('paid_hours', 'hours'),
  ],
  units: [NAME, column('description', '')],
  cost_code_groups: [NAME],
  pay_types: [column('code', 'pay code', required), NAME, column('name_es', 'spanish')],
  break_types: [
    NAME,
    column('name_es', 'spanish'),
    column('kind', '', required),
    column('paid', ''),
    column('usual_minutes', 'length|minutes'),
  ],
  delay_reasons: [NAME, column('name_es', 'spanish')],
  certification_types: [NAME, column('issuer', ''), column('valid_months', 'months')],
  certifications: [
    PERSON[0] as ListColumn,
    column('type', 'certificate', required),
    column('number', ''),
    column('issued_on', 'issued', date),
    column('expires_on', 'expires', date),
  ],
  employee_rates: [
    PERSON[0] as ListColumn,
    column('hourly_rate', 'rate', required),
    column('effective_from', 'from', date),
    PROJECT,
    COST_CODE,
  ],
  budget_lines: [
    { ...PROJECT, required: true },
    { ...COST_CODE, required: true },
    column('hours', 'budget hours'),
    column('labor_amount', 'amount|budget'),
    column('quantity', 'qty'),
    column('unit', 'uom'),
  ],
  quantities: [
    { ...PROJECT, required: true },
    column('work_date', 'date|day|work date|fecha', { ...required, ...date }),
    column('cost_code', 'code|cost code|phase|código|código de costo', required),
    column('quantity', 'qty|cantidad', required),
    column('area', 'location|área'),
    column('note', 'notes|comment|nota'),
  ],
  pay_items: [
    PERSON[0] as ListColumn,
    column('work_date', 'date', { ...required, ...date }),
    column('pay_code', 'code', required),
    column('minutes', ''),
    column('amount_cents', ''),
    column('note', 'notes'),
  ],
  time_off_types: [NAME, column('pay_code', 'code'), column('paid', '')],
  clock_questions: [
    column('moment', '', required),
    column('text_en', 'english', required),
    column('text_es', 'spanish', required),
    column('alarm_answer', ''),
  ],
  overtime_policies: [
    column('effective_from', 'from', { ...required, ...date }),
    column('preset', '', required),
    column('policy', ''),
  ],
  company: [column('time_zone', ''), column('week_start', '')],
} as const satisfies Record<string, readonly ListColumn[]>;

export type ListName = keyof typeof LISTS;
export const LIST_NAMES = Object.keys(LISTS) as ListName[];
export const columnsOf = (list: ListName): readonly ListColumn[] => LISTS[list];
