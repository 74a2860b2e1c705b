import type { PacketAnswer } from '@/features/packets/api/packets';
import type {
  ClaimPay,
  ClaimTime,
  EditRecord,
  FirstParts,
  PayLine,
  ProjectMonth,
  TimeRecord,
} from '@/features/packets/files/records';
import { formatHoursMinutes } from '@/lib/duration';
import type { PdfReport, ReportSection, ReportTable } from '@/lib/files/pdf-report';
import { createFormat, type Format } from '@/lib/format';
import type { TFunction } from '@/lib/translation';

export interface PaperTexts {
  t: TFunction<'packets', 'common'>;
  format: Format;
}

type Column = readonly [header: string, weight: number, align?: 'right'];

/** Texts of cells; what the paper cannot show is a dash. */
const table = (
  columns: readonly Column[],
  rows: readonly (readonly (string | number | null | undefined)[])[],
): ReportTable => ({
  columns: columns.map(([header, weight, align]) => ({ header, weight, ...(align && { align }) })),
  rows: rows.map((row) =>
    row.map((cell) => (cell === null || cell === undefined || cell === '' ? '–' : String(cell))),
  ),
});

/** Times as clocks at the site showed them. */
function clocksOf({ format }: PaperTexts) {
  const zones = new Map<string, Format>();
  return (zone: string): Format => {
    const known = zones.get(zone) ?? createFormat({ ...format.preferences, timeZone: zone });
    zones.set(zone, known);
    return known;
  };
}

const section = (
  title: string,
  { t }: PaperTexts,
  content: ReportTable | string,
): ReportSection => {
  if (typeof content === 'string') return { title, text: content };
  return content.rows.length > 0 ? { title, table: content } : { title, text: t('pdf.nothing') };
};

/** With its year: papers are read long after. */
const moment = (format: Format, instant: string): string =>
  `${format.dateOfInstant(instant)}, ${format.time(instant)}`;

const secondsBetween = (from: string, to: string | null): number =>
  to ? Math.max(0, (Date.parse(to) - Date.parse(from)) / 1000) : 0;

function workedSeconds({ clock_in, clock_out, breaks }: TimeRecord): number {
  const unpaid = breaks
    .filter(({ paid }) => !paid)
    .reduce((sum, { started_at, ended_at }) => sum + secondsBetween(started_at, ended_at), 0);
  return Math.max(0, secondsBetween(clock_in, clock_out) - unpaid);
}

function paper(
  answer: PacketAnswer,
  { t, format }: PaperTexts,
  { title, sections }: { title: string; sections: ReportSection[] },
): PdfReport {
  const { about } = answer;
  return {
    heading: title,
    number: about.packet_id,
    company: about.company.name,
    facts: [
      [t('pdf.subject'), about.subject.name],
      [t('pdf.period'), format.dateRange(about.start_date, about.end_date)],
      [t('pdf.madeBy'), about.made_by],
      [t('pdf.madeAt'), moment(format, about.made_at)],
    ],
    sections,
    signatures: [],
    footer: t('pdf.footer', { company: about.company.name, id: about.packet_id }),
    pageLabel: (page, pages) => t('common:export.page', { page, pages }),
    createdAt: about.made_at,
    fileId: about.packet_id.replaceAll('-', ''),
    tagged: format.preferences.language,
  };
}

/** Who asked, until when, the employer, rules and rates. */
export function coverPaper(answer: PacketAnswer, parts: FirstParts, texts: PaperTexts): PdfReport {
  const { t, format } = texts;
  const { request, deadlines, company } = parts.cover;
  const address = [company.legal_name, company.street, company.city, company.state, company.zip];
  // The first of February 2026 is a Sunday.
  const day = format.weekday(`2026-02-0${1 + company.week_start}`, 'long');
  const kind = t(`pay_period.${company.pay_period_kind}`);
  const asked = [
    request.asked_by,
    request.organization,
    t(`askedAs.${request.asked_as as 'other'}`),
    request.asked_on && format.date(request.asked_on),
  ];
  const sections = [
    section(t('pdf.request'), texts, asked.filter(Boolean).join(' · ')),
    section(
      t('pdf.deadlines'),
      texts,
      table(
        [
          [t('pdf.due'), 2],
          [t('pdf.rule'), 6],
          ['', 3],
        ],
        deadlines.map(({ due_on, rule, applies }) => [
          format.date(due_on),
          t(`rule.${rule}`),
          t(applies ? 'pdf.applies' : 'pdf.maybe'),
        ]),
      ),
    ),
    section(
      t('pdf.employer'),
      texts,
      `${[...new Set([company.name, ...address])].filter(Boolean).join(' · ')}\n${t('pdf.workweek', { day, zone: company.time_zone, kind })}`,
    ),
    ...(parts.policies ? claimSections(parts, texts) : []),
    section(t('pdf.proof'), texts, t('pdf.limits')),
  ];
  return paper(answer, texts, { title: t(`pdf.${answer.about.kind as 'claim'}`), sections });
}

function claimSections(parts: FirstParts, texts: PaperTexts): ReportSection[] {
  const { t, format } = texts;
  const policies = parts.policies?.overtime_policies ?? [];
  return [
    policies.length === 0
      ? section(t('pdf.policies'), texts, t('pdf.noPolicy'))
      : section(
          t('pdf.policies'),
          texts,
          table(
            [
              [t('pdf.from'), 2],
              [t('pdf.preset'), 3],
              [t('pdf.where'), 3],
              [t('pdf.setBy'), 3],
            ],
            policies.map(({ effective_from, preset, project, for_this_person, set_by }) => [
              format.date(effective_from),
              preset,
              project ?? t(for_this_person ? 'pdf.thisPerson' : 'pdf.everyone'),
              set_by,
            ]),
          ),
        ),
    section(
      t('pdf.rates'),
      texts,
      table(
        [
          [t('pdf.from'), 2],
          [t('pdf.rate'), 2, 'right'],
          [t('pdf.where'), 4],
          [t('pdf.setBy'), 3],
        ],
        (parts.rates?.employee_rates ?? []).map((rate) => [
          format.date(rate.effective_from),
          format.moneyFromCents(rate.hourly_rate * 100),
          [rate.project, rate.cost_code].filter(Boolean).join(' · '),
          rate.set_by,
        ]),
      ),
    ),
    section(
      t('pdf.documents'),
      texts,
      table(
        [
          [t('pdf.document'), 6],
          [t('pdf.signed'), 3],
        ],
        parts.documents.map(({ name, version, signed_at }) => [
          `${name} (${version})`,
          signed_at && moment(format, signed_at),
        ]),
      ),
    ),
    section(
      t('pdf.certified'),
      texts,
      table(
        [
          [t('pdf.week'), 2],
          [t('pdf.number'), 2],
          [t('pdf.work'), 4],
          [t('pdf.signer'), 3],
        ],
        (parts['certified-payrolls'] ?? []).map((report) => [
          format.date(report.week_end),
          report.revision > 0 ? `${report.number}.${report.revision}` : report.number,
          report.project,
          report.signed_name,
        ]),
      ),
    ),
  ];
}

function timeRow(
  entry: TimeRecord,
  approved: string | null | undefined,
  texts: PaperTexts,
  at: Format,
) {
  const { t, format } = texts;
  const clock = (instant: string | null) => (instant ? at.time(instant) : '…');
  const { original } = entry;
  const isChanged =
    original?.clock_in &&
    (Date.parse(original.clock_in) !== Date.parse(entry.clock_in) ||
      (original.clock_out !== null &&
        entry.clock_out !== null &&
        Date.parse(original.clock_out) !== Date.parse(entry.clock_out)));
  const first = isChanged
    ? `\n${t('pdf.first', { from: clock(original.clock_in), to: clock(original.clock_out) })}`
    : '';
  return [
    format.weekdayDate(entry.work_date),
    `${clock(entry.clock_in)} – ${clock(entry.clock_out)}${first}`,
    entry.breaks
      .map(({ started_at, ended_at }) => `${clock(started_at)} – ${clock(ended_at)}`)
      .join('\n'),
    formatHoursMinutes(workedSeconds(entry)),
    [entry.project, entry.cost_code].filter(Boolean).join(' · '),
    [entry.source, approved].filter(Boolean).join('\n'),
  ];
}

const valueText = (value: unknown): string =>
  value === null || value === undefined
    ? '–'
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);

/** `clock_out: 17:00 → 16:30`, of what was added or deleted that it was. */
function changeText({ action, entity, before, after }: EditRecord): string {
  if (action !== 'updated') return `${entity}: ${action}`;
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return `${entity}: ${keys.map((key) => `${key} ${valueText(before?.[key])} → ${valueText(after?.[key])}`).join('; ')}`;
}

/** A year of a person: day by day, what was changed, what the person said, plan, pay. */
export function yearPaper(
  answer: PacketAnswer,
  year: { time: ClaimTime; pay: ClaimPay },
  texts: PaperTexts,
): PdfReport {
  const { t, format } = texts;
  const { time, pay } = year;
  const zoned = clocksOf(texts);
  const approved = new Map(time.approvals.map((one) => [one.work_date, one.approved_by]));
  const sections = [
    section(
      t('pdf.days'),
      texts,
      table(
        [
          [t('pdf.date'), 3],
          [t('pdf.time'), 5],
          [t('pdf.breaks'), 4],
          [t('pdf.hours'), 2, 'right'],
          [t('pdf.work'), 5],
          [t('pdf.source'), 4],
        ],
        time.time_entries.map((entry) =>
          timeRow(entry, approved.get(entry.work_date), texts, zoned(entry.time_zone)),
        ),
      ),
    ),
    section(
      t('pdf.changes'),
      texts,
      table(
        [
          [t('pdf.when'), 3],
          [t('pdf.who'), 3],
          [t('pdf.what'), 7],
          [t('pdf.why'), 4],
        ],
        time.edits
          .filter(({ action }) => action !== 'created')
          .map((edit) => [moment(format, edit.at), edit.by, changeText(edit), edit.reason]),
      ),
    ),
    section(
      t('pdf.answers'),
      texts,
      table(
        [
          [t('pdf.period'), 4],
          [t('pdf.when'), 3],
          [t('pdf.said'), 7],
        ],
        time.timesheet_signatures.map((one) => [
          format.dateRange(one.start_date, one.end_date),
          moment(format, one.signed_at),
          [
            one.disputed
              ? t('pdf.disputed', { note: one.note })
              : t('pdf.agreed', { name: one.signed_name }),
            one.invalidated_at && t('pdf.outdated'),
          ]
            .filter(Boolean)
            .join(' · '),
        ]),
      ),
    ),
    planSection(time.plan_and_actual, texts),
    ...weeksSections(pay.lines, texts),
    section(
      t('pdf.pay'),
      texts,
      table(
        [
          [t('pdf.date'), 3],
          [t('pdf.code'), 2],
          [t('pdf.hours'), 2, 'right'],
          [t('pdf.rate'), 3, 'right'],
          [t('pdf.factor'), 2, 'right'],
          [t('pdf.amount'), 3, 'right'],
          [t('pdf.regular'), 3, 'right'],
        ],
        pay.lines.map((line) => [
          format.weekdayDate(line.work_date),
          line.pay_code,
          formatHoursMinutes(line.minutes * 60),
          line.hourly_rate === null ? null : format.moneyFromCents(line.hourly_rate * 100),
          line.multiplier,
          line.total_cents === null ? null : format.moneyFromCents(line.total_cents),
          line.week_regular_rate === null
            ? null
            : format.moneyFromCents(line.week_regular_rate * 100),
        ]),
      ),
    ),
  ];
  return paper(answer, texts, {
    title: t('pdf.year', { year: time.start_date.slice(0, 4) }),
    sections,
  });
}

/** What counts as hours worked. */
const WORKED = ['REG', 'OT', 'DT'];

/** What 29 CFR 516.2(a) asks of each workweek: hours, straight-time earnings, premium. */
function weeksSections(lines: readonly PayLine[], texts: PaperTexts): ReportSection[] {
  const { t, format } = texts;
  const weeks = Map.groupBy(lines, ({ week_start }) => week_start ?? '');
  weeks.delete('');
  const money = (cents: readonly (number | null | undefined)[]) =>
    cents.some((one) => typeof one !== 'number')
      ? null
      : format.moneyFromCents(cents.reduce<number>((sum, one) => sum + (one ?? 0), 0));
  const rows = [...weeks].map(([start, week]) => [
    format.date(start),
    formatHoursMinutes(
      week
        .filter(({ pay_code }) => WORKED.includes(pay_code))
        .reduce((sum, { minutes }) => sum + minutes * 60, 0),
    ),
    money(week.map(({ straight_cents }) => straight_cents)),
    money(week.map(({ premium_cents }) => premium_cents)),
    money(week.map(({ total_cents }) => total_cents)),
  ]);
  if (rows.length === 0) return [];
  const columns: readonly Column[] = [
    [t('pdf.weekFrom'), 3],
    [t('pdf.hours'), 2, 'right'],
    [t('pdf.straight'), 3, 'right'],
    [t('pdf.premium'), 3, 'right'],
    [t('pdf.amount'), 3, 'right'],
  ];
  return [section(t('pdf.weeks'), texts, table(columns, rows))];
}

function planSection(
  plan: readonly (ClaimTime['plan_and_actual'][number] & { name?: string })[],
  texts: PaperTexts,
): ReportSection {
  const { t, format } = texts;
  const clocks = (from: string | null, to: string | null) =>
    from ? `${format.time(from)} – ${to ? format.time(to) : '…'}` : null;
  return section(
    t('pdf.plan'),
    texts,
    table(
      [
        [t('pdf.date'), 4],
        [t('pdf.planned'), 4],
        [t('pdf.actual'), 4],
        [t('pdf.result'), 3],
      ],
      plan
        .filter(({ planned_start }) => planned_start !== null)
        .map((day) => [
          [format.weekdayDate(day.work_date), day.name].filter(Boolean).join(' · '),
          clocks(day.planned_start, day.planned_end),
          clocks(day.actual_start, day.actual_end),
          day.result,
        ]),
    ),
  );
}

/** A month of a project: what a delay or a dispute is about. */
export function monthPaper(
  answer: PacketAnswer,
  month: ProjectMonth,
  texts: PaperTexts,
): PdfReport {
  const { t, format } = texts;
  const date = (day: string) => format.weekdayDate(day);
  const sections = [
    section(
      t('pdf.trades'),
      texts,
      table(
        [
          [t('pdf.date'), 4],
          [t('pdf.trade'), 6],
          [t('pdf.people'), 2, 'right'],
          [t('pdf.hours'), 3, 'right'],
        ],
        month.by_day_and_trade.map((day) => [
          date(day.work_date),
          day.trade,
          day.people,
          formatHoursMinutes(day.minutes * 60),
        ]),
      ),
    ),
    section(
      t('pdf.delays'),
      texts,
      table(
        [
          [t('pdf.date'), 3],
          [t('pdf.reason'), 4],
          [t('pdf.what'), 6],
          [t('pdf.people'), 2, 'right'],
          [t('pdf.hours'), 2, 'right'],
        ],
        month.delays.map((one) => [
          date(one.report_date),
          one.reason,
          one.detail,
          one.people,
          one.hours,
        ]),
      ),
    ),
    section(
      t('pdf.weather'),
      texts,
      table(
        [
          [t('pdf.date'), 3],
          [t('pdf.conditions'), 5],
          [t('pdf.temperature'), 4, 'right'],
          [t('pdf.rain'), 3, 'right'],
        ],
        month.weather.map((day) => [
          date(day.work_date),
          day.conditions,
          day.low_f === null && day.high_f === null
            ? null
            : `${day.low_f ?? '–'} / ${day.high_f ?? '–'}`,
          day.precipitation_in === null ? null : `${day.precipitation_in} in`,
        ]),
      ),
    ),
    section(
      t('pdf.reports'),
      texts,
      table(
        [
          [t('pdf.date'), 3],
          [t('pdf.number'), 4],
          [t('pdf.result'), 3],
          [t('pdf.signer'), 4],
        ],
        month.field_reports.map((one) => [
          date(one.report_date),
          one.number,
          one.status,
          one.signed_name,
        ]),
      ),
    ),
    section(
      t('pdf.tickets'),
      texts,
      table(
        [
          [t('pdf.date'), 3],
          [t('pdf.number'), 2],
          [t('pdf.what'), 6],
          [t('pdf.result'), 3],
          [t('pdf.signer'), 4],
        ],
        month.tickets.map((one) => [
          date(one.work_date),
          one.number,
          one.description,
          one.status,
          one.signed_name,
        ]),
      ),
    ),
    section(
      t('pdf.quantities'),
      texts,
      table(
        [
          [t('pdf.date'), 3],
          [t('pdf.work'), 7],
          [t('pdf.quantity'), 3, 'right'],
          [t('pdf.what'), 5],
        ],
        month.quantities.map((one) => [
          date(one.work_date),
          [one.cost_code, one.cost_code_name].filter(Boolean).join(' '),
          one.quantity,
          one.note,
        ]),
      ),
    ),
    planSection(month.plan_and_actual, texts),
    section(
      t('pdf.photos'),
      texts,
      table(
        [
          [t('pdf.date'), 3],
          [t('pdf.file'), 6],
          [t('pdf.what'), 6],
        ],
        month.photos.map((one) => [one.taken_on && date(one.taken_on), one.file, one.caption]),
      ),
    ),
  ];
  return paper(answer, texts, {
    title: t('pdf.month', { month: format.month(month.start_date) }),
    sections,
  });
}
