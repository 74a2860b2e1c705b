import { useEffect } from 'react';
import { Navigate } from 'react-router';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

/** No token, a used or an expired one: says so and goes to sign-in. */
export function InvalidLink() {
  const { t } = useTranslation('auth');
  useEffect(() => {
    toast.error(t('reset.invalid'), { id: 'invalid-link', description: t('reset.invalidText') });
  }, [t]);
  return <Navigate to="/auth/login" replace />;
}
