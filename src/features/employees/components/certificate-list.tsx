import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { useCalendar } from '@/entities/time-entry/use-calendar';
import { type Certificate, certificatesQuery } from '@/features/employees/api/records';
import { useFormat } from '@/lib/format-context';
import { addDays } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

export interface CertificateListProps {
  companyId: string;
  employeeId: string;
  name: string;
}

/** Certificates of one person; they are entered in Management Lists. */
export function CertificateList({ companyId, employeeId, name }: CertificateListProps) {
  const { t } = useTranslation('employees');
  const format = useFormat();
  const { today } = useCalendar();
  const query = useQuery(certificatesQuery(companyId, employeeId));
  const end = ({ expires_on, type }: Certificate) => {
    if (expires_on === null) return t('certificates.noEnd');
    const tone =
      expires_on < today
        ? 'danger'
        : expires_on <= addDays(today, type?.warn_days ?? 0)
          ? 'attention'
          : null;
    return (
      <span className="inline-flex flex-wrap items-center justify-end gap-2">
        {format.date(expires_on)}
        {tone && (
          <Badge tone={tone}>
            {t(tone === 'danger' ? 'certificates.expired' : 'certificates.endsSoon')}
          </Badge>
        )}
      </span>
    );
  };
  return (
    <Loaded query={query} skeleton={<TableSkeleton rows={3} />}>
      <div className="flex flex-col gap-4">
        <DataTable
          label={t('tab.certificates')}
          rows={query.data ?? []}
          rowKey={({ id }) => id}
          empty={<EmptyState title={t('certificates.empty')} />}
          columns={[
            {
              id: 'type',
              header: t('certificates.type'),
              card: 'title',
              cell: ({ type }) => type?.name ?? '–',
            },
            { id: 'number', header: t('certificates.number'), cell: (row) => row.number ?? '–' },
            {
              id: 'issued',
              header: t('certificates.issued'),
              cell: ({ issued_on }) => (issued_on ? format.date(issued_on) : '–'),
            },
            { id: 'ends', header: t('certificates.ends'), align: 'end', cell: end },
          ]}
        />
        <Button className="self-start" asChild>
          <Link to={`/management?list=certifications&search=${encodeURIComponent(name)}`}>
            {t('certificates.edit')}
          </Link>
        </Button>
      </div>
    </Loaded>
  );
}
