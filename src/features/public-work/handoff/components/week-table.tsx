import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import type {
  HandoffMail,
  Subcontractor,
  SubcontractorWeek,
} from '@/features/public-work/handoff/api/queries';
import { SubMenu } from '@/features/public-work/handoff/components/sub-menu';
import { STATE_ICONS } from '@/features/public-work/handoff/states';
import { cn } from '@/lib/class-names';
import { useFormat } from '@/lib/format-context';
import { useMediaQuery } from '@/lib/use-media-query';
import { useTranslation } from '@/lib/use-translation';

interface WeekTableProps {
  subcontractors: readonly Subcontractor[];
  weeks: readonly SubcontractorWeek[];
  mails: readonly HandoffMail[];
  onEdit: (subcontractor: Subcontractor) => void;
  onOpen: (subcontractor: Subcontractor, weekEnd: string) => void;
}

/** Some weeks at a time, the newest ones first. */
export function WeekTable({ subcontractors, weeks, mails, onEdit, onOpen }: WeekTableProps) {
  const { t } = useTranslation('handoff');
  const format = useFormat();
  const isNarrow = useMediaQuery('(max-width: 639px)');
  const isWide = useMediaQuery('(min-width: 1280px)');
  const size = isNarrow ? 2 : isWide ? 8 : 4;
  const [back, setBack] = useState(0);
  const all = [...new Set(weeks.map(({ week_end }) => week_end))].sort();
  const end = Math.max(Math.min(size, all.length), all.length - back);
  const shown = all.slice(Math.max(0, end - size), end);
  const cellOf = (id: string, weekEnd: string) =>
    weeks.find((week) => week.subcontractor_id === id && week.week_end === weekEnd);
  return (
    <div className="overflow-x-auto">
      {all.length > size && (
        <div className="flex items-center justify-end gap-2 px-5 pt-3 text-muted text-sm">
          <span>
            {t('subs.range', {
              start: format.date(shown[0] ?? ''),
              end: format.date(shown.at(-1) ?? ''),
            })}
          </span>
          <Button
            size="icon"
            aria-label={t('subs.earlier')}
            disabled={end <= size}
            onClick={() => setBack(all.length - end + size)}
          >
            <ChevronLeft aria-hidden="true" />
          </Button>
          <Button
            size="icon"
            aria-label={t('subs.later')}
            disabled={end >= all.length}
            onClick={() => setBack(Math.max(0, all.length - end - size))}
          >
            <ChevronRight aria-hidden="true" />
          </Button>
        </div>
      )}
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{t('subs.title')}</caption>
        <thead>
          <tr className="text-left text-muted text-xs">
            <th scope="col" className="px-5 py-2 font-[550]">
              {t('subs.name')}
            </th>
            {shown.map((weekEnd) => (
              <th key={weekEnd} scope="col" className="px-1 py-2 text-center font-[550]">
                {format.dayMonth(weekEnd)}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody className="divide-y border-t">
          {subcontractors.map((subcontractor) => (
            <tr key={subcontractor.id}>
              <th
                scope="row"
                className="max-w-60 px-5 py-2.5 text-left font-normal max-sm:max-w-32 max-sm:pr-1 max-sm:pl-4"
              >
                <NameCell
                  subcontractor={subcontractor}
                  mail={mails.find((mail) => mail.subcontractor_id === subcontractor.id)}
                />
              </th>
              {shown.map((weekEnd) => (
                <td key={weekEnd} className="px-1 py-2.5 text-center">
                  <StateCell
                    subcontractor={subcontractor}
                    weekEnd={weekEnd}
                    week={cellOf(subcontractor.id, weekEnd)}
                    onOpen={onOpen}
                  />
                </td>
              ))}
              <td className="w-12 py-2.5 pr-3 text-right">
                {!subcontractor.revoked_at && (
                  <SubMenu subcontractor={subcontractor} onEdit={() => onEdit(subcontractor)} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {all.length === 0 && <p className="px-5 py-4 text-muted text-sm">{t('subs.noWeeks')}</p>}
    </div>
  );
}

function NameCell({
  subcontractor: { name, email, revoked_at, last_seen_at },
  mail,
}: {
  subcontractor: Subcontractor;
  mail: HandoffMail | undefined;
}) {
  const { t } = useTranslation('handoff');
  const format = useFormat();
  return (
    <>
      <span className="block truncate font-[550]">{name}</span>
      <span className="block truncate text-muted text-xs">
        {revoked_at ? t('subs.revoked') : (email ?? t('subs.noEmail'))}
      </span>
      {!revoked_at && (
        <span className="block truncate text-muted text-xs">
          {last_seen_at
            ? t('subs.lastSeen', { date: format.dateOfInstant(last_seen_at) })
            : t('subs.neverSeen')}
        </span>
      )}
      {mail?.status === 'queued' && (
        <span className="block text-muted text-xs">{t('subs.mailQueued')}</span>
      )}
      {mail?.status === 'failed' && (
        <span className="block text-danger text-xs wrap-anywhere">
          {t('subs.mailFailed', { error: mail.error ?? '' })}
        </span>
      )}
    </>
  );
}

const CELLS: Record<SubcontractorWeek['state'], string> = {
  missing: 'bg-danger-soft text-danger',
  open: 'text-muted',
  handed_in: 'bg-attention-soft text-attention-strong',
  accepted: 'text-success-strong',
  returned: 'bg-danger-soft text-danger',
};

interface StateCellProps {
  subcontractor: Subcontractor;
  weekEnd: string;
  week: SubcontractorWeek | undefined;
  onOpen: WeekTableProps['onOpen'];
}

function StateCell({ subcontractor, weekEnd, week, onOpen }: StateCellProps) {
  const { t } = useTranslation('handoff');
  const format = useFormat();
  if (!week) return <span className="text-faint">–</span>;
  const Icon = STATE_ICONS[week.state];
  return (
    <button
      type="button"
      className={cn(
        'inline-flex min-h-11 w-full min-w-18 max-sm:min-w-16 flex-col items-center justify-center gap-0.5 rounded-small px-1 text-2xs hover:ring-1 hover:ring-border',
        CELLS[week.state],
      )}
      aria-label={t('subs.cell', {
        name: subcontractor.name,
        date: format.date(weekEnd),
        state: t(`state.${week.state}`),
      })}
      onClick={() => onOpen(subcontractor, weekEnd)}
    >
      <Icon className="size-4" aria-hidden="true" />
      {t(`state.${week.state}`)}
    </button>
  );
}
