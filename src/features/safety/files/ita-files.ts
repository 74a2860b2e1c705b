import type { InjuryCase, LogLine, Outcome, Summary } from '@/features/safety/api/queries';
import { type CsvValue, csvText } from '@/lib/files/csv';

/** In the order of OSHA's Injury Tracking Application, which reads the files by place and name. */
export const SUMMARY_COLUMNS = [
  'establishment_name',
  'ein',
  'company_name',
  'street_address',
  'city',
  'state',
  'zip',
  'naics_code',
  'industry_description',
  'size',
  'establishment_type',
  'year_filing_for',
  'annual_average_employees',
  'total_hours_worked',
  'no_injuries_illnesses',
  'total_deaths',
  'total_dafw_cases',
  'total_djtr_cases',
  'total_other_cases',
  'total_dafw_days',
  'total_djtr_days',
  'total_injuries',
  'total_skin_disorders',
  'total_respiratory_conditions',
  'total_poisonings',
  'total_hearing_loss',
  'total_other_illnesses',
  'change_reason',
] as const;

export const CASE_COLUMNS = [
  'establishment_name',
  'year_of_filing',
  'case_number',
  'job_title',
  'date_of_incident',
  'incident_location',
  'incident_description',
  'incident_outcome',
  'dafw_num_away',
  'djtr_num_tr',
  'type_of_incident',
  'date_of_birth',
  'date_of_hire',
  'sex',
  'treatment_facility_type',
  'treatment_in_patient',
  'time_started_work',
  'time_of_incident',
  'time_unknown',
  'nar_before_incident',
  'nar_what_happened',
  'nar_injury_illness',
  'nar_object_substance',
  'date_of_death',
] as const;

const OUTCOMES: Record<Outcome, number> = { death: 1, away: 2, restricted: 3, other: 4 };

/** The portal takes letters, digits and plain punctuation; the rest would refuse the whole file. */
export const plainText = (text: string, max: number): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9 .,'-]+/g, ' ')
    .replace(/ +/g, ' ')
    // A dash at the beginning would be taken for a formula.
    .replace(/^[ .,'-]+/, '')
    .trim()
    .slice(0, max)
    .trim();

/** 1: under 20, 21: to 99, 22: to 249, 3: 250 and more. */
export const sizeCode = (people: number): number => {
  if (people < 20) return 1;
  if (people < 100) return 21;
  return people < 250 ? 22 : 3;
};

const usDate = (date: string | null): string => {
  const [year, month, day] = date?.split('-') ?? [];
  return year ? `${month}/${day}/${year}` : '';
};

const fixed = (text: string): CsvValue => ({ fixed: text });

export function summaryFile(summary: Summary, changeReason = ''): string {
  const { establishment: place, kinds } = summary;
  const name = plainText(place.name, 100);
  const row: CsvValue[] = [
    name,
    fixed(place.ein ?? ''),
    plainText(place.legal_name || place.name, 100),
    plainText(place.street, 100),
    plainText(place.city, 100),
    place.state,
    // Leading zeros are part of it.
    fixed(place.zip),
    fixed(place.naics_code),
    plainText(place.industry, 300),
    sizeCode(summary.average_employees),
    place.kind,
    summary.year,
    summary.average_employees,
    summary.hours,
    summary.cases > 0 ? 1 : 2,
    summary.deaths,
    summary.away_cases,
    summary.restricted_cases,
    summary.other_cases,
    summary.away_days,
    summary.restricted_days,
    ...kinds,
    plainText(changeReason, 100),
  ];
  return csvText([SUMMARY_COLUMNS, row]);
}

export interface CaseRecord {
  line: LogLine;
  form: InjuryCase;
  hiredOn: string | null;
}

export function casesFile(establishment: string, year: number, records: readonly CaseRecord[]) {
  const rows = records
    .filter(({ line }) => !line.voided)
    .map(({ line, form, hiredOn }): CsvValue[] => [
      plainText(establishment, 100),
      year,
      line.number,
      plainText(form.job_title, 100),
      fixed(usDate(form.happened_on)),
      plainText(form.place, 300),
      plainText(form.description, 300),
      OUTCOMES[line.outcome],
      line.away,
      line.restricted,
      line.illness,
      fixed(usDate(form.born_on)),
      fixed(usDate(hiredOn)),
      form.sex ?? '',
      form.emergency_room ? 1 : 0,
      form.hospitalized ? 1 : 0,
      fixed(form.began_work_time?.slice(0, 5) ?? ''),
      fixed(form.happened_time?.slice(0, 5) ?? ''),
      form.happened_time ? 0 : 1,
      plainText(form.doing_before, 1000),
      plainText(form.what_happened, 1000),
      plainText(form.injury, 1000),
      plainText(form.object, 1000),
      fixed(usDate(form.died_on)),
    ]);
  return csvText([CASE_COLUMNS, ...rows]);
}

/** What the portal would ask for and is missing, by the number of the case. */
export function missingInCases(records: readonly CaseRecord[]): number[] {
  return records
    .filter(
      ({ line, form }) =>
        !line.voided &&
        [
          form.job_title,
          form.place,
          form.description,
          form.doing_before,
          form.what_happened,
          form.injury,
          form.object,
        ].some((text) => plainText(text, 10) === ''),
    )
    .map(({ line }) => line.number);
}
