import { ClipboardList, FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Card, CardHeader } from '@/components/ui/card';
import type { Hub } from '@/features/projects/api/hub-query';
import type { Project } from '@/features/projects/api/queries';
import { SiteOutline } from '@/features/projects/components/hub/site-outline';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

interface PaperProps {
  to: string;
  icon: ReactNode;
  title: string;
  detail: string;
}

function Paper({ to, icon, title, detail }: PaperProps) {
  return (
    <li>
      <Link to={to} className="flex min-h-11 items-center gap-3 px-5 py-2 text-sm hover:bg-sunken">
        {icon}
        <span className="min-w-0">
          <span className="block truncate font-[550]">{title}</span>
          <span className="block truncate text-muted text-xs">{detail}</span>
        </span>
      </Link>
    </li>
  );
}

/** The latest reports and documents, and where the site is. */
export function PapersCard({ hub, project }: { hub: Hub; project: Project }) {
  const { t } = useTranslation('projects');
  const format = useFormat();
  const icon = 'size-4 shrink-0 text-muted';
  return (
    <Card className="flex flex-col overflow-hidden">
      <CardHeader divided title={t('hub.papers')} />
      {hub.reports.length + hub.documents.length === 0 && (
        <p className="px-5 py-4 text-muted text-sm">{t('hub.noPapers')}</p>
      )}
      <ul className="divide-y">
        {hub.reports.map(({ id, number, report_date, status, signed_name }) => (
          <Paper
            key={id}
            to={`/field-reports?report=${project.id}&date=${report_date}`}
            icon={<ClipboardList className={icon} aria-hidden="true" />}
            title={t('hub.report', { number, day: format.dayMonth(report_date) })}
            detail={
              status === 'draft' || !signed_name
                ? t('hub.reportStatus.draft')
                : t(`hub.reportStatus.${status}`, { name: signed_name })
            }
          />
        ))}
        {hub.documents.map(({ id, name, folder_id, version, changed_at }) => (
          <Paper
            key={id}
            to={`/documents?project=${project.id}&folder=${folder_id ?? 'project'}&document=${id}`}
            icon={<FileText className={icon} aria-hidden="true" />}
            title={name}
            detail={t('hub.version', { version, day: format.dateTime(changed_at) })}
          />
        ))}
      </ul>
      <SiteOutline project={project} />
    </Card>
  );
}
