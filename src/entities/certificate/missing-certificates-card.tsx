import { useQuery } from '@tanstack/react-query';
import { Badge } from '@/components/ui/badge';
import { Card, CardHeader } from '@/components/ui/card';
import {
  type MissingCertificate,
  missingCertificatesQuery,
} from '@/entities/certificate/missing-certificates-query';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

function Line({ row, isOwn }: { row: MissingCertificate; isOwn: boolean }) {
  const { t } = useTranslation('required-certificates');
  const format = useFormat();
  const needed = [
    isOwn ? null : row.employee_name,
    row.work_date && t('neededOn', { date: format.weekdayDate(row.work_date) }),
    row.project_name,
  ];
  return (
    <li className="flex items-center gap-3 px-5 py-3 text-sm">
      <span className="min-w-0 flex-1">
        <span className="block font-[550]">{row.type_name}</span>
        <span className="block text-muted text-xs">{needed.filter(Boolean).join(' · ')}</span>
      </span>
      <Badge tone={row.state === 'expiring' ? 'attention' : 'danger'}>
        {row.expires_on ? t(row.state, { date: format.date(row.expires_on) }) : t('missing')}
      </Badge>
    </li>
  );
}

/** What is needed before the next shift, one's own first; nothing is drawn when all is there. */
export function MissingCertificatesCard() {
  const { t } = useTranslation('required-certificates');
  const employee = useEmployee();
  const { data = [] } = useQuery({
    ...missingCertificatesQuery(employee?.id ?? ''),
    enabled: employee !== null,
  });
  if (data.length === 0) return null;
  return (
    <Card>
      <CardHeader title={t('title')} />
      <p className="px-5 pb-3 text-muted text-sm">{t('text')}</p>
      <ul className="divide-y border-t">
        {data.map((row) => (
          <Line
            key={`${row.employee_id}${row.type_id}`}
            row={row}
            isOwn={row.employee_id === employee?.id}
          />
        ))}
      </ul>
    </Card>
  );
}
