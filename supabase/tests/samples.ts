import { randomUUID } from 'node:crypto';
import type { Sql } from '../../server/database/sql/sql.ts';
import { addTime, type Company, hoursAgo } from './world.ts';

/** Text in every sample row; another company must never see it. */
export const MARK = 'ours-alone';

type Row = Readonly<Record<string, unknown>>;
export interface Sample {
  /** A row about the employee who is tried, where the table has such rows. */
  readonly own?: Row;
  /** A row about someone else, or about the company as a whole. */
  readonly other: Row;
}

/** One row of every table for the isolation test to try. A new table adds a line here. */
export async function makeSamples(sql: Sql, us: Company): Promise<Map<string, Sample>> {
  const people = { own: us.employee, other: us.colleague };
  const one = async (query: PromiseLike<readonly Row[]>): Promise<Row> => {
    const [row] = await query;
    if (!row) throw new Error('A sample row was not made.');
    return row;
  };
  const each = async (make: (who: typeof us.employee) => Promise<Row>): Promise<Sample> => ({
    own: await make(people.own),
    other: await make(people.other),
  });
  const shared = async (query: PromiseLike<readonly Row[]>): Promise<Sample> => ({
    other: await one(query),
  });

  await sql`update companies set name = ${MARK} where id = ${us.id}`;
  await sql`update projects set client = ${MARK} where company_id = ${us.id}`;
  await sql`update employees set job_title = ${MARK} where company_id = ${us.id}`;
  const entries = await each(async (who) => {
    const id = await addTime(sql, who, hoursAgo(30), hoursAgo(25), { notes: MARK });
    return one(sql`select * from time_entries where id = ${id}`);
  });
  const period = await one(sql`insert into pay_periods (company_id, start_date, end_date)
    values (${us.id}, '2020-01-01', '2020-01-07') returning *`);
  const limited = await one(sql`insert into projects (company_id, name)
    values (${us.id}, ${`Limited ${MARK}`}) returning *`);
  // A contract that has one is not deleted.
  const certified = await one(sql`with project as (
      insert into projects (company_id, name) values (${us.id}, 'Certified') returning *
    ), contract as (
      insert into public_contracts (company_id, project_id) select company_id, id from project returning *
    ) insert into certified_payrolls (company_id, project_id, week_end, number, signed_text, signed_name, signed_title)
    select company_id, project_id, '2020-01-05', 1, '{}', ${MARK}, 'Owner' from contract returning *`);
  const withoutAccount = await one(sql`insert into employees (company_id, first_name, job_title)
    values (${us.id}, 'Pat', ${MARK}) returning *`);
  const establishment = await one(sql`insert into osha_establishments (company_id, name)
    values (${us.id}, ${MARK}) returning *`);
  const cases = await each((who) =>
    one(sql`insert into injury_cases (company_id, establishment_id, employee_id, happened_on, description)
      values (${us.id}, ${establishment['id'] as string}, ${who.employeeId}, '2020-03-02', ${MARK}) returning *`),
  );
  const caseDays = (found: Row | undefined) =>
    one(sql`insert into injury_case_days (company_id, case_id, kind, from_date, to_date)
      values (${us.id}, ${(found?.['id'] ?? '') as string}, 'away', '2020-03-03', '2020-03-04') returning *`);
  const { id: machine } = (await one(sql`insert into equipment (company_id, name)
    values (${us.id}, ${`Loader ${MARK}`}) returning id`)) as { id: string };
  const timeOff = await one(sql`insert into time_off_types (company_id, name, pay_code)
    values (${us.id}, ${MARK}, 'PTO') returning *`);
  const crew = await one(sql`insert into crews (company_id, name, foreman_id)
    values (${us.id}, ${MARK}, ${us.foreman.employeeId}) returning *`);
  const chain = await one(sql`insert into approval_chains (company_id, name, project_id)
    values (${us.id}, ${MARK}, ${limited['id'] as string}) returning *`);
  const step = await one(sql`insert into approval_steps (company_id, chain_id, level, name, decider)
    values (${us.id}, ${chain['id'] as string}, 1, ${MARK}, 'crew_foreman') returning *`);
  const group = await one(sql`insert into employee_groups (company_id, name)
    values (${us.id}, ${MARK}) returning *`);
  const team = await one(sql`insert into projects (company_id, name)
    values (${us.id}, ${`Team ${MARK}`}) returning *`);
  await sql`insert into project_members (company_id, project_id, employee_id)
    values (${us.id}, ${team['id'] as string}, ${us.foreman.employeeId})`;

  const ticket =
    await one(sql`insert into extra_work_tickets (company_id, employee_id, project_id, number, work_date, description)
    values (${us.id}, ${us.manager.employeeId}, ${us.project}, 1, '2026-03-02', ${MARK}) returning *`);
  const billRate = await one(sql`insert into bill_rates (company_id, trade, rate)
    values (${us.id}, ${MARK}, 80) returning *`);
  const billing = await one(sql`insert into billing_terms (company_id, material_markup)
    values (${us.id}, 15) returning *`);
  const invoice =
    await one(sql`insert into invoice_drafts (company_id, number, project_id, start_date, end_date, issued_on, due_on, note, content, net_amount, tax_amount, total_amount)
    values (${us.id}, 1, ${us.project}, '2026-03-01', '2026-03-31', '2026-04-01', '2026-05-01', ${MARK}, '{}', 100, 0, 100) returning *`);
  const determination =
    await one(sql`insert into wage_determinations (company_id, project_id, number, effective_from)
    values (${us.id}, ${us.project}, ${MARK}, '2020-01-01') returning *`);
  const work =
    await one(sql`insert into work_classifications (company_id, determination_id, code, name, base_rate)
    values (${us.id}, ${determination['id'] as string}, ${MARK}, ${MARK}, 40) returning *`);
  const plans = await each((who) =>
    one(sql`insert into fringe_plans (company_id, name, cost_amount)
      values (${us.id}, ${`${MARK} ${who.employeeId}`}, 5) returning company_id, id, name, cost_amount`),
  );
  const programs = await each((who) =>
    one(sql`insert into apprenticeship_programs (company_id, name, occupation)
      values (${us.id}, ${`${MARK} ${who.employeeId}`}, ${MARK}) returning *`),
  );
  const ofTheirs = ({ own, other }: Sample, who: typeof us.employee) =>
    (who === people.own ? own : other)?.['id'] as string;

  const form = await one(
    sql`insert into forms (company_id, name) values (${us.id}, ${MARK}) returning *`,
  );
  const words = { en: MARK, es: MARK };
  const definition = {
    sections: [{ id: 'a', title: words, questions: [{ id: 'b', kind: 'text', label: words }] }],
  };
  const formVersion =
    await one(sql`insert into form_versions (company_id, form_id, number, definition)
    values (${us.id}, ${form['id'] as string}, 1, ${sql.json(definition)}) returning *`);

  const bulletin = await one(sql`insert into bulletins (company_id, kind, title, comments_allowed)
    values (${us.id}, 'talk', ${MARK}, true) returning *`);

  const question = await one(sql`insert into clock_questions (company_id, moment, text_en, text_es)
    values (${us.id}, 'out', ${MARK}, ${MARK}) returning *`);
  const incidents = await each((who) =>
    one(sql`insert into incidents (company_id, employee_id, description)
      values (${us.id}, ${who.employeeId}, ${MARK}) returning *`),
  );

  const report =
    await one(sql`insert into field_reports (company_id, project_id, report_date, number, content)
    values (${us.id}, ${us.project}, '2020-01-02', 'FR-2020-0001', ${sql.json({ work: MARK })}) returning *`);

  const certificate = await one(sql`insert into certification_types (company_id, name, valid_months)
    values (${us.id}, ${MARK}, 36) returning *`);
  const document =
    await one(sql`insert into documents (company_id, project_id, name, required_reading)
    values (${us.id}, ${us.project}, ${MARK}, true) returning *`);
  const versionId = randomUUID();
  const version =
    await one(sql`insert into document_versions (company_id, id, document_id, path, note)
    values (${us.id}, ${versionId}, ${document['id'] as string}, ${`${us.id}/${us.project}/${versionId}.pdf`}, ${MARK}) returning *`);

  const budget = await one(sql`insert into budgets (company_id, project_id, name)
    values (${us.id}, ${us.project}, ${MARK}) returning *`);

  const photos = await each((who) =>
    one(sql`insert into photos (company_id, project_id, employee_id, sha256, caption, uploaded_at)
      values (${us.id}, ${us.project}, ${who.employeeId}, ${'0'.repeat(64)}, ${MARK}, now()) returning *`),
  );

  const portalLink =
    await one(sql`insert into portal_links (company_id, project_id, shows, label, token_hash, expires_on)
    values (${us.id}, ${us.project}, '{certified_payrolls}', ${MARK}, ${randomUUID()}, '2030-01-01') returning *`);

  return new Map<string, Sample>([
    ['photos', photos],
    [
      'photo_comments',
      await each((who) =>
        one(sql`insert into photo_comments (company_id, photo_id, employee_id, body)
          values (${us.id}, ${photos.other['id'] as string}, ${who.employeeId}, ${MARK}) returning *`),
      ),
    ],
    [
      'photo_shares',
      await shared(sql`insert into photo_shares (company_id, title, photo_ids, token_hash, expires_at)
        values (${us.id}, ${MARK}, array[${photos.other['id'] as string}]::uuid[], ${randomUUID()}, now() + interval '1 day') returning *`),
    ],
    ['portal_links', { other: portalLink }],
    [
      'portal_views',
      await shared(sql`insert into portal_views (company_id, portal_link_id, device)
        values (${us.id}, ${portalLink['id'] as string}, ${MARK}) returning *`),
    ],
    [
      'verifications',
      await each((who) =>
        one(sql`insert into verifications (company_id, kind, subject_id, employee_id, happened_at, summary)
          values (${us.id}, 'answer', ${randomUUID()}, ${who.employeeId}, now(), ${MARK}) returning *`),
      ),
    ],
    [
      'verification_questions',
      await each((who) =>
        one(sql`insert into verification_questions (company_id, verification_id, employee_id, question)
          select company_id, id, employee_id, ${MARK} from verifications where employee_id = ${who.employeeId} limit 1 returning *`),
      ),
    ],
    ['clock_questions', { other: question }],
    [
      'clock_in_rules',
      await shared(
        sql`insert into clock_in_rules (company_id, rule) values (${us.id}, 'allowed') returning *`,
      ),
    ],
    [
      'clock_rule_members',
      await shared(sql`with named as (
          insert into clock_in_rules (company_id, name, on_site) values (${us.id}, ${MARK}, 'off') returning company_id, id)
        insert into clock_rule_members (company_id, rule_id, project_id) select company_id, id, ${us.project} from named returning *`),
    ],
    [
      'clock_rule_exceptions',
      await each((who) =>
        one(sql`insert into clock_rule_exceptions (company_id, time_entry_id, employee_id, rule, outcome, reason, happened_at)
          select ${us.id}, t.id, t.employee_id, 'no_fix', 'flagged', ${MARK}, t.clock_in
          from time_entries t where t.employee_id = ${who.employeeId} limit 1 returning *`),
      ),
    ],
    [
      'clock_stops',
      await each((who) =>
        one(sql`insert into clock_stops (company_id, time_entry_id, employee_id, rule, stopped_at, note)
          select ${us.id}, t.id, t.employee_id, 'hours', t.clock_in + interval '1 hour', ${MARK}
          from time_entries t where t.employee_id = ${who.employeeId} limit 1 returning *`),
      ),
    ],
    [
      'early_clock_ins',
      await each((who) =>
        one(sql`insert into early_clock_ins (company_id, time_entry_id, employee_id, rule, clocked_in_at, shift_starts_at, reason)
          select ${us.id}, t.id, t.employee_id, 'ask_reason', t.clock_in, t.clock_in + interval '1 hour', ${MARK}
          from time_entries t where t.employee_id = ${who.employeeId} limit 1 returning *`),
      ),
    ],
    [
      'forgotten_punches',
      await each((who) =>
        one(sql`insert into forgotten_punches (company_id, time_entry_id, employee_id, clock_in, cause, proposed_at, reason, evidence, expires_at)
          select ${us.id}, t.id, t.employee_id, t.clock_in, 'schedule', t.clock_out, 'schedule', ${sql.json({ mark: MARK })}, now()
          from time_entries t where t.employee_id = ${who.employeeId} limit 1 returning *`),
      ),
    ],
    [
      'break_offers',
      await each((who) =>
        one(sql`insert into break_offers (company_id, employee_id, time_entry_id, kind, number, offered_at, answer, note)
          select ${us.id}, t.employee_id, t.id, 'meal', 1, t.clock_in, 'declined', ${MARK}
          from time_entries t where t.employee_id = ${who.employeeId} limit 1 returning *`),
      ),
    ],
    [
      'public_contracts',
      await shared(sql`insert into public_contracts (company_id, project_id, agency)
        values (${us.id}, ${us.project}, ${MARK}) returning *`),
    ],
    [
      'agency_contacts',
      await shared(sql`insert into agency_contacts (company_id, project_id, name, email)
        values (${us.id}, ${us.project}, ${MARK}, 'office@agency.example') returning *`),
    ],
    [
      'subcontractors',
      await shared(sql`insert into subcontractors (company_id, project_id, name, first_week_end)
        values (${us.id}, ${us.project}, ${MARK}, '2020-01-05') returning *`),
    ],
    [
      'subcontractor_reports',
      await shared(sql`insert into subcontractor_reports (company_id, subcontractor_id, week_end, version, no_work, handed_in_by)
        select company_id, id, first_week_end, 1, true, ${MARK} from subcontractors where company_id = ${us.id} returning *`),
    ],
    [
      'handoff_mails',
      await shared(sql`insert into handoff_mails (company_id, project_id, kind, to_address)
        values (${us.id}, ${us.project}, 'certified_payroll', ${`${MARK}@agency.example`}) returning *`),
    ],
    ['wage_determinations', { other: determination }],
    ['work_classifications', { other: work }],
    [
      'cost_code_classifications',
      await shared(sql`insert into cost_code_classifications (company_id, project_id, cost_code_id, classification_id)
        select ${us.id}, ${us.project}, k.id, ${work['id'] as string}
        from cost_codes k where k.company_id = ${us.id} limit 1 returning *`),
    ],
    [
      'employee_classifications',
      await each((who) =>
        one(sql`insert into employee_classifications (company_id, employee_id, project_id, classification_id)
          values (${us.id}, ${who.employeeId}, ${us.project}, ${work['id'] as string}) returning *`),
      ),
    ],
    ['fringe_plans', plans],
    [
      'employee_fringe_plans',
      await each((who) =>
        one(sql`insert into employee_fringe_plans (company_id, employee_id, plan_id)
          values (${us.id}, ${who.employeeId}, ${ofTheirs(plans, who)}) returning *`),
      ),
    ],
    ['apprenticeship_programs', programs],
    [
      'apprenticeships',
      await each((who) =>
        one(sql`insert into apprenticeships (company_id, employee_id, program_id, from_date, level, percent)
          values (${us.id}, ${who.employeeId}, ${ofTheirs(programs, who)}, '2020-01-01', ${MARK}, 60) returning *`),
      ),
    ],
    [
      'payroll_facts',
      await each((who) =>
        one(sql`insert into payroll_facts (company_id, employee_id, week_end, check_number)
          values (${us.id}, ${who.employeeId}, '2020-01-05', ${MARK}) returning *`),
      ),
    ],
    [
      'payroll_worker_ids',
      await shared(sql`insert into payroll_worker_ids (company_id, source, worker_key, employee_id)
        values (${us.id}, 'adp', ${MARK}, ${us.employee.employeeId}) returning *`),
    ],
    [
      'payroll_fact_differences',
      await shared(sql`insert into payroll_fact_differences (company_id, source, theirs, employee_id, week_end)
        values (${us.id}, 'adp', ${sql.json({ check_number: MARK })}, ${us.employee.employeeId}, '2020-01-05') returning *`),
    ],
    [
      'portal_codes',
      await shared(sql`insert into portal_codes (company_id, project_id, format, classification)
        values (${us.id}, ${us.project}, 'wa', ${MARK}) returning *`),
    ],
    [
      'file_templates',
      await shared(sql`insert into file_templates (company_id, name, content)
        values (${us.id}, ${MARK}, '{"columns": [{}]}') returning *`),
    ],
    [
      'employee_identities',
      await each((who) =>
        one(sql`insert into employee_identities (company_id, employee_id, last_four)
          values (${us.id}, ${who.employeeId}, '1234') returning *`),
      ),
    ],
    [
      'identity_views',
      await each((who) =>
        one(sql`insert into identity_views (company_id, employee_id, purpose)
          values (${us.id}, ${who.employeeId}, ${MARK}) returning *`),
      ),
    ],
    [
      'heat_rules',
      await shared(
        sql`insert into heat_rules (company_id, active) values (${us.id}, true) returning *`,
      ),
    ],
    [
      'site_weather',
      await shared(sql`insert into site_weather (company_id, project_id, work_date, source, temperature_f)
        values (${us.id}, ${us.project}, '2026-07-01', ${MARK}, 88) returning *`),
    ],
    [
      'emergency_contacts',
      await each((who) =>
        one(sql`insert into emergency_contacts (company_id, employee_id, name, phone)
          values (${us.id}, ${who.employeeId}, ${MARK}, '555 0100') returning *`),
      ),
    ],
    [
      'clock_answers',
      await each((who) =>
        one(sql`insert into clock_answers (company_id, question_id, time_entry_id, employee_id, moment, text_en, text_es, answer, language)
          select ${us.id}, ${question['id'] as string}, t.id, ${who.employeeId}, 'out', ${MARK}, ${MARK}, 'no', 'en'
          from time_entries t where t.employee_id = ${who.employeeId} limit 1 returning *`),
      ),
    ],
    ['incidents', incidents],
    [
      'incident_notes',
      {
        own: await one(sql`insert into incident_notes (company_id, incident_id, body)
          values (${us.id}, ${incidents.own?.['id'] as string}, ${MARK}) returning *`),
        other: await one(sql`insert into incident_notes (company_id, incident_id, body)
          values (${us.id}, ${incidents.other['id'] as string}, ${MARK}) returning *`),
      },
    ],
    ['field_reports', { other: report }],
    ['extra_work_tickets', { other: ticket }],
    ['forms', { other: form }],
    ['form_versions', { other: formVersion }],
    [
      'form_assignments',
      await shared(sql`insert into form_assignments (company_id, form_id, project_id)
        values (${us.id}, ${form['id'] as string}, ${us.project}) returning *`),
    ],
    [
      'form_submissions',
      await each((who) =>
        one(sql`insert into form_submissions (company_id, form_id, form_version_id, project_id, employee_id, answers, work_date, filled_at)
          values (${us.id}, ${form['id'] as string}, ${formVersion['id'] as string}, ${us.project}, ${who.employeeId},
            ${sql.json({ values: { b: MARK }, people: {} })}, '2026-03-02', '2026-03-02T15:00:00Z') returning *`),
      ),
    ],
    [
      'ticket_lines',
      await shared(sql`insert into ticket_lines (company_id, ticket_id, kind, description, quantity, unit)
        values (${us.id}, ${ticket['id'] as string}, 'material', ${MARK}, 40, 'ft') returning *`),
    ],
    ['bill_rates', { other: billRate }],
    ['billing_terms', { other: billing }],
    ['invoice_drafts', { other: invoice }],
    [
      'invoice_lines',
      await shared(sql`insert into invoice_lines (company_id, invoice_id, position, kind, description, quantity, unit, rate, amount)
        values (${us.id}, ${invoice['id'] as string}, 1, 'other', ${MARK}, 1, 'ls', 100, 100) returning *`),
    ],
    [
      'invoiced_time',
      await shared(sql`insert into invoiced_time (company_id, invoice_id, employee_id, time_entry_id, work_date)
        values (${us.id}, ${invoice['id'] as string}, ${entries.other['employee_id'] as string}, ${entries.other['id'] as string}, '2026-03-02') returning *`),
    ],
    [
      'ticket_billings',
      await shared(sql`insert into ticket_billings (company_id, ticket_id, decision_note)
        values (${us.id}, ${ticket['id'] as string}, ${MARK}) returning *`),
    ],
    [
      'ticket_prices',
      await shared(sql`insert into ticket_prices (company_id, ticket_id, line_id, rate, amount, markup_amount)
        select company_id, ticket_id, id, 10, 400, 0 from ticket_lines where ticket_id = ${ticket['id'] as string} returning *`),
    ],
    [
      'ticket_copies',
      await shared(sql`insert into ticket_copies (company_id, ticket_id, recipient, address)
        values (${us.id}, ${ticket['id'] as string}, 'customer', ${`${MARK}@example.com`}) returning *`),
    ],
    [
      'field_report_versions',
      await shared(sql`insert into field_report_versions (company_id, report_id, version, content, figures, signed_name, language, sha256)
        values (${us.id}, ${report['id'] as string}, 1, '{}', '{}', ${MARK}, 'en', '') returning *`),
    ],
    ['bulletins', { other: bulletin }],
    [
      'bulletin_reads',
      await each((who) =>
        one(sql`insert into bulletin_reads (company_id, bulletin_id, employee_id)
          values (${us.id}, ${bulletin['id'] as string}, ${who.employeeId}) returning *`),
      ),
    ],
    [
      'bulletin_comments',
      await each((who) =>
        one(sql`insert into bulletin_comments (company_id, bulletin_id, employee_id, body)
          values (${us.id}, ${bulletin['id'] as string}, ${who.employeeId}, ${MARK}) returning *`),
      ),
    ],
    [
      'talk_signatures',
      await each((who) =>
        one(sql`insert into talk_signatures (company_id, bulletin_id, employee_id, signed_name, held_by)
          values (${us.id}, ${bulletin['id'] as string}, ${who.employeeId}, ${MARK}, ${us.foreman.employeeId}) returning *`),
      ),
    ],
    [
      'saved_reports',
      await each((who) =>
        one(sql`insert into saved_reports (company_id, name, definition, created_by)
          values (${us.id}, ${MARK}, '{"rows": ["day"], "measures": ["hours"], "start_date": "2026-01-01",
            "end_date": "2026-01-31"}', ${who.userId}) returning *`),
      ),
    ],
    [
      'folders',
      await shared(
        sql`insert into folders (company_id, name) values (${us.id}, ${MARK}) returning *`,
      ),
    ],
    ['documents', { other: document }],
    ['document_versions', { other: version }],
    [
      'document_signatures',
      await each((who) =>
        one(sql`insert into document_signatures (company_id, version_id, employee_id, signed_name, language)
          values (${us.id}, ${versionId}, ${who.employeeId}, ${MARK}, 'en') returning *`),
      ),
    ],
    [
      'document_reads',
      await each((who) =>
        one(sql`insert into document_reads (company_id, version_id, employee_id)
          values (${us.id}, ${versionId}, ${who.employeeId}) returning *`),
      ),
    ],
    ['budgets', { other: budget }],
    [
      'imports',
      await shared(
        sql`insert into imports (company_id, list, file_name) values (${us.id}, 'projects', ${MARK}) returning *`,
      ),
    ],
    [
      'budget_lines',
      await shared(sql`insert into budget_lines (company_id, budget_id, cost_code_id, unit)
        values (${us.id}, ${budget['id'] as string}, ${us.costCode}, ${MARK}) returning *`),
    ],
    [
      'budget_alerts',
      await shared(sql`insert into budget_alerts (company_id, project_id, version, kind, threshold, percent_used)
        values (${us.id}, ${us.project}, 99, 'hours', 75, 80) returning *`),
    ],
    [
      'budget_scenarios',
      await shared(sql`insert into budget_scenarios (company_id, project_id, name)
        values (${us.id}, ${us.project}, ${MARK}) returning *`),
    ],
    [
      'burden_rates',
      await shared(sql`insert into burden_rates (company_id, trade, percent)
        values (${us.id}, ${MARK}, 38) returning *`),
    ],
    [
      'expenses',
      await each((who) =>
        one(sql`insert into expenses (company_id, employee_id, project_id, spent_on, amount, note)
          values (${us.id}, ${who.employeeId}, ${us.project}, current_date - 2, 10, ${MARK}) returning *`),
      ),
    ],
    [
      'minimum_wages',
      await shared(sql`insert into minimum_wages (company_id, state, from_date, rate)
        values (${us.id}, 'CO', '2020-01-02', 9) returning *`),
    ],
    [
      'reimbursement_rates',
      await shared(sql`insert into reimbursement_rates (company_id, from_date, rate)
        values (${us.id}, '2020-01-02', 0.5) returning *`),
    ],
    [
      'travel_rules',
      await shared(sql`insert into travel_rules (company_id, from_date, rule)
        values (${us.id}, '2020-01-02', 'paid') returning *`),
    ],
    [
      'per_diem_rules',
      await shared(sql`insert into per_diem_rules (company_id, project_id, from_date, daily_amount)
        values (${us.id}, ${us.project}, '2020-01-02', 50) returning *`),
    ],
    [
      'quantities',
      await shared(sql`insert into quantities (company_id, project_id, cost_code_id, work_date, quantity, note)
        values (${us.id}, ${us.project}, ${us.costCode}, '2020-01-02', 5, ${MARK}) returning *`),
    ],
    [
      'customers',
      await shared(sql`insert into customers (company_id, name, phone)
        values (${us.id}, ${`Customer ${MARK}`}, '555 0100') returning *`),
    ],
    [
      'units',
      await shared(
        sql`insert into units (company_id, name) values (${us.id}, ${MARK}) returning *`,
      ),
    ],
    [
      'cost_code_groups',
      await shared(
        sql`insert into cost_code_groups (company_id, name) values (${us.id}, ${MARK}) returning *`,
      ),
    ],
    [
      'pay_types',
      await shared(
        sql`insert into pay_types (company_id, code, name) values (${us.id}, 'MILEAGE', ${MARK}) returning *`,
      ),
    ],
    [
      'break_types',
      await shared(
        sql`insert into break_types (company_id, name, kind) values (${us.id}, ${MARK}, 'meal') returning *`,
      ),
    ],
    [
      'delay_reasons',
      await shared(
        sql`insert into delay_reasons (company_id, name) values (${us.id}, ${MARK}) returning *`,
      ),
    ],
    [
      'custom_fields',
      await shared(
        sql`insert into custom_fields (company_id, on_table, name, kind) values (${us.id}, 'projects', ${MARK}, 'text') returning *`,
      ),
    ],
    ['certification_types', { other: certificate }],
    [
      'certification_requirements',
      await shared(
        sql`insert into certification_requirements (company_id, type_id) values (${us.id}, ${certificate['id'] as string}) returning *`,
      ),
    ],
    [
      'certifications',
      await each((who) =>
        one(sql`insert into certifications (company_id, employee_id, type_id, issued_on, note)
          values (${us.id}, ${who.employeeId}, ${certificate['id'] as string}, '2020-01-02', ${MARK}) returning *`),
      ),
    ],
    [
      'certificate_proofs',
      await each((who) =>
        one(sql`insert into certificate_proofs (company_id, id, employee_id, type_id, path, size_bytes, width, height, sha256, review_note)
          select ${us.id}, i, ${who.employeeId}, ${certificate['id'] as string}, ${us.id} || '/' || ${who.employeeId} || '/' || i || '.jpg', 10, 800, 600, repeat('a', 64), ${MARK}
          from (select gen_random_uuid() as i) made returning *`),
      ),
    ],
    ['companies', await shared(sql`select * from companies where id = ${us.id}`)],
    [
      'billing_contacts',
      await shared(sql`insert into billing_contacts (company_id, name)
        values (${us.id}, ${MARK}) returning *`),
    ],
    [
      'company_modules',
      await shared(sql`insert into company_modules (company_id, module, enabled)
        values (${us.id}, 'photos', true) returning *`),
    ],
    [
      'text_settings',
      await shared(sql`insert into text_settings (company_id) values (${us.id}) returning *`),
    ],
    [
      'text_consents',
      await each((who) =>
        one(sql`insert into text_consents (company_id, employee_id, number, wording, language, given_by, given_on)
          values (${us.id}, ${who.employeeId}, '+14155550123', ${`${MARK}: texts about my shifts`}, 'en', 'self', '2026-01-05') returning *`),
      ),
    ],
    [
      'notifications',
      await each((who) =>
        one(sql`insert into notifications (company_id, employee_id, event, template, data)
          values (${us.id}, ${who.employeeId}, 'bulletin', 'bulletin', ${sql.json({ titles: MARK })}) returning *`),
      ),
    ],
    [
      'notification_choices',
      await each((who) =>
        one(sql`insert into notification_choices (company_id, employee_id, event, channel, "on")
          values (${us.id}, ${who.employeeId}, 'bulletin', 'sms', true) returning *`),
      ),
    ],
    [
      'company_notification_rules',
      await shared(sql`insert into company_notification_rules (company_id, event, channel, default_on)
        values (${us.id}, 'bulletin', 'sms', true) returning *`),
    ],
    [
      'sign_in_domains',
      await shared(sql`insert into sign_in_domains (company_id, domain, provider)
        values (${us.id}, 'sample.test', 'google') returning *`),
    ],
    [
      'quiet_hours',
      await each((who) =>
        one(sql`insert into quiet_hours (company_id, employee_id, snoozed_until)
          values (${us.id}, ${who.employeeId}, '2020-01-02') returning *`),
      ),
    ],
    [
      'notifications_sent',
      await each((who) =>
        one(sql`insert into notifications_sent (company_id, notification_id, employee_id, event, channel, status, error)
          select company_id, id, employee_id, event, 'mail', 'failed', ${MARK} from notifications
          where employee_id = ${who.employeeId} and data ->> 'titles' = ${MARK} returning *`),
      ),
    ],
    ['profiles', await each((who) => one(sql`select * from profiles where id = ${who.userId}`))],
    [
      'preferences',
      await each((who) => one(sql`select * from preferences where user_id = ${who.userId}`)),
    ],
    ...(await webhookSamples(sql, us, shared)),
    ...(await accountingSamples(sql, us, shared)),
    [
      'push_subscriptions',
      await each((who) =>
        one(sql`insert into push_subscriptions (company_id, employee_id, user_id, endpoint, p256dh, auth, device_name)
          values (${us.id}, ${who.employeeId}, ${who.userId}, ${`https://push.example/${who.employeeId}`},
            ${`B${'p'.repeat(86)}`}, ${'a'.repeat(22)}, ${MARK}) returning *`),
      ),
    ],
    [
      'employees',
      {
        own: await one(sql`select * from employees where id = ${us.employee.employeeId}`),
        other: withoutAccount,
      },
    ],
    [
      'employee_invitations',
      await shared(sql`select * from employee_invitations where company_id = ${us.id} limit 1`),
    ],
    [
      'employee_rates',
      await each((who) =>
        one(sql`select * from employee_rates where employee_id = ${who.employeeId}`),
      ),
    ],
    ['projects', await shared(sql`select * from projects where id = ${us.project}`)],
    [
      'equipment',
      await shared(sql`insert into equipment (company_id, name)
        values (${us.id}, ${`Excavator ${MARK}`}) returning *`),
    ],
    [
      'equipment_classes',
      await shared(sql`insert into equipment_classes (company_id, name, operating_rate)
        values (${us.id}, ${`Excavators ${MARK}`}, 85) returning *`),
    ],
    [
      'equipment_readings',
      await shared(sql`insert into equipment_readings (company_id, equipment_id, reading, photo_path)
        values (${us.id}, ${machine}, 10, ${MARK}) returning *`),
    ],
    [
      'equipment_days',
      await shared(sql`insert into equipment_days (company_id, equipment_id, work_date, idle_minutes, note)
        values (${us.id}, ${machine}, '2020-01-02', 60, ${MARK}) returning *`),
    ],
    [
      'equipment_services',
      await shared(sql`insert into equipment_services (company_id, equipment_id, name, every_days)
        values (${us.id}, ${machine}, ${MARK}, 90) returning *`),
    ],
    [
      'equipment_inspections',
      await each((who) =>
        one(sql`insert into equipment_inspections (company_id, equipment_id, employee_id, passed, note)
          values (${us.id}, ${machine}, ${who.employeeId}, true, ${MARK}) returning *`),
      ),
    ],
    ['employee_groups', { other: group }],
    ['approval_chains', { other: chain }],
    ['approval_steps', { other: step }],
    [
      'approval_substitutes',
      await each((who) =>
        one(sql`insert into approval_substitutes (company_id, employee_id, substitute_id)
          values (${us.id}, ${who.employeeId}, ${us.manager.employeeId}) returning *`),
      ),
    ],
    [
      'step_approvals',
      await each((who) =>
        one(sql`insert into step_approvals (company_id, time_entry_id, step_id, employee_id, work_date, entry_version, seen, decision, reason)
          values (${us.id}, ${randomUUID()}, ${step['id'] as string}, ${who.employeeId}, '2020-01-02', '1', '{}', 'returned', ${MARK}) returning *`),
      ),
    ],
    [
      'employee_group_members',
      await each((who) =>
        one(sql`insert into employee_group_members (company_id, group_id, employee_id)
          values (${us.id}, ${group['id'] as string}, ${who.employeeId}) returning *`),
      ),
    ],
    [
      'company_roles',
      await shared(sql`insert into company_roles (company_id, name, rights, scope)
        values (${us.id}, ${MARK}, '{see_rates}', 'everyone') returning *`),
    ],
    ['crews', { other: crew }],
    [
      'crew_members',
      await each((who) =>
        one(sql`insert into crew_members (company_id, crew_id, employee_id, from_date, to_date)
          values (${us.id}, ${crew['id'] as string}, ${who.employeeId}, '2020-01-01', '2020-01-31') returning *`),
      ),
    ],
    [
      'api_tokens',
      await each((who) =>
        one(sql`insert into api_tokens
            (company_id, name, employee_id, user_id, scopes, public_part, expires_on, expires_at)
          values (${us.id}, ${MARK}, ${who.employeeId}, ${who.userId}, '{time:read}', 'abcdefgh',
            '2099-01-01', '2099-01-01') returning *`),
      ),
    ],
    [
      'kiosks',
      await shared(
        sql`insert into kiosks (company_id, name) values (${us.id}, ${MARK}) returning *`,
      ),
    ],
    [
      'photo_consents',
      await each((who) =>
        one(sql`insert into photo_consents (company_id, employee_id, agreed, language)
          values (${us.id}, ${who.employeeId}, true, 'en') returning *`),
      ),
    ],
    [
      'kiosk_photos',
      await each((who) => {
        const id = randomUUID();
        return one(sql`insert into kiosk_photos (company_id, id, employee_id, moment, path)
          values (${us.id}, ${id}, ${who.employeeId}, 'clock_in', ${`${us.id}/${who.employeeId}/${id}.jpg`}) returning *`);
      }),
    ],
    [
      'employee_pins',
      await each((who) =>
        one(sql`insert into employee_pins (company_id, employee_id)
          values (${us.id}, ${who.employeeId}) returning *`),
      ),
    ],
    [
      'work_totals',
      await each((who) =>
        one(sql`select * from work_totals where employee_id = ${who.employeeId} limit 1`),
      ),
    ],
    [
      'project_members',
      await each((who) =>
        one(sql`insert into project_members (company_id, project_id, employee_id)
          values (${us.id}, ${team['id'] as string}, ${who.employeeId}) returning *`),
      ),
    ],
    ['cost_codes', await shared(sql`select * from cost_codes where id = ${us.costCode}`)],
    [
      'project_cost_codes',
      await shared(sql`insert into project_cost_codes (company_id, project_id, cost_code_id)
        values (${us.id}, ${limited['id'] as string}, ${us.costCode}) returning *`),
    ],
    [
      'geofences',
      await shared(sql`insert into geofences (company_id, project_id, latitude, longitude, radius_m)
        values (${us.id}, ${us.project}, 39.7392, -104.9903, 100) returning *`),
    ],
    ['time_entries', entries],
    [
      'punch_locations',
      await each((who) =>
        one(sql`insert into punch_locations (company_id, time_entry_id, employee_id, moment, punched_at, latitude, longitude)
          select company_id, id, employee_id, 'in', clock_in, 39.7392, -104.9903 from time_entries
          where employee_id = ${who.employeeId} returning *`),
      ),
    ],
    [
      'location_views',
      await each((who) =>
        one(sql`insert into location_views (company_id, viewer_id, employee_id, purpose, start_date, end_date)
          values (${us.id}, ${us.owner.employeeId}, ${who.employeeId}, ${MARK}, '2020-01-01', '2020-01-01') returning *`),
      ),
    ],
    [
      'time_entry_breaks',
      await each((who) =>
        one(sql`insert into time_entry_breaks (company_id, time_entry_id, started_at, ended_at)
          select company_id, id, clock_in, clock_in + interval '1 minute' from time_entries
          where employee_id = ${who.employeeId} returning *`),
      ),
    ],
    ['synced_events', await each((who) => one(addEvent(sql, us, who)))],
    [
      'held_events',
      await each(async (who) => {
        const event = await one(addEvent(sql, us, who));
        return one(sql`insert into held_events (company_id, id, employee_id, device_id, sequence, kind, happened_at,
            offset_ms, counts_at, payload, problem, reason)
          select company_id, id, employee_id, device_id, sequence, kind, happened_at, offset_ms, counts_at, payload, 'locked', ${MARK}
          from synced_events where id = ${event['id'] as string} returning *`);
      }),
    ],
    [
      'overtime_policies',
      await shared(sql`insert into overtime_policies (company_id, effective_from, preset, policy)
        values (${us.id}, '2020-01-01', 'FLSA', ${sql.json({ weekly_after: 2400 })}) returning *`),
    ],
    [
      'holidays',
      await shared(sql`insert into holidays (company_id, date, name)
        values (${us.id}, '2020-07-04', ${MARK}) returning *`),
    ],
    ['time_off_types', { other: timeOff }],
    [
      'time_off_grants',
      await each((who) =>
        one(sql`insert into time_off_grants (company_id, employee_id, type_id, date, hours, note)
          values (${us.id}, ${who.employeeId}, ${timeOff['id'] as string}, '2020-01-02', 8, ${MARK}) returning *`),
      ),
    ],
    [
      'time_off_requests',
      await each((who) =>
        one(sql`insert into time_off_requests (company_id, employee_id, type_id, start_date, end_date, hours, note)
          values (${us.id}, ${who.employeeId}, ${timeOff['id'] as string}, '2020-01-06', '2020-01-06', 8, ${MARK}) returning *`),
      ),
    ],
    [
      'shifts',
      await each((who) =>
        one(sql`insert into shifts (company_id, employee_id, starts_at, ends_at, note, status)
          values (${us.id}, ${who.employeeId}, '2020-01-06 12:00Z', '2020-01-06 20:00Z', ${MARK}, 'published') returning *`),
      ),
    ],
    [
      'availability',
      await each((who) =>
        one(sql`insert into availability (company_id, employee_id, weekday, note)
          values (${us.id}, ${who.employeeId}, 0, ${MARK}) returning *`),
      ),
    ],
    [
      'shift_swaps',
      await each(async (who) => {
        const shift = await one(sql`insert into shifts (company_id, employee_id, starts_at, ends_at)
          values (${us.id}, ${who.employeeId}, '2020-01-08 12:00Z', '2020-01-08 20:00Z') returning *`);
        return one(sql`insert into shift_swaps (company_id, shift_id, employee_id, to_employee_id, note)
          values (${us.id}, ${shift['id'] as string}, ${who.employeeId}, ${withoutAccount['id'] as string}, ${MARK}) returning *`);
      }),
    ],
    [
      'labor_demands',
      await shared(sql`insert into labor_demands (company_id, project_id, job_title, people, start_date, end_date)
        values (${us.id}, ${us.project}, ${MARK}, 2, '2020-01-06', '2020-01-10') returning *`),
    ],
    [
      'pay_items',
      await each((who) =>
        one(sql`insert into pay_items (company_id, employee_id, work_date, pay_code, amount_cents, note)
          values (${us.id}, ${who.employeeId}, '2020-02-01', 'BONUS_D', 100, ${MARK}) returning *`),
      ),
    ],
    [
      'restitutions',
      await each((who) =>
        one(sql`insert into restitutions (company_id, employee_id, project_id, week_end, base_cents, fringe_cents,
            premium_cents, due_cents, paid_cents, basis, reason, post_date)
          values (${us.id}, ${who.employeeId}, ${us.project}, '2020-01-05', 100, 0, 0, 1100, 1000, '[]', ${MARK},
            '2020-02-01') returning *`),
      ),
    ],
    [
      'contractor_details',
      await shared(
        sql`insert into contractor_details (company_id, legal_name) values (${us.id}, ${MARK}) returning *`,
      ),
    ],
    ['certified_payrolls', { other: certified }],
    [
      'certified_payroll_deliveries',
      await shared(sql`insert into certified_payroll_deliveries (company_id, certified_payroll_id, channel, reference)
        values (${us.id}, ${certified['id'] as string}, 'paper', ${MARK}) returning *`),
    ],
    ['pay_periods', { other: period }],
    [
      'approvals',
      await each((who) =>
        one(sql`insert into approvals (company_id, employee_id, work_date)
          values (${us.id}, ${who.employeeId}, '2020-01-02') returning *`),
      ),
    ],
    [
      'payroll_lines',
      await each((who) =>
        one(sql`insert into payroll_lines (company_id, pay_period_id, employee_id, work_date, multiplier, pay_code,
            minutes, straight_cents, premium_cents, total_cents, rule)
          values (${us.id}, ${period['id'] as string}, ${who.employeeId}, '2020-01-02', 1, 'REG', 60, 100, 0, 100, ${MARK})
          returning *`),
      ),
    ],
    [
      'payroll_exports',
      await shared(sql`insert into payroll_exports (company_id, exported_by, start_date, end_date, format, rows)
        values (${us.id}, ${us.owner.userId}, '2020-01-01', '2020-01-07', 'csv', ${sql.json([MARK])}) returning *`),
    ],
    [
      'legal_holds',
      await shared(sql`insert into legal_holds (company_id, project_id, reason)
        values (${us.id}, ${us.project}, ${MARK}) returning *`),
    ],
    [
      'retention_rules',
      await shared(sql`insert into retention_rules (company_id, kind, years)
        values (${us.id}, 'history', 90) returning *`),
    ],
    [
      'site_sign_in_links',
      await shared(sql`insert into site_sign_in_links (company_id, project_id, label, token_hash)
        values (${us.id}, ${us.project}, ${MARK}, ${randomUUID()}) returning *`),
    ],
    [
      'site_sign_in_settings',
      await shared(sql`insert into site_sign_in_settings (company_id, project_id, rules)
        values (${us.id}, ${us.project}, ${MARK}) returning *`),
    ],
    [
      'site_visits',
      await shared(sql`insert into site_visits (company_id, project_id, kind, name, work_date, signed_in_at, how_in)
        values (${us.id}, ${us.project}, 'visitor', ${MARK}, '2020-01-02', '2020-01-02T15:00:00Z', 'office') returning *`),
    ],
    [
      'safety_officers',
      await shared(sql`insert into safety_officers (company_id, employee_id)
        values (${us.id}, ${us.owner.employeeId}) returning *`),
    ],
    ['osha_establishments', { other: establishment }],
    ['injury_cases', cases],
    [
      'injury_case_days',
      {
        own: await caseDays(cases.own),
        other: await caseDays(cases.other),
      },
    ],
    [
      'osha_summaries',
      await shared(sql`insert into osha_summaries (company_id, establishment_id, year, revision, content, certified_name, certified_title, certified_phone)
        values (${us.id}, ${establishment['id'] as string}, 2020, 1, '{}', ${MARK}, 'Owner', '555-0100') returning *`),
    ],
    [
      'ledger_roots',
      await shared(sql`insert into ledger_roots (company_id, first_position, last_position, reason, note, signed_text, signature_id)
        values (${us.id}, 1000001, 1000002, 'daily', ${MARK}, '{}', gen_random_uuid()) returning *`),
    ],
    [
      'ledger_recipients',
      await shared(sql`insert into ledger_recipients (company_id, email)
        values (${us.id}, ${`${MARK}@example.com`}) returning *`),
    ],
    [
      'device_keys',
      await each((who) =>
        one(sql`insert into device_keys (company_id, employee_id, device_name, public_key)
          values (${us.id}, ${who.employeeId}, ${MARK}, ${sql.json({ crv: 'P-256', kty: 'EC', x: 'x'.repeat(43), y: 'y'.repeat(43) })}) returning *`),
      ),
    ],
    [
      'evidence_packets',
      await each((who) =>
        one(sql`insert into evidence_packets (company_id, kind, employee_id, start_date, end_date)
          values (${us.id}, 'claim', ${who.employeeId}, '2020-01-01', '2020-01-07') returning *`),
      ),
    ],
    [
      'timesheet_signatures',
      await each((who) =>
        one(sql`insert into timesheet_signatures (company_id, employee_id, start_date, end_date, signed_name,
            statement, language, version, hours)
          values (${us.id}, ${who.employeeId}, '2020-01-01', '2020-01-07', ${MARK}, 'True', 'en', '1', '{}') returning *`),
      ),
    ],
    [
      'audit_events',
      await each((who) =>
        one(
          sql`select * from audit_events where company_id = ${us.id} and employee_id = ${who.employeeId} limit 1`,
        ),
      ),
    ],
  ]);
}

function addEvent(sql: Sql, us: Company, who: { readonly employeeId: string }) {
  return sql`insert into synced_events (company_id, id, employee_id, device_id, sequence, kind, happened_at, offset_ms,
      counts_at, payload, state)
    values (${us.id}, ${randomUUID()}, ${who.employeeId}, ${MARK}, 1, 'clock_in', '2020-01-02T12:00:00Z', 0,
      '2020-01-02T12:00:00Z', '{}', 'held') returning *`;
}

/** An argument for a function's parameter: something of ours where its name allows. */
export function argumentFor(name: string, type: string, us: Company, employeeId: string): unknown {
  if (name === 'company_id_param') return us.id;
  if (name === 'employee_id_param') return employeeId;
  if (name === 'employee_ids_param') return [employeeId];
  if (name === 'project_id_param') return us.project;
  if (name === 'cost_code_id_param') return us.costCode;
  if (type === 'uuid') return randomUUID();
  if (type.endsWith('[]') || type.startsWith('json')) return null;
  if (type === 'date') return '2020-01-03';
  if (type.startsWith('timestamp')) return hoursAgo(name.startsWith('end') ? 1 : 2).toISOString();
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'numeric' || type === 'bigint' || type === 'smallint')
    return 1;
  return name === 'email_param' ? `${randomUUID()}@example.com` : 'employee';
}

/** An endpoint, an event of it and a delivery. */
async function webhookSamples(
  sql: Sql,
  us: Company,
  shared: (query: PromiseLike<readonly Row[]>) => Promise<Sample>,
): Promise<[string, Sample][]> {
  const endpoint =
    await shared(sql`insert into webhook_endpoints (company_id, url, events, description)
    values (${us.id}, 'https://hooks.example.com/', '{employee.left}', ${MARK}) returning *`);
  const event =
    await shared(sql`insert into webhook_events (company_id, type, occurred_at, entity_id, data, sequence, payload)
    values (${us.id}, 'employee.left', now(), ${us.project}, ${sql.json({ note: MARK })}, 1, '{}') returning *`);
  const delivery =
    await shared(sql`insert into webhook_deliveries (company_id, endpoint_id, event_id, entity_id, event_sequence, status, sent_at, error)
    values (${us.id}, ${endpoint.other['id'] as string}, ${event.other['id'] as string}, ${us.project}, 1, 'failed', now(), ${MARK}) returning *`);
  return [
    ['webhook_endpoints', endpoint],
    ['webhook_events', event],
    ['webhook_deliveries', delivery],
  ];
}

/** A connection, a record, a mapping, a day and an activity. */
async function accountingSamples(
  sql: Sql,
  us: Company,
  shared: (query: PromiseLike<readonly Row[]>) => Promise<Sample>,
): Promise<[string, Sample][]> {
  const connection =
    await shared(sql`insert into accounting_connections (company_id, system, company_name, send_from)
    values (${us.id}, 'quickbooks_online', ${MARK}, '2026-10-01') returning *`);
  const of = connection.other['id'] as string;
  const record =
    await shared(sql`insert into accounting_records (company_id, connection_id, kind, external_id, name)
    values (${us.id}, ${of}, 'employee', '1', ${MARK}) returning *`);
  const person = record.other['id'] as string;
  const who = us.colleague.employeeId;
  const mapping =
    await shared(sql`insert into accounting_mappings (company_id, connection_id, target, employee_id, record_id)
    values (${us.id}, ${of}, 'person', ${who}, ${person}) returning *`);
  const day =
    await shared(sql`insert into accounting_days (company_id, connection_id, employee_id, work_date, seconds, state, problems)
    values (${us.id}, ${of}, ${who}, '2026-10-01', 60, 'problem', ${sql.json([{ code: MARK }])}) returning *`);
  const activity =
    await shared(sql`insert into accounting_activities (company_id, connection_id, employee_id, work_date, person_id, seconds, content, content_hash)
    values (${us.id}, ${of}, ${who}, '2026-10-01', ${person}, 60, ${sql.json({ description: MARK })}, 'hash') returning *`);
  return [
    ['accounting_connections', connection],
    ['accounting_records', record],
    ['accounting_mappings', mapping],
    ['accounting_days', day],
    ['accounting_activities', activity],
    // Views of the same rows.
    ['quickbooks_connections', connection],
    ['quickbooks_mappings', mapping],
    ['quickbooks_activities', activity],
  ];
}
