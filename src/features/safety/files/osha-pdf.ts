import type { CertifiedSummary, Establishment, InjuryCase } from '@/features/safety/api/queries';
import type { PdfReport } from '@/lib/files/pdf-report';
import type { Format } from '@/lib/format';
import type { TFunction } from '@/lib/translation';

type Texts = TFunction<'safety'>;

const addressOf = ({ street, city, state, zip }: Establishment): string =>
  `${street}, ${city}, ${state} ${zip}`;

/** Hexadecimal digits of the record, so that the same one gives the same bytes. */
const fileId = (id: string): string => id.replaceAll('-', '');

const pages = (t: Texts) => (page: number, all: number) => t('paper.page', { page, pages: all });

/** The summary to post from February 1 to April 30, as it was certified. */
export function summaryPaper(certified: CertifiedSummary, t: Texts, format: Format): PdfReport {
  const { content, certified_name, certified_title, certified_phone } = certified;
  const place = content.establishment;
  const figure = (label: string, value: number): string[] => [label, format.number(value)];
  const table = (rows: string[][]) => ({
    columns: [
      { header: '', weight: 4 },
      { header: '', weight: 1, align: 'right' as const },
    ],
    rows,
  });
  return {
    heading: t('paper.summary'),
    number: t('paper.year', { year: String(content.year), revision: certified.revision }),
    company: place.legal_name || place.name,
    facts: [
      [t('establishment.name'), place.name],
      [t('paper.address'), addressOf(place)],
      [t('establishment.industry'), place.industry || '–'],
      [t('establishment.naics'), place.naics_code],
    ],
    sections: [
      {
        title: t('paper.cases'),
        table: table([
          figure(t('column.g'), content.deaths),
          figure(t('column.h'), content.away_cases),
          figure(t('column.i'), content.restricted_cases),
          figure(t('column.j'), content.other_cases),
        ]),
      },
      {
        title: t('paper.days'),
        table: table([
          figure(t('column.k'), content.away_days),
          figure(t('column.l'), content.restricted_days),
        ]),
      },
      {
        title: t('paper.kinds'),
        table: table(
          content.kinds.map((count, at) =>
            figure(t(`illness.${String(at + 1) as '1' | '2' | '3' | '4' | '5' | '6'}`), count),
          ),
        ),
      },
      {
        title: t('paper.people'),
        table: table([
          figure(t('summary.employees'), content.average_employees),
          figure(t('summary.hours'), content.hours),
        ]),
      },
      { title: t('paper.access'), text: t('paper.accessText') },
      { title: t('paper.certification'), text: t('paper.certificationText') },
    ],
    signatures: [
      {
        label: t('paper.executive'),
        signed: `${certified_name}, ${certified_title}, ${certified_phone}, ${format.dateOfInstant(certified.certified_at)}`,
      },
    ],
    footer: t('paper.post'),
    pageLabel: pages(t),
    createdAt: certified.certified_at,
    fileId: fileId(certified.id),
    tagged: format.preferences.language,
  };
}

export interface FormPaper {
  form: InjuryCase;
  name: string;
  hiredOn: string | null;
  company: string;
  /** Null: on a copy for the person it is about, which somebody else completed. */
  completedBy: string | null;
}

/** The incident report behind a line of the log, with the numbers of its items. */
export function formPaper(paper: FormPaper, t: Texts, format: Format): PdfReport {
  const { form, name, hiredOn, company, completedBy } = paper;
  const day = (date: string | null) => (date ? format.date(date) : '–');
  const time = (value: string | null, none: string) => {
    const [hour = 0, minute = 0] = value?.split(':').map(Number) ?? [];
    return value ? format.timeOfDay(hour * 60 + minute) : none;
  };
  const yes = (value: boolean) => t(value ? 'paper.yes' : 'paper.no');
  const items = (rows: [number, string, string][]) => ({
    columns: [
      { header: '', weight: 0.4 },
      { header: '', weight: 2 },
      { header: '', weight: 4 },
    ],
    rows: rows.map(([number, label, value]) => [String(number), label, value || '–']),
  });
  return {
    heading: t('paper.form'),
    number: t('case.title', { number: form.number }),
    company,
    facts: [
      [t('case.person'), name],
      [t('case.jobTitle'), form.job_title || '–'],
      [t('case.day'), day(form.happened_on)],
      [t('case.place'), form.place || '–'],
    ],
    sections: [
      {
        title: t('paper.aboutPerson'),
        table: items([
          [1, t('paper.fullName'), name],
          [2, t('case.homeAddress'), form.home_address],
          [3, t('case.bornOn'), day(form.born_on)],
          [4, t('paper.hired'), day(hiredOn)],
          [5, t('case.sex'), form.sex ? t(`sex.${form.sex as 'F' | 'M'}`) : '–'],
        ]),
      },
      {
        title: t('paper.aboutCare'),
        table: items([
          [6, t('case.physician'), form.physician],
          [7, t('case.facility'), form.facility],
          [8, t('case.emergencyRoom'), yes(form.emergency_room)],
          [9, t('case.hospitalized'), yes(form.hospitalized)],
        ]),
      },
      {
        title: t('paper.aboutCase'),
        table: items([
          [10, t('log.number'), `${form.year}-${form.number}`],
          [11, t('case.day'), day(form.happened_on)],
          [12, t('case.beganWork'), time(form.began_work_time, '–')],
          [13, t('case.time'), time(form.happened_time, t('paper.timeUnknown'))],
          [14, t('case.doing_before'), form.doing_before],
          [15, t('case.what_happened'), form.what_happened],
          [16, t('case.injury'), form.injury],
          [17, t('case.object'), form.object],
          [18, t('case.diedOn'), day(form.died_on)],
        ]),
      },
    ],
    signatures: [
      {
        label:
          completedBy === null
            ? t('paper.completedByLine')
            : t('paper.completedBy', {
                name: completedBy,
                date: format.dateOfInstant(form.updated_at),
              }),
      },
    ],
    footer: `Chalkline · ${form.id}`,
    pageLabel: pages(t),
    createdAt: form.updated_at,
    fileId: fileId(form.id),
    tagged: format.preferences.language,
  };
}
