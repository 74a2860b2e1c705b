/** A row as the database gave it. */
export type PacketRow = Readonly<Record<string, unknown>>;

/** What `certified_payroll_packet()` answers: everything the file is made of. */
export interface Packet {
  made_at: string;
  made_by: string;
  start_date: string;
  end_date: string;
  company: string;
  project: { id: string; number: string | null; name: string };
  contract: PacketRow;
  people: readonly PacketRow[];
  certified_payrolls: readonly SignedPayroll[];
  deliveries: readonly PacketRow[];
  lines: readonly (PacketRow & { week_end: string })[];
  time_entries: readonly PacketRow[];
  wage_determinations: readonly Determination[];
  work_classifications: readonly PacketRow[];
  employee_classifications: readonly PacketRow[];
  fringe_plans: readonly PacketRow[];
  employee_fringe_plans: readonly PacketRow[];
  apprenticeship_programs: readonly PacketRow[];
  apprenticeships: readonly PacketRow[];
  payroll_facts: readonly PacketRow[];
  restitutions: readonly PacketRow[];
  subcontractors: readonly (PacketRow & { id: string; name: string })[];
  subcontractor_reports: readonly SubcontractorFile[];
  history: PacketRow;
}

export interface SignedPayroll {
  id: string;
  week_end: string;
  number: number;
  revision: number;
  corrects_id: string | null;
  final: boolean;
  no_work: boolean;
  signed_text: string;
  sha256: string;
  signed_name: string;
  signed_title: string;
  signed_at: string;
}

export interface Determination extends PacketRow {
  number: string;
  modification: string;
  source_text: string | null;
}

export interface SubcontractorFile extends PacketRow {
  subcontractor_id: string;
  week_end: string;
  version: number;
  path: string | null;
  sha256: string | null;
}
