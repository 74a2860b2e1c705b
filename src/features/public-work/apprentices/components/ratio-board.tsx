import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Column } from '@/components/shared/data-table/column';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { Select } from '@/components/ui/select';
import { useProjectOptions } from '@/entities/project/projects-query';
import {
  publicProjectsQuery,
  type RatioDay,
  ratioQuery,
} from '@/features/public-work/apprentices/api/queries';
import type { IsoDate } from '@/lib/format';
import { useFormat } from '@/lib/format-context';
import { addDays, isIsoDate, type WeekDay, weekOf } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

interface RatioBoardProps {
  companyId: string;
  today: IsoDate;
  weekStart: WeekDay;
}

/** Apprentices beside journeyworkers, by day and craft of a site, and who is over. */
export function RatioBoard({ companyId, today, weekStart }: RatioBoardProps) {
  const { t } = useTranslation('apprentices');
  const { data: projects = [] } = useProjectOptions();
  const { data: publicIds = [] } = useQuery(publicProjectsQuery(companyId));
  const sites = projects.filter(({ id }) => publicIds.includes(id));
  // A check of a certified payroll leads to its site and week.
  const [params] = useSearchParams();
  const asked = params.get('week');
  const [chosen, setChosen] = useState(params.get('project'));
  const [day, setDay] = useState(asked && isIsoDate(asked) ? asked : today);
  const projectId = chosen ?? sites[0]?.id ?? null;
  const { start, end } = weekOf(day, weekStart);
  return (
    <Card>
      <CardHeader title={t('ratio.title')} description={t('ratio.text')} divided />
      {projectId === null ? (
        <EmptyState title={t('ratio.noSites')} />
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-2 border-b px-5 py-3">
            <Select
              size="compact"
              aria-label={t('ratio.site')}
              value={projectId}
              onValueChange={setChosen}
              options={sites.map(({ id, name }) => ({ value: id, label: name }))}
            />
            <WeekButtons {...{ start, end, today }} onChange={setDay} />
          </div>
          <RatioDays projectId={projectId} start={start} end={end} />
        </>
      )}
    </Card>
  );
}

interface WeekButtonsProps {
  start: IsoDate;
  end: IsoDate;
  today: IsoDate;
  onChange: (day: IsoDate) => void;
}

function WeekButtons({ start, end, today, onChange }: WeekButtonsProps) {
  const { t } = useTranslation('apprentices');
  const format = useFormat();
  return (
    <div className="ml-auto flex items-center gap-1">
      <Button
        size="icon"
        variant="ghost"
        aria-label={t('ratio.weekBefore')}
        onClick={() => onChange(addDays(start, -7))}
      >
        <ChevronLeft />
      </Button>
      <span className="tabular text-sm">{format.dateRange(start, end)}</span>
      <Button
        size="icon"
        variant="ghost"
        aria-label={t('ratio.weekAfter')}
        disabled={end >= today}
        onClick={() => onChange(addDays(start, 7))}
      >
        <ChevronRight />
      </Button>
    </div>
  );
}

function RatioDays({ projectId, start, end }: { projectId: string; start: IsoDate; end: IsoDate }) {
  const { t } = useTranslation('apprentices');
  const format = useFormat();
  const days = useQuery(ratioQuery(projectId, start, end));
  const columns: Column<RatioDay>[] = [
    {
      id: 'day',
      header: t('ratio.day'),
      card: 'title',
      cell: ({ work_date, craft }) => (
        <span className="grid gap-0.5">
          {format.weekdayDate(work_date)}
          <span className="font-normal text-muted text-xs">{craft}</span>
        </span>
      ),
    },
    {
      id: 'program',
      header: t('program.name'),
      cell: ({ program_name, ratio_apprentices, ratio_journeyworkers }) => (
        <span className="grid gap-0.5">
          {program_name}
          <span className="text-muted text-xs">
            {t('program.ratioOf', {
              apprentices: ratio_apprentices,
              journeyworkers: ratio_journeyworkers,
            })}
          </span>
        </span>
      ),
    },
    {
      id: 'journeyworkers',
      header: t('ratio.journeyworkers'),
      align: 'end',
      cell: ({ journeyworkers }) => journeyworkers,
    },
    {
      id: 'apprentices',
      header: t('ratio.apprentices'),
      align: 'end',
      card: 'aside',
      cell: ({ apprentices, allowed }) => (
        <span className={apprentices > allowed ? 'font-[620] text-danger' : undefined}>
          {t('ratio.ofAllowed', { count: apprentices, allowed })}
        </span>
      ),
    },
    {
      id: 'people',
      header: t('ratio.people'),
      cell: ({ people }) => (
        <ul className="grid gap-1 max-md:justify-items-end">
          {people.map(({ employee_id, name, first_punch, over }) => (
            <li
              key={employee_id}
              className="flex flex-wrap items-center gap-x-2 max-md:justify-end"
            >
              {t('ratio.came', { name, time: format.time(first_punch) })}
              {over && <Badge tone="danger">{t('ratio.over')}</Badge>}
            </li>
          ))}
        </ul>
      ),
    },
  ];
  return (
    <Loaded query={days} skeleton={<TableSkeleton />}>
      {(rows) => (
        <DataTable
          label={t('ratio.title')}
          rows={rows}
          columns={columns}
          rowKey={({ work_date, craft, program_id }) => `${work_date} ${craft} ${program_id}`}
          empty={<EmptyState title={t('ratio.empty')} text={t('ratio.emptyText')} />}
        />
      )}
    </Loaded>
  );
}
