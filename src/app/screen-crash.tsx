import { useEffect } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router';
import { ErrorState } from '@/components/shared/error-state';
import { PageTitle } from '@/components/shared/page-title';
import { useTranslation } from '@/lib/use-translation';

export function ScreenCrash() {
  const { t } = useTranslation('common');
  const error = useRouteError();
  const navigate = useNavigate();
  const location = useLocation();
  useEffect(() => console.error(error), [error]);
  const tryAgain = (): void => void navigate(location, { replace: true });
  return (
    <>
      <PageTitle title={t('crash.screenTitle')} />
      <ErrorState title={t('crash.screenTitle')} error={error} onRetry={tryAgain} />
    </>
  );
}
