import { must } from './api.ts';
import type { Company, Person } from './company.ts';
import { lastWeek } from './time.ts';

/** Where the day's clock times are taken from: morning in New York all year round. */
const MORNING = 'T12:00:00Z';
const DAY_MS = 86_400_000;
const ZONE = 'America/New_York';

const add = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

export interface PublicProject {
  projectId: string;
  carpenter: string;
  laborer: string;
  /** Last days of the six weeks before this one, the oldest first. */
  weeks: readonly string[];
  /** Days of a week by number from Sunday, 0. */
  day: (weekEnd: string, number: number) => string;
  /** Adds work of so many hours on a day. */
  work: (person: Person, date: string, hours: number, where?: Where) => Promise<string>;
  /** The same hours from Monday to Friday. */
  week: (person: Person, weekEnd: string, hours: number, where?: Where) => Promise<void>;
  /** Registers people in a program that allows one apprentice for each journeyworker. */
  apprentices: (people: readonly Person[]) => Promise<void>;
  /** Gives people the number that column 1E prints. */
  identify: (people: readonly Person[]) => Promise<void>;
  approve: (weekEnd: string, people: readonly Person[]) => Promise<void>;
  /** What payroll withheld and paid for the week, from our own gross. */
  pay: (weekEnd: string) => Promise<void>;
}

interface Where {
  class?: string;
  project?: string;
}

/** A contract in California with two classes and their codes at LCPtracker, set up past the screens. */
export async function makePublicProject(company: Company): Promise<PublicProject> {
  const { client } = company.owner;
  const projectId = company.projects[0]?.id ?? '';
  const last = lastWeek(ZONE).end;
  const weeks = [5, 4, 3, 2, 1, 0].map((back) => add(last, -7 * back));
  must(
    await client
      .from('public_contracts')
      .insert({
        project_id: projectId,
        regime: 'ca',
        cwhssa: 'applies',
        contract_number: 'W912-26-C-0001',
        agency: 'Port of Oakland',
        location: '12 Pier Road, Oakland, CA 94607',
        county: 'Alameda',
        state: 'CA',
        week_ends_on: 6,
        external_ids: { dir_project_id: '123456', lcp_project_code: 'PIER-12' },
      })
      .select('id'),
  );
  const determination = must(
    await client
      .from('wage_determinations')
      .insert({
        project_id: projectId,
        number: 'CA20260001',
        modification: '3',
        effective_from: '2020-01-01',
      })
      .select('id')
      .single(),
  ) as { id: string };
  const classes = must(
    await client
      .from('work_classifications')
      .insert(
        [
          { code: 'CARP', name: 'Carpenter', craft: 'Carpenter', base_rate: 40, fringe_rate: 15 },
          { code: 'LABO', name: 'Laborer', craft: 'Laborer', base_rate: 30, fringe_rate: 10 },
        ].map((row) => ({ ...row, determination_id: determination.id })),
      )
      .select('id, code'),
  );
  must(
    await client
      .from('contractor_details')
      .insert({
        legal_name: 'Reyes Concrete, Inc.',
        street: '400 Mill Street',
        city: 'Oakland',
        state: 'CA',
        zip: '94607',
        email: 'office@reyes.example',
        fein: '12-3456789',
        license_type: 'CSLB',
        license_number: '776655',
        pwcr: '1000012345',
        insurance_number: 'WC-1',
      })
      .select('id'),
  );
  must(
    await client
      .from('portal_codes')
      .insert(
        [
          ['Carpenter', 'CARP-J'],
          ['Laborer', 'LABO-1'],
        ].map(([classification, class_code]) => ({
          project_id: projectId,
          format: 'lcptracker',
          classification: classification ?? '',
          codes: { class_code: class_code ?? '' },
        })),
      )
      .select('id'),
  );
  const classOf = (code: string) => classes.find((row) => row.code === code)?.id ?? '';

  const work: PublicProject['work'] = async (person, date, hours, where = {}) => {
    const start = Date.parse(`${date}${MORNING}`);
    const entry = must(
      await client
        .from('time_entries')
        .insert({
          employee_id: person.employeeId,
          project_id: where.project ?? projectId,
          classification_id: where.project ? null : (where.class ?? classOf('CARP')),
          clock_in: new Date(start).toISOString(),
          clock_out: new Date(start + hours * 3_600_000).toISOString(),
        })
        .select('id')
        .single(),
    ) as { id: string };
    return entry.id;
  };

  const pay: PublicProject['pay'] = async (weekEnd) => {
    const compared = must(
      await client.rpc('payroll_facts_compared', { week_end_param: weekEnd }),
    ) as { employee_id: string; our_gross: number | null }[];
    const facts = compared
      .filter(({ our_gross }) => our_gross)
      .map(({ employee_id, our_gross }, index) => {
        const gross = Math.round((our_gross ?? 0) * 100);
        const [federal, state, fica] = [0.12, 0.05, 0.0765].map((share) =>
          Math.round(gross * share),
        ) as [number, number, number];
        return {
          employee_id,
          week_end: weekEnd,
          gross_all: gross / 100,
          federal_tax: federal / 100,
          state_tax: state / 100,
          fica: fica / 100,
          sdi: 0,
          net: (gross - federal - state - fica) / 100,
          check_number: String(1001 + index),
          paid_on: add(weekEnd, 5),
        };
      });
    must(
      await client
        .from('payroll_facts')
        .upsert(facts, { onConflict: 'company_id,employee_id,week_end,period_start' })
        .select('id'),
    );
  };

  return {
    projectId,
    carpenter: classOf('CARP'),
    laborer: classOf('LABO'),
    weeks,
    day: (weekEnd, number) => add(weekEnd, number - 6),
    work,
    week: async (person, weekEnd, hours, where) => {
      const days = [1, 2, 3, 4, 5].map((number) => add(weekEnd, number - 6));
      await Promise.all(days.map((date) => work(person, date, hours, where)));
    },
    apprentices: async (people) => {
      const program = must(
        await client
          .from('apprenticeship_programs')
          .insert({
            name: 'Carpenters JATC',
            occupation: 'Carpenter',
            ratio_apprentices: 1,
            ratio_journeyworkers: 1,
          })
          .select('id')
          .single(),
      ) as { id: string };
      must(
        await client
          .from('apprenticeships')
          .insert(
            people.map(({ employeeId }, index) => ({
              employee_id: employeeId,
              program_id: program.id,
              registration_number: `RA-${index + 1}`,
              from_date: '2020-01-01',
              level: '3rd period',
              percent: 60,
            })),
          )
          .select('id'),
      );
    },
    pay,
    identify: async (people) => {
      for (const [index, { employeeId }] of people.entries()) {
        must(
          await client
            .from('employees')
            .update({ employee_number: `W${101 + index}` })
            .eq('id', employeeId)
            .select('id'),
        );
      }
    },
    approve: async (weekEnd, people) => {
      for (const { employeeId } of people) {
        must(
          await client.rpc('approve_time', {
            employee_id_param: employeeId,
            start_date_param: add(weekEnd, -6),
            end_date_param: weekEnd,
          }),
        );
      }
    },
  };
}
