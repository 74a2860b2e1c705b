import { useQuery } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import {
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
} from '@/components/ui/dropdown-menu';
import { useSession } from '@/entities/session/use-session';
import { useViewer } from '@/entities/viewer/use-viewer';
import { companiesQuery, type OwnCompany, switchCompany } from '@/features/companies/api/companies';
import { useFormat } from '@/lib/format-context';
import { workplaceOf } from '@/lib/token-company';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

/** What goes on in the other companies: a clock that runs, what is unread, what waits to be sent. */
function useNews(): (company: OwnCompany) => string {
  const { t } = useTranslation(['companies', 'common']);
  const format = useFormat();
  return ({ role, runningSince, unread, waiting }) =>
    [
      t(`common:role.${role}`),
      runningSince && t('onClock', { time: format.time(runningSince) }),
      unread > 0 && t('unread', { count: unread }),
      waiting > 0 && t('waiting', { count: waiting }),
    ]
      .filter(Boolean)
      .join(' · ');
}

/** Part of the menu under one's name, for people of several companies. */
export function CompaniesMenu() {
  const { t } = useTranslation('companies');
  const userId = useSession().user?.id ?? '';
  const { company } = useViewer();
  const { data, isError } = useQuery(companiesQuery(userId));
  const news = useNews();
  const change = useWrite({
    send: (id: string) => switchCompany(id, '/'),
    failureTitle: 'companies:error.title',
  });
  // Tokens that name no company cannot be told apart: the server has to add it to them.
  const canSwitch = workplaceOf(userId) !== null;
  const choose = (id: string): void => {
    if (id !== company?.id && !change.isPending) change.mutate(id);
  };
  return (
    <>
      <DropdownMenuLabel>{t('title')}</DropdownMenuLabel>
      {isError && <p className="px-2.5 pb-1.5 text-muted text-xs">{t('error.list')}</p>}
      {!canSwitch && <p className="px-2.5 pb-1.5 text-muted text-xs">{t('error.notSetUp')}</p>}
      <DropdownMenuRadioGroup value={company?.id ?? ''} onValueChange={choose}>
        {data?.map((each) => (
          <DropdownMenuRadioItem
            key={each.id}
            value={each.id}
            disabled={change.isPending || !canSwitch}
            onSelect={(event) => event.preventDefault()}
          >
            <Building2 aria-hidden="true" />
            <span className="min-w-0">
              <span className="line-clamp-2">{each.name}</span>
              <span className="block text-muted text-xs">
                {change.isPending && change.variables === each.id ? t('switching') : news(each)}
              </span>
            </span>
          </DropdownMenuRadioItem>
        ))}
      </DropdownMenuRadioGroup>
      <DropdownMenuSeparator />
    </>
  );
}
