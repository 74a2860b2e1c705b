import { HardHat } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { navigation } from '@/app/shell/navigation';
import { EmptyState } from '@/components/shared/empty-state';
import { PageHeader } from '@/components/shared/page-header';
import { Card } from '@/components/ui/card';

/** Addresses of the navigation that have no screen yet: their title and 'coming soon'. */
export function Component() {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const entry = navigation.find((candidate) => candidate.path === pathname.replace(/(.)\/$/, '$1'));
  const screen = entry ? t(`nav.${entry.title}`) : '';
  const Icon = entry?.icon ?? HardHat;
  return (
    <>
      <PageHeader title={screen} />
      <Card>
        <EmptyState icon={Icon} title={t('placeholder.text', { screen })} />
      </Card>
    </>
  );
}
