import { useQuery } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { Dialog, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { useSession } from '@/entities/session/use-session';
import { useViewer } from '@/entities/viewer/use-viewer';
import {
  chosenCompany,
  companiesQuery,
  isLeaving,
  switchCompany,
} from '@/features/companies/api/companies';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

const openAgain = (): void => window.location.assign('/');

/** Another tab chose another company. What was typed here stays until the person has chosen, too. */
export function OtherCompanyDialog() {
  const { t } = useTranslation('companies');
  const userId = useSession().user?.id ?? '';
  const { company } = useViewer();
  const { data = [] } = useQuery(companiesQuery(userId));
  const back = useWrite({
    send: (id: string) => switchCompany(id, null),
    failureTitle: 'companies:error.title',
  });
  if (isLeaving()) return null;
  const chosen = chosenCompany();
  const other = data.find(({ id }) => id === chosen)?.name ?? '';
  const mayReturn = data.some(({ id }) => id === company?.id);
  return (
    <Dialog open>
      <DialogContent
        title={t('other.title', { company: other })}
        description={t('other.text', { company: company?.name ?? '' })}
        width="small"
        onTop
        onEscapeKeyDown={(event) => event.preventDefault()}
        onPointerDownOutside={(event) => event.preventDefault()}
      >
        <DialogFooter>
          {mayReturn && (
            <Button busy={back.isPending} onClick={() => company && back.mutate(company.id)}>
              {t('other.back', { company: company?.name ?? '' })}
            </Button>
          )}
          <Button variant="primary" onClick={openAgain}>
            {t('other.continue', { company: other })}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
