import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Column } from '@/components/shared/data-table/column';
import { DataTable } from '@/components/shared/data-table/data-table';
import { DateInput, type DateInputValue, isDate } from '@/components/shared/date-input';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { Field } from '@/components/ui/field';
import { employeeName } from '@/entities/employee/employees-query';
import { useSiteClocks } from '@/entities/project/use-site-clock';
import { useViewer } from '@/entities/viewer/use-viewer';
import { type Hit, type RuleDraft, rulePreviewQuery } from '@/features/clock-rules/api/clock-rules';
import { serverNow } from '@/lib/server-clock';
import { addDays, dateOf } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

/** Why a punch is on the list: one sentence for each rule and what it would have done. */
function useWhy(): (hit: Hit) => string {
  const { t } = useTranslation('clock-rules');
  const clockOf = useSiteClocks();
  return ({ rule, outcome, limit_at, project_id }) => {
    const key = outcome === 'asked' || outcome === 'flagged' ? outcome : rule;
    return t(`preview.${key}`, { time: limit_at ? clockOf(project_id).time(limit_at) : '' });
  };
}

interface RulePreviewProps {
  /** Rules that are not saved yet; null: those that hold. */
  draft: RuleDraft | null;
}

/** Whom the rules would have hit on a day, yesterday to begin with. */
export function RulePreview({ draft }: RulePreviewProps) {
  const { t } = useTranslation('clock-rules');
  const { company } = useViewer();
  const clockOf = useSiteClocks();
  const why = useWhy();
  const today = dateOf(serverNow(), company?.time_zone ?? 'UTC');
  const [day, setDay] = useState<DateInputValue>(() => addDays(today, -1));
  const title = t(draft ? 'preview.draft' : 'preview.title');
  const preview = useQuery({
    ...rulePreviewQuery(company?.id ?? '', isDate(day) ? day : today, draft),
    enabled: company !== null && isDate(day),
  });
  const columns: Column<Hit>[] = [
    {
      id: 'person',
      header: t('preview.person'),
      card: 'title',
      cell: (hit) => employeeName(hit),
    },
    {
      id: 'time',
      header: t('preview.time'),
      card: 'aside',
      cell: ({ punched_at, project_id }) => clockOf(project_id).time(punched_at),
    },
    {
      id: 'project',
      header: t('preview.project'),
      cell: ({ project_name }) => project_name ?? '–',
    },
    { id: 'why', header: t('preview.why'), cell: why },
  ];
  return (
    <section className="grid gap-3" aria-label={title}>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h3 className="font-[620] text-sm">{title}</h3>
        <Field label={t('preview.day')} className="w-44">
          <DateInput name="preview-day" value={day} onValueChange={setDay} max={today} />
        </Field>
      </div>
      <Loaded query={preview} skeleton={<ListSkeleton rows={2} />}>
        {preview.data && (
          <>
            {preview.data.hits.length > 0 && (
              <p className="text-muted text-sm">
                {t('preview.some', {
                  count: new Set(preview.data.hits.map((hit) => hit.time_entry_id)).size,
                  total: preview.data.punches,
                })}
              </p>
            )}
            <DataTable
              label={title}
              rows={preview.data.hits}
              rowKey={({ time_entry_id, rule }) => `${time_entry_id} ${rule}`}
              columns={columns}
              empty={
                <Notice tone="info">
                  {preview.data.punches === 0
                    ? t('preview.empty')
                    : t('preview.none', { count: preview.data.punches })}
                </Notice>
              }
            />
          </>
        )}
      </Loaded>
    </section>
  );
}
