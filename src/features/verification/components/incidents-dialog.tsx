import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Column } from '@/components/shared/data-table/column';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { employeeName, useEmployeeOptions } from '@/entities/employee/employees-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import type { Incident } from '@/features/verification/api/queries';
import { useReportIncident } from '@/features/verification/api/save-incident';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface IncidentsDialogProps {
  incidents: UseQueryResult<Incident[]>;
  onOpen: (id: string) => void;
  onClose: () => void;
}

export default function IncidentsDialog({ incidents, onOpen, onClose }: IncidentsDialogProps) {
  const { t } = useTranslation(['verification', 'common']);
  const format = useFormat();
  const { company, employee } = useViewer();
  const { data: people = [] } = useEmployeeOptions();
  const report = useReportIncident(company?.id ?? '');
  const nameOf = (id: string) => {
    const person = people.find((option) => option.id === id);
    return person ? employeeName(person) : '–';
  };
  const columns: Column<Incident>[] = [
    {
      id: 'number',
      header: t('incident.number'),
      card: 'title',
      cell: (row) => (
        <Button variant="link" size="inline" onClick={() => onOpen(row.id)}>
          {row.number}
        </Button>
      ),
    },
    { id: 'person', header: t('common:employee.label'), cell: (row) => nameOf(row.employee_id) },
    { id: 'when', header: t('incident.when'), cell: (row) => format.dateTime(row.happened_at) },
    { id: 'what', header: t('incident.description'), cell: (row) => row.description ?? '–' },
    {
      id: 'status',
      header: t('incident.status'),
      card: 'aside',
      cell: (row) => (
        <Badge tone={row.status === 'closed' ? 'success' : 'attention'}>
          {t(`incident.state.${row.status}`)}
        </Badge>
      ),
    },
  ];
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('incidents.title')} width="large">
        <DialogBody className="px-0!">
          <Loaded query={incidents} skeleton={<TableSkeleton />}>
            <DataTable
              label={t('incidents.title')}
              rows={incidents.data ?? []}
              columns={columns}
              rowKey={({ id }) => id}
              empty={<EmptyState title={t('incidents.none')} text={t('incidents.noneText')} />}
            />
          </Loaded>
        </DialogBody>
        <DialogFooter>
          <Button asChild>
            <Link to="/safety">{t('incidents.records')}</Link>
          </Button>
          <Button onClick={onClose}>{t('common:action.close')}</Button>
          {employee && (
            <Button
              variant="primary"
              busy={report.isPending}
              onClick={() => report.mutate({ employee_id: employee.id }, { onSuccess: onOpen })}
            >
              {t('incidents.report')}
            </Button>
          )}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
