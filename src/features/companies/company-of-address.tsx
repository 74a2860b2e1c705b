import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSession } from '@/entities/session/use-session';
import { switchCompany } from '@/features/companies/api/companies';
import { errorText } from '@/lib/errors';
import { toast } from '@/lib/toast';
import { workplaceOf } from '@/lib/token-company';
import { useTranslation } from '@/lib/use-translation';

/** A link of a notification says in which company it leads somewhere: opened there. */
export function CompanyOfAddress() {
  const { t } = useTranslation('companies');
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const userId = useSession().user?.id ?? '';
  useEffect(() => {
    const params = new URLSearchParams(search);
    const wanted = params.get('company');
    params.delete('company');
    const path = `${pathname}${params.size > 0 ? `?${params}` : ''}${hash}`;
    const here = workplaceOf(userId);
    if (!wanted || !here || wanted === here) {
      void navigate(path, { replace: true });
      return;
    }
    switchCompany(wanted, path).catch((cause: unknown) => {
      toast.error(t('error.title'), { description: errorText(cause) });
      void navigate('/', { replace: true });
    });
  }, [pathname, search, hash, userId, navigate, t]);
  return null;
}
