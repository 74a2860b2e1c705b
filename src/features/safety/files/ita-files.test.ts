import { expect, test } from 'vitest';
import type { InjuryCase, LogLine, Summary } from '@/features/safety/api/queries';
import {
  CASE_COLUMNS,
  type CaseRecord,
  casesFile,
  missingInCases,
  plainText,
  SUMMARY_COLUMNS,
  sizeCode,
  summaryFile,
} from '@/features/safety/files/ita-files';
import { splitRows } from '@/lib/delimited-text';

const summary: Summary = {
  year: 2025,
  establishment: {
    company_id: '',
    id: '',
    project_id: null,
    name: 'Peña & Sons Yard',
    legal_name: 'Peña & Sons, LLC',
    ein: '012345678',
    street: '12 Mill St., Unit #4',
    city: 'Boston',
    state: 'MA',
    zip: '02118',
    naics_code: '236220',
    industry: 'Commercial building',
    kind: 1,
    created_by: null,
    created_at: '',
    updated_at: '',
  },
  counted_employees: 42,
  counted_hours: 118_240,
  average_employees: 42,
  hours: 118_240,
  cases: 3,
  deaths: 0,
  away_cases: 1,
  restricted_cases: 1,
  other_cases: 1,
  away_days: 7,
  restricted_days: 10,
  kinds: [2, 1, 0, 0, 0, 0],
  rates: { recordable: '5.07', dart: '3.38', lost_time: '1.69' },
};

const form = {
  job_title: 'Carpenter',
  happened_on: '2025-03-02',
  happened_time: '14:05:00',
  began_work_time: '07:00:00',
  place: 'Level 2',
  description: 'Cut, left hand, by a saw',
  illness: 1,
  died_on: null,
  doing_before: 'Cutting "studs"',
  what_happened: 'The saw\nslipped',
  injury: 'Cut',
  object: 'Circular saw',
  emergency_room: true,
  hospitalized: false,
  born_on: '1990-12-31',
  sex: 'M',
} as InjuryCase;
const line = {
  number: 1,
  illness: 1,
  outcome: 'away',
  away: 7,
  restricted: 10,
  voided: false,
} as LogLine;
const record: CaseRecord = { line, form, hiredOn: '2020-02-29' };

const cellsOf = (file: string) => splitRows(file, ',').map(({ cells }) => cells);
const read = (file: string) => {
  const [header = [], ...rows] = cellsOf(file);
  return rows
    .filter((row) => row.some(Boolean))
    .map((row) => Object.fromEntries(header.map((name, at) => [name, row[at]])));
};

test('the summary is read back column by column', () => {
  const file = summaryFile(summary);
  expect(cellsOf(file)[0]).toEqual([...SUMMARY_COLUMNS]);
  expect(SUMMARY_COLUMNS).toHaveLength(28);
  const [row = {}] = read(file);
  expect(row).toEqual({
    establishment_name: 'Pena Sons Yard',
    ein: '012345678',
    company_name: 'Pena Sons, LLC',
    street_address: '12 Mill St., Unit 4',
    city: 'Boston',
    state: 'MA',
    zip: '02118',
    naics_code: '236220',
    industry_description: 'Commercial building',
    size: '21',
    establishment_type: '1',
    year_filing_for: '2025',
    annual_average_employees: '42',
    total_hours_worked: '118240',
    no_injuries_illnesses: '1',
    total_deaths: '0',
    total_dafw_cases: '1',
    total_djtr_cases: '1',
    total_other_cases: '1',
    total_dafw_days: '7',
    total_djtr_days: '10',
    total_injuries: '2',
    total_skin_disorders: '1',
    total_respiratory_conditions: '0',
    total_poisonings: '0',
    total_hearing_loss: '0',
    total_other_illnesses: '0',
    change_reason: '',
  });
  const figure = (names: string[]) => names.reduce((sum, name) => sum + Number(row[name]), 0);
  expect(
    figure(['total_deaths', 'total_dafw_cases', 'total_djtr_cases', 'total_other_cases']),
  ).toBe(figure([...SUMMARY_COLUMNS].slice(21, 27)));
  expect(read(summaryFile({ ...summary, cases: 0 }))[0]?.['no_injuries_illnesses']).toBe('2');
});

test('the cases are read back column by column, without names and without what was struck out', () => {
  const file = casesFile('Yard', 2025, [
    record,
    { ...record, line: { ...line, number: 2, voided: true } },
  ]);
  expect(cellsOf(file)[0]).toEqual([...CASE_COLUMNS]);
  expect(CASE_COLUMNS).toHaveLength(24);
  expect(read(file)).toEqual([
    {
      establishment_name: 'Yard',
      year_of_filing: '2025',
      case_number: '1',
      job_title: 'Carpenter',
      date_of_incident: '03/02/2025',
      incident_location: 'Level 2',
      incident_description: 'Cut, left hand, by a saw',
      incident_outcome: '2',
      dafw_num_away: '7',
      djtr_num_tr: '10',
      type_of_incident: '1',
      date_of_birth: '12/31/1990',
      date_of_hire: '02/29/2020',
      sex: 'M',
      treatment_facility_type: '1',
      treatment_in_patient: '0',
      time_started_work: '07:00',
      time_of_incident: '14:05',
      time_unknown: '0',
      nar_before_incident: 'Cutting studs',
      nar_what_happened: 'The saw slipped',
      nar_injury_illness: 'Cut',
      nar_object_substance: 'Circular saw',
      date_of_death: '',
    },
  ]);
});

test('sizes, plain text and what is missing', () => {
  expect([19, 20, 99, 100, 249, 250].map(sizeCode)).toEqual([1, 21, 21, 22, 22, 3]);
  expect(plainText('Muñoz (roof) #4 @ 5%', 100)).toBe('Munoz roof 4 5');
  expect(plainText('-He slipped; "fell"', 100)).toBe('He slipped fell');
  expect(
    read(casesFile('Yard', 2025, [{ ...record, form: { ...form, object: '-=Saw' } }])),
  ).toEqual([expect.objectContaining({ nar_object_substance: 'Saw' })]);
  expect(missingInCases([record])).toEqual([]);
  for (const empty of ['job_title', 'place', 'description', 'doing_before', 'injury', 'object'])
    expect(missingInCases([{ ...record, form: { ...form, [empty]: '#' } }])).toEqual([1]);
  expect(
    missingInCases([{ ...record, form: { ...form, injury: '' }, line: { ...line, voided: true } }]),
  ).toEqual([]);
});
