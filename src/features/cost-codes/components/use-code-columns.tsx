import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Column } from '@/components/shared/data-table/column';
import { Badge } from '@/components/ui/badge';
import { useProjectOptions } from '@/entities/project/projects-query';
import { useArchiveCostCode } from '@/features/cost-codes/api/archive-cost-code';
import type { CostCode } from '@/features/cost-codes/api/queries';
import { useRenameCostCode } from '@/features/cost-codes/api/rename-cost-code';
import { CodeActions } from '@/features/cost-codes/components/code-actions';
import { TextInPlace } from '@/features/cost-codes/components/text-in-place';
import type { CostCodeRow } from '@/features/cost-codes/cost-code-rows';
import { formatHoursMinutes } from '@/lib/duration';

interface Handlers {
  onEdit: (costCode: CostCode) => void;
  onMerge: (costCode: CostCode) => void;
}

export function useCodeColumns(
  companyId: string,
  mayWrite: boolean,
  { onEdit, onMerge }: Handlers,
): Column<CostCodeRow>[] {
  const { t } = useTranslation('cost-codes');
  const { data: projects = [] } = useProjectOptions();
  const { mutate: archive } = useArchiveCostCode(companyId);
  const { mutate: rename } = useRenameCostCode(companyId);
  return useMemo(() => {
    const cell = (draw: (code: CostCode) => ReactNode) => (row: CostCodeRow) =>
      row.kind === 'code' ? draw(row.code) : null;
    const limitOf = ({ projectIds }: CostCode) => {
      if (projectIds.length === 0) return <span className="text-muted">{t('limits.none')}</span>;
      if (projectIds.length > 1) return t('limits.count', { count: projectIds.length });
      return projects.find(({ id }) => id === projectIds[0])?.name ?? '…';
    };
    const columns: Column<CostCodeRow>[] = [
      {
        id: 'code',
        header: t('column.code'),
        className: 'w-32',
        card: 'title',
        cell: cell(({ code }) => (
          <span className="tabular whitespace-nowrap font-[550]">{code}</span>
        )),
      },
      {
        id: 'name',
        header: t('column.name'),
        card: 'title',
        cell: cell(({ id, code, name, active, merged_into }) => (
          <span className="inline-flex flex-wrap items-center gap-2">
            {mayWrite && active ? (
              <TextInPlace
                value={name}
                label={t('inPlace.name', { code })}
                maxLength={200}
                onSave={(text) => rename({ id, change: { name: text }, before: { name } })}
              />
            ) : (
              name
            )}
            {merged_into && <Badge>{t('merged')}</Badge>}
          </span>
        )),
      },
      {
        id: 'unit',
        header: t('column.unit'),
        className: 'w-20',
        cell: cell(({ id, code, unit, active }) =>
          mayWrite && active ? (
            <TextInPlace
              value={unit ?? ''}
              label={t('inPlace.unit', { code })}
              maxLength={20}
              optional
              onSave={(text) => rename({ id, change: { unit: text || null }, before: { unit } })}
            />
          ) : (
            (unit ?? '–')
          ),
        ),
      },
      {
        id: 'limits',
        header: t('column.projects'),
        className: 'max-lg:hidden',
        cell: cell(limitOf),
      },
      {
        id: 'usage',
        header: t('column.usage'),
        align: 'end',
        className: 'w-36',
        card: 'aside',
        cell: cell(({ id, minutesThisMonth }) =>
          minutesThisMonth > 0 ? (
            <Link className="hover:underline" to={`/time-tracker?period=week&code=${id}`}>
              {formatHoursMinutes(minutesThisMonth * 60)}
            </Link>
          ) : (
            '–'
          ),
        ),
      },
    ];
    if (mayWrite) {
      columns.push({
        id: 'actions',
        header: t('column.actions'),
        headerHidden: true,
        className: 'w-24',
        card: 'actions',
        cell: cell((code) => (
          <CodeActions
            costCode={code}
            onEdit={() => onEdit(code)}
            onMerge={() => onMerge(code)}
            onArchive={() => archive({ id: code.id, code: code.code, active: !code.active })}
          />
        )),
      });
    }
    return columns;
  }, [t, projects, mayWrite, onEdit, onMerge, archive, rename]);
}
