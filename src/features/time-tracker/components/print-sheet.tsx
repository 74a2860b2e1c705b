import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useCostCodeOptions } from '@/entities/cost-code/cost-codes-query';
import { useProjectOptions } from '@/entities/project/projects-query';
import { useSiteClocks } from '@/entities/project/use-site-clock';
import { type ListSummary, runningMinutes, type TimeEntry } from '@/entities/time-entry/time-entry';
import { useIsPrivileged, useViewer, useViewerName } from '@/entities/viewer/use-viewer';
import type { ListState } from '@/features/time-tracker/list/use-list-state';
import { formatHoursMinutes } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { serverNow } from '@/lib/server-clock';

export interface PrintSheetProps {
  state: ListState;
  entries: TimeEntry[];
  summary: ListSummary;
}

const cell = 'border-b py-1 pr-3 align-top';

const nameOf = ({ first_name, last_name }: TimeEntry): string =>
  `${first_name} ${last_name}`.trim();

/** Paper only: heading, every row, the total and a line to sign on. */
export function PrintSheet({ state, entries, summary }: PrintSheetProps) {
  const { t } = useTranslation(['time-tracker', 'common']);
  const format = useFormat();
  const clockOf = useSiteClocks();
  const privileged = useIsPrivileged();
  const viewerName = useViewerName();
  const company = useViewer().company?.name ?? '';
  const projects = new Map(useProjectOptions().data?.map((project) => [project.id, project.name]));
  const codes = new Map(useCostCodeOptions().data?.map((code) => [code.id, code.code]));
  const names = new Set(entries.map(nameOf));
  // Whose sheet it is; of several people each row says so.
  const person = names.size === 1 ? [...names][0] : privileged ? null : viewerName;
  const now = serverNow();
  const minutes = (entry: TimeEntry) => entry.minutes ?? runningMinutes(entry, now / 1000);
  const total =
    summary.minutes +
    summary.running.reduce((sum, part) => sum + runningMinutes(part, now / 1000), 0);
  const { start, end } = state.days;
  return createPortal(
    <section data-print="sheet" className="text-sm">
      <header className="mb-4 flex items-end justify-between border-b-2 border-b-foreground pb-2">
        <div>
          <p className="font-bold text-lg">{[company, person].filter(Boolean).join(' · ')}</p>
          <h1 className="font-[620]">
            {t('title')} · {start === end ? format.longDate(start) : format.dateRange(start, end)}
          </h1>
        </div>
        <p className="text-xs">{t('sheet.printed', { when: format.dateTime(now) })}</p>
      </header>
      <table className="w-full border-collapse">
        <thead>
          <tr className="text-left">
            <th className={cell}>{t('table.date')}</th>
            {privileged && <th className={cell}>{t('table.employee')}</th>}
            <th className={cell}>{t('table.project')}</th>
            <th className={cell}>{t('table.description')}</th>
            <th className={`${cell} text-right`}>{t('table.start')}</th>
            <th className={`${cell} text-right`}>{t('table.end')}</th>
            <th className={`${cell} pr-0! text-right`}>{t('table.duration')}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td className={`${cell} tabular whitespace-nowrap`}>
                {format.date(clockOf(entry.project_id).date(entry.clock_in))}
              </td>
              {privileged && <td className={cell}>{nameOf(entry)}</td>}
              <td className={cell}>
                {projects.get(entry.project_id ?? '') ?? t('common:project.unknown')}
              </td>
              <td className={cell}>
                {[codes.get(entry.cost_code_id ?? ''), entry.notes].filter(Boolean).join(' · ')}
              </td>
              <td className={`${cell} tabular whitespace-nowrap text-right`}>
                {clockOf(entry.project_id).time(entry.clock_in)}
              </td>
              <td className={`${cell} tabular whitespace-nowrap text-right`}>
                {entry.clock_out
                  ? clockOf(entry.project_id).time(entry.clock_out)
                  : t('table.active')}
              </td>
              <td className={`${cell} tabular pr-0! text-right`}>
                {formatHoursMinutes(minutes(entry) * 60)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-bold">
            <td className="pt-2" colSpan={privileged ? 6 : 5}>
              {t('table.total')} · {t('count', { count: entries.length })}
            </td>
            <td className="tabular pt-2 text-right">{formatHoursMinutes(total * 60)}</td>
          </tr>
        </tfoot>
      </table>
      <div className="mt-16 grid grid-cols-2 gap-16 text-xs">
        <p className="border-t pt-1">{t('sheet.signature')}</p>
        <p className="border-t pt-1">{t('sheet.approvedBy')}</p>
      </div>
    </section>,
    document.body,
  );
}
