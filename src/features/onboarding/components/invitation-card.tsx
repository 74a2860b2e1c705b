import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import type { ViewerInvitation } from '@/entities/viewer/viewer';
import { useAcceptInvitation } from '@/features/onboarding/api/accept-invitation';
import { useTranslation } from '@/lib/use-translation';

/** Invited already: one tap and they are in. */
export function InvitationCard({ invitation }: { invitation: ViewerInvitation }) {
  const { t } = useTranslation(['onboarding', 'common']);
  const accept = useAcceptInvitation();
  return (
    <Card className="flex flex-wrap items-center gap-4 px-5 py-4.5">
      <div className="min-w-48 flex-1">
        <h2 className="font-[620]">{invitation.company_name}</h2>
        <p className="text-muted text-sm">
          {invitation.inviter_name
            ? t('invited.by', {
                inviter: invitation.inviter_name,
                role: t(`common:role.${invitation.role}`),
              })
            : t('invited.as', { role: t(`common:role.${invitation.role}`) })}
        </p>
      </div>
      <Button
        variant="primary"
        size="large"
        busy={accept.isPending}
        onClick={() => accept.mutate(invitation)}
      >
        {t('invited.join', { company: invitation.company_name })}
      </Button>
    </Card>
  );
}
