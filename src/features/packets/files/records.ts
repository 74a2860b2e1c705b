/** What parts of a packet say, as far as its tables and papers read it. */
export interface TimeRecord {
  name: string;
  work_date: string;
  clock_in: string;
  clock_out: string | null;
  time_zone: string;
  project: string | null;
  cost_code: string | null;
  source: string;
  original: { clock_in: string | null; clock_out: string | null } | null;
  breaks: readonly { started_at: string; ended_at: string | null; kind: string; paid: boolean }[];
}

export interface EditRecord {
  at: string;
  by: string | null;
  role: string | null;
  action: string;
  entity: string;
  reason: string | null;
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
}

export interface SignatureRecord {
  id: string;
  start_date: string;
  end_date: string;
  disputed: boolean;
  note: string | null;
  signed_name: string | null;
  signed_at: string;
  signed_through: string;
  invalidated_at: string | null;
  signed_text: string | null;
  device_key: { kty: 'EC'; crv: 'P-256'; x: string; y: string } | null;
  device_signature: string | null;
  paper_path: string | null;
  paper_sha256: string | null;
}

export interface StoredRecord {
  /** Its name in the packet; missing where files are not part of it. */
  file?: string;
  path: string;
  sha256: string | null;
  size_bytes?: number | null;
  taken_on?: string;
  caption?: string;
}

interface PlanRecord {
  work_date: string;
  planned_start: string | null;
  planned_end: string | null;
  actual_start: string | null;
  actual_end: string | null;
  result: string;
}

export interface ClaimTime {
  start_date: string;
  time_entries: readonly TimeRecord[];
  edits: readonly EditRecord[];
  photos: readonly StoredRecord[];
  approvals: readonly { work_date: string; approved_by: string | null; approved_at: string }[];
  timesheet_signatures: readonly SignatureRecord[];
  plan_and_actual: readonly PlanRecord[];
}

export interface PayLine {
  /** Of somebody who left, lines have days alone. */
  week_start?: string;
  work_date: string;
  project: string | null;
  pay_code: string;
  multiplier: number;
  minutes: number;
  hourly_rate: number | null;
  straight_cents?: number | null;
  premium_cents?: number | null;
  total_cents: number | null;
  week_regular_rate: number | null;
}

export interface ClaimPay {
  lines: readonly PayLine[];
}

export interface ProjectMonth {
  start_date: string;
  by_day_and_trade: readonly {
    work_date: string;
    trade: string;
    people: number;
    minutes: number;
  }[];
  time_entries: readonly TimeRecord[];
  plan_and_actual: readonly (PlanRecord & { name: string })[];
  field_reports: readonly {
    report_date: string;
    number: string;
    status: string;
    signed_name: string | null;
  }[];
  delays: readonly {
    report_date: string;
    reason: string | null;
    detail: string | null;
    hours: string | null;
    people: string | null;
  }[];
  weather: readonly {
    work_date: string;
    conditions: string | null;
    low_f: number | null;
    high_f: number | null;
    precipitation_in: number | null;
  }[];
  quantities: readonly {
    work_date: string;
    cost_code: string | null;
    cost_code_name: string | null;
    quantity: number;
    note: string | null;
  }[];
  tickets: readonly {
    number: number;
    work_date: string;
    description: string | null;
    status: string;
    signed_name: string | null;
  }[];
  photos: readonly StoredRecord[];
}

interface Company {
  name: string;
  legal_name: string | null;
  street: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  time_zone: string;
  week_start: number;
  pay_period_kind: 'weekly' | 'biweekly' | 'semimonthly' | 'monthly';
}

export interface Cover {
  request: { asked_by?: string; organization?: string; asked_as: string; asked_on?: string };
  deadlines: readonly {
    rule: 'california_226' | 'dol_516_7';
    due_on: string;
    applies: boolean;
  }[];
  company: Company;
}

/** The parts that come first, by name. */
export interface FirstParts {
  cover: Cover;
  policies?: {
    overtime_policies: readonly {
      effective_from: string;
      preset: string;
      project: string | null;
      for_this_person: boolean;
      set_by: string | null;
    }[];
  };
  rates?: {
    employee_rates: readonly {
      effective_from: string;
      hourly_rate: number;
      project: string | null;
      cost_code: string | null;
      set_by: string | null;
    }[];
  };
  documents: readonly (StoredRecord & { name: string; version: number; signed_at?: string })[];
  'certified-payrolls'?: readonly {
    week_end: string;
    number: number;
    revision: number;
    project: string;
    signed_name: string;
  }[];
}
