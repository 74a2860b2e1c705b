import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { toast } from '@/lib/toast';

/** No token, a used or an expired one: says so and goes to sign-in. */
export function InvalidLink() {
  const { t } = useTranslation('auth');
  useEffect(() => {
    toast.error(t('reset.invalid'), { id: 'invalid-link', description: t('reset.invalidText') });
  }, [t]);
  return <Navigate to="/auth/login" replace />;
}
