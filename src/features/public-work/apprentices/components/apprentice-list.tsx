import type { ReactNode } from 'react';
import type { Column } from '@/components/shared/data-table/column';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { employeeName, useEmployeeOptions } from '@/entities/employee/employees-query';
import type { Program } from '@/features/public-work/apprentices/api/queries';
import type { Standing } from '@/features/public-work/apprentices/standing';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

interface ApprenticeListProps {
  standings: readonly Standing[];
  programs: readonly Program[];
  add: ReactNode;
  onOpen: (employeeId: string) => void;
}

export function ApprenticeList({ standings, programs, add, onOpen }: ApprenticeListProps) {
  const { t } = useTranslation('apprentices');
  const format = useFormat();
  const nameOf = useNameOf();
  const programOf = ({ current, next, steps }: Standing) =>
    programs.find(({ id }) => id === (current ?? next ?? steps.at(-1))?.program_id);
  const columns: Column<Standing>[] = [
    {
      id: 'person',
      header: t('step.person'),
      card: 'title',
      sortBy: ({ employeeId }) => nameOf(employeeId),
      cell: (standing) => (
        <span className="grid justify-items-start gap-0.5">
          <Button variant="link" size="inline" onClick={() => onOpen(standing.employeeId)}>
            {nameOf(standing.employeeId)}
          </Button>
          <span className="font-normal text-muted text-xs">
            {[programOf(standing)?.name, standing.current?.registration_number]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
      ),
    },
    {
      id: 'level',
      header: t('step.level'),
      cell: ({ current }) => current?.level ?? t('standing.none'),
    },
    {
      id: 'percent',
      header: t('step.percent'),
      align: 'end',
      card: 'aside',
      sortBy: ({ current }) => current?.percent ?? null,
      cell: ({ current }) => (current ? t('step.of', { percent: current.percent }) : '–'),
    },
    {
      id: 'fringe',
      header: t('step.fringe'),
      align: 'end',
      cell: (standing) => {
        const share = standing.current?.fringe_percent ?? null;
        if (!standing.current) return '–';
        return share === null || programOf(standing)?.fringe_rule !== 'program'
          ? t('step.fullFringe')
          : t('step.of', { percent: share });
      },
    },
    {
      id: 'until',
      header: t('step.until'),
      sortBy: ({ current }) => current?.to_date ?? null,
      cell: ({ current }) => (current?.to_date ? format.date(current.to_date) : t('step.open')),
    },
    {
      id: 'due',
      header: t('standing.next'),
      cell: (standing) => (standing.next || standing.due ? <Due standing={standing} /> : '–'),
    },
  ];
  return (
    <DataTable
      label={t('standing.title')}
      rows={standings}
      columns={columns}
      rowKey={({ employeeId }) => employeeId}
      rowTone={({ current, next }) => (current || next ? 'normal' : 'muted')}
      empty={<EmptyState title={t('standing.empty')} text={t('standing.emptyText')} action={add} />}
    />
  );
}

export function useNameOf(): (employeeId: string) => string {
  const { data: employees = [] } = useEmployeeOptions();
  return (employeeId) => {
    const employee = employees.find(({ id }) => id === employeeId);
    return employee ? employeeName(employee) : '';
  };
}

/** What comes next, in a color where somebody should act. */
function Due({ standing: { next, due } }: { standing: Standing }) {
  const { t } = useTranslation('apprentices');
  const format = useFormat();
  if (due === 'runs_out') return <Badge tone="danger">{t('standing.runsOut')}</Badge>;
  if (!next) return null;
  const text = t('standing.movesUp', { level: next.level, date: format.date(next.from_date) });
  return due === 'moves_up' ? <Badge tone="attention">{text}</Badge> : text;
}
