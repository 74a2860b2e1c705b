import { useQuery } from '@tanstack/react-query';
import { GraduationCap, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Column } from '@/components/shared/data-table/column';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { craftsQuery, type Program } from '@/features/public-work/apprentices/api/queries';
import { coveredCrafts } from '@/features/public-work/apprentices/covered-crafts';
import { useTranslation } from '@/lib/use-translation';

export interface ListedProgram extends Program {
  /** Apprentices of it today. */
  people: number;
}

interface ProgramListProps {
  companyId: string;
  programs: readonly ListedProgram[];
  add: ReactNode;
  onEdit: (program: Program) => void;
  onDelete: (program: Program) => void;
}

export function ProgramList({ companyId, programs, add, onEdit, onDelete }: ProgramListProps) {
  const { t } = useTranslation(['apprentices', 'common']);
  const { data: crafts = [] } = useQuery(craftsQuery(companyId));
  const columns: Column<ListedProgram>[] = [
    {
      id: 'name',
      header: t('program.name'),
      card: 'title',
      sortBy: ({ name }) => name,
      cell: (program) => (
        <span className="grid justify-items-start gap-0.5">
          <Button variant="link" size="inline" onClick={() => onEdit(program)}>
            {program.name}
          </Button>
          <span className="font-normal text-muted text-xs">
            {t(`agency.${program.registered_with}`)}
          </span>
        </span>
      ),
    },
    {
      id: 'occupation',
      header: t('program.occupation'),
      sortBy: ({ occupation }) => occupation,
      cell: ({ occupation }) => (
        <span className="flex flex-wrap items-center gap-2">
          {occupation}
          {crafts.length > 0 && coveredCrafts(occupation, crafts).length === 0 && (
            <Badge tone="attention">{t('program.noCraft')}</Badge>
          )}
        </span>
      ),
    },
    {
      id: 'ratio',
      header: t('program.ratio'),
      cell: ({ ratio_apprentices, ratio_journeyworkers }) =>
        t('program.ratioOf', {
          apprentices: ratio_apprentices,
          journeyworkers: ratio_journeyworkers,
        }),
    },
    {
      id: 'fringe',
      header: t('program.fringe'),
      cell: ({ fringe_rule }) => t(`fringe.${fringe_rule}`),
    },
    {
      id: 'people',
      header: t('program.people'),
      align: 'end',
      card: 'aside',
      cell: ({ people }) => people,
    },
    {
      id: 'actions',
      header: t('program.actions'),
      headerHidden: true,
      align: 'end',
      card: 'actions',
      cell: (program) => (
        <Button
          size="icon"
          variant="ghost"
          aria-label={`${t('common:action.delete')} ${program.name}`}
          onClick={() => onDelete(program)}
        >
          <Trash2 aria-hidden="true" />
        </Button>
      ),
    },
  ];
  return (
    <DataTable
      label={t('program.title')}
      rows={programs}
      columns={columns}
      rowKey={({ id }) => id}
      empty={
        <EmptyState
          icon={GraduationCap}
          title={t('program.empty')}
          text={t('program.emptyText')}
          action={add}
        />
      }
    />
  );
}
