import type { CertifiedStage } from './certified-payroll-stage.ts';
import { as, type Person } from './world.ts';

/** What a report with fringe and without apprentices asks for. */
export const FRINGE_STATEMENTS = [1, 2, 3, 5, 6];

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);

export interface SignedRow {
  readonly id: string;
  readonly number: number;
  readonly revision: number;
  readonly week_end: string;
  readonly signed_text: string;
  readonly sha256: string;
  readonly employee_ids: readonly string[];
  readonly content: {
    readonly report: {
      readonly header: Record<string, unknown>;
      readonly rows: readonly { kind: string }[];
      readonly restitutions: readonly object[];
    };
    readonly changes?: unknown;
  };
}

/** Five days of eight hours at 30.00 with 12.50 in cash, and what payroll paid; week 0 ends on 2026-03-15. */
export async function paidWeek(
  site: CertifiedStage,
  employee: string,
  classification: string,
  week: number,
): Promise<void> {
  for (const day of [0, 1, 2, 3, 4]) {
    await site.work(employee, 7 * week + day, '8', { class: classification });
  }
  await site.facts(employee, {
    week_end: addDays('2026-03-15', 7 * week),
    gross_all: '1700.00',
    federal_tax: '100.00',
    fica: '130.05',
    net: '1469.95',
  });
}

export const approveWeek = (site: CertifiedStage, employee: string, weekEnd: string) =>
  as(
    site.sql,
    site.owner,
    (tx) => tx`select approve_time(${employee}, ${addDays(weekEnd, -6)}, ${weekEnd})`,
  );

interface Signature {
  readonly who?: Person;
  readonly name?: string;
  readonly title?: string;
  readonly statements?: readonly number[];
  readonly final?: boolean;
  readonly remarks?: string;
  readonly version?: string;
}

export async function signWeek(
  site: CertifiedStage,
  weekEnd: string,
  signature: Signature = {},
): Promise<SignedRow> {
  const { name = 'Ann Owner', title = 'President', statements = FRINGE_STATEMENTS } = signature;
  const [row] = await as(
    site.sql,
    signature.who ?? site.owner,
    (
      tx,
    ) => tx`select *, week_end::text as week_end from sign_certified_payroll(${site.project}, ${weekEnd}, ${name}, ${title},
      ${statements as number[]}, ${signature.final ?? false}, ${signature.remarks ?? null}, null, null, ${signature.version ?? null})`,
  );
  return row as SignedRow;
}

export async function correct(
  site: CertifiedStage,
  id: string,
  reason: string,
  { title = 'President', final = null }: { title?: string; final?: boolean | null } = {},
): Promise<SignedRow> {
  const [row] = await as(
    site.sql,
    site.owner,
    (tx) => tx`select *, week_end::text as week_end
      from correct_certified_payroll(${id}, ${reason}, null, ${title}, null, ${final})`,
  );
  return row as SignedRow;
}

export async function deliver(
  site: CertifiedStage,
  id: string,
  channel: string,
  reference: string | null,
  day: string | null = null,
) {
  const [row] = await as(
    site.sql,
    site.owner,
    (tx) =>
      tx`select * from record_certified_payroll_delivery(${id}, ${channel}, ${reference}, null, ${day})`,
  );
  return row ?? {};
}

export const weeksOf = (site: CertifiedStage) =>
  as(
    site.sql,
    site.owner,
    (tx) =>
      tx`select *, week_end::text as week_end, due_on::text as due_on from certified_payroll_weeks(${site.project})`,
  );
