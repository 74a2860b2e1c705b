import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import { navigation } from '@/app/shell/navigation';
import { EmptyState } from '@/components/shared/empty-state';
import { PageHeader } from '@/components/shared/page-header';
import { Card } from '@/components/ui/card';
import { useViewer } from '@/entities/viewer/use-viewer';

/** What people without a company have: the way to one, themselves, and their past where they left. */
const WITHOUT_COMPANY = ['/', '/my-status', '/payroll', '/settings', '/time-tracker'];

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
