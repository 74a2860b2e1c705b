import { ChartNoAxesColumn } from 'lucide-react';
import { Link } from 'react-router';
import { EmptyState } from '@/components/shared/empty-state';
import { PageHeader } from '@/components/shared/page-header';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { useTranslation } from '@/lib/use-translation';

export function ForemenOnly() {
  const { t } = useTranslation('budgets');
  return (
    <>
      <PageHeader title={t('title')} />
      <Card>
        <EmptyState
          icon={ChartNoAxesColumn}
          title={t('foremenOnly.title')}
          text={t('foremenOnly.text')}
          action={
            <Button asChild>
              <Link to="/progress">{t('foremenOnly.action')}</Link>
            </Button>
          }
        />
      </Card>
    </>
  );
}
