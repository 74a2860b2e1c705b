import { useState } from 'react';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { SettingsCard } from '@/components/shared/settings-card';
import { SwitchRow } from '@/components/shared/switch-row';
import { Button } from '@/components/ui/button';
import { useSession } from '@/entities/session/use-session';
import { type Enrolment, removeFactors, startEnrolment } from '@/features/settings/api/security';
import { EnrolmentDialog } from '@/features/settings/components/enrolment-dialog';
import { errorText } from '@/lib/errors';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

export function TwoFactorCard() {
  const { t } = useTranslation(['settings', 'common']);
  const { user } = useSession();
  const factors = user?.factors?.filter(({ status }) => status === 'verified') ?? [];
  const enabled = factors.length > 0;
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const during = (work: Promise<void>) => {
    setBusy(true);
    void work
      .catch((cause) => toast.error(t('common:error.title'), { description: errorText(cause) }))
      .finally(() => setBusy(false));
  };
  const begin = () => during(startEnrolment(`totp-${Date.now()}`).then(setEnrolment));
  const remove = () =>
    during(
      removeFactors(factors.map(({ id }) => id)).then(() => {
        setAsking(false);
        toast.success(t('security.twoFactorOff'));
      }),
    );
  return (
    <SettingsCard title={t('security.twoFactor')}>
      <div className="-my-3">
        <SwitchRow
          id="two-factor"
          label={t('security.twoFactorSwitch')}
          text={t(enabled ? 'security.twoFactorOnText' : 'security.twoFactorText')}
          checked={enabled}
          disabled={busy}
          onCheckedChange={(wanted) => (wanted ? begin() : setAsking(true))}
        />
      </div>
      {enabled && (
        <Button className="mt-3" size="small" disabled={busy} onClick={begin}>
          {t('security.addDevice')}
        </Button>
      )}
      {enrolment && <EnrolmentDialog enrolment={enrolment} onClose={() => setEnrolment(null)} />}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('security.twoFactorOffTitle')}
        description={t('security.twoFactorOffText')}
        confirmLabel={t('security.turnOff')}
        busy={busy}
        onConfirm={remove}
      />
    </SettingsCard>
  );
}
