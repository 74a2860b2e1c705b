import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Notice } from '@/components/shared/notice';
import { fullName, type PayrollRow } from '@/features/exports/payroll-record';
import { useFormat } from '@/lib/format-context';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

const MAX_NAMES = 3;

/** What would make the figures wrong, with the way to put it right. Never blocks: pay day is pay day. */
export function ExportWarnings({ rows, range }: { rows: readonly PayrollRow[]; range: DateRange }) {
  const { t } = useTranslation('exports');
  const format = useFormat();
  const names = (people: PayrollRow[]): string => {
    const shown = people.slice(0, MAX_NAMES).map(fullName);
    const more = people.length - shown.length;
    return format.list(more > 0 ? [...shown, t('warning.more', { count: more })] : shown);
  };
  const link = (to: string, words: string): ReactNode => (
    <Link to={to} className="font-[550] text-primary underline underline-offset-2">
      {words}
    </Link>
  );
  const days = `period=custom&from=${range.start}&to=${range.end}`;
  const [noRate, running, unapproved] = [
    rows.filter((row) => row.no_rate),
    rows.filter((row) => row.missing_clock_out),
    rows.filter((row) => row.unapproved),
  ];
  const first = noRate[0];
  const lines = [
    first && {
      key: 'rate',
      text: t('warning.noRate', { names: names(noRate) }),
      link: link(
        noRate.length === 1
          ? `/employees?search=${encodeURIComponent(fullName(first))}`
          : '/employees',
        t('warning.setRates'),
      ),
    },
    running.length > 0 && {
      key: 'running',
      text: t('warning.running', { names: names(running) }),
      link: link(`/time-tracker?${days}&status=active`, t('warning.seeEntries')),
    },
    unapproved.length > 0 && {
      key: 'unapproved',
      text: t('warning.unapproved', { count: unapproved.length }),
      link: link(`/payroll?from=${range.start}&to=${range.end}`, t('warning.approve')),
    },
  ].filter((line) => typeof line === 'object');
  if (lines.length === 0) return null;
  return (
    <Notice tone="attention">
      <ul className="grid gap-1">
        {lines.map((line) => (
          <li key={line.key}>
            {line.text} {line.link}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
