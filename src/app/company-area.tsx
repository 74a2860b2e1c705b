import { Outlet, useLocation } from 'react-router';
import { navigation, WITHOUT_COMPANY } from '@/app/shell/navigation';
import { EmptyState } from '@/components/shared/empty-state';
import { PageHeader } from '@/components/shared/page-header';
import { Card } from '@/components/ui/card';
import { useViewer } from '@/entities/viewer/use-viewer';
import { useTranslation } from '@/lib/use-translation';

/** The screens of a company, for those who have one; the others read what is missing. */
export function CompanyArea() {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const { company } = useViewer();
  if (company || WITHOUT_COMPANY.includes(pathname)) return <Outlet />;
  const entry = navigation.find(({ path }) => path !== '/' && pathname.startsWith(path));
  return (
    <>
      <PageHeader title={entry ? t(`nav.${entry.title}`) : t('setup.text')} />
      <Card>
        <EmptyState {...(entry && { icon: entry.icon })} title={t('setup.text')} />
      </Card>
    </>
  );
}
