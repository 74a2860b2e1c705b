import { useEffect, useState } from 'react';
import { lateDialog } from '@/components/shared/late-dialog';
import { needsReason } from '@/features/crew-clock/api/crew-punch';
import type { CrewClockState } from '@/features/crew-clock/use-crew-clock';
import { loadNamespaces } from '@/lib/i18n';
import { useTranslation } from '@/lib/use-translation';
import { whenIdle } from '@/lib/when-idle';

const KnownDialog = lateDialog(() => import('@/features/crew-clock/components/known-dialog'));
const RefusedDialog = lateDialog(async () => {
  const [module] = await Promise.all([
    import('@/features/crew-clock/components/refused-dialog'),
    loadNamespaces(['errors', 'clock-stops']),
  ]);
  return module;
});
const ReasonDialog = lateDialog(async () => {
  const [module] = await Promise.all([
    import('@/features/crew-clock/components/reason-dialog'),
    loadNamespaces(['clock-stops']),
  ]);
  return module;
});

/** One after the other: who could not be done, then why those start whom a rule stops. */
export function CrewRefusals({ clock }: { clock: CrewClockState }) {
  const { t } = useTranslation('crew');
  const { refused, action, known } = clock;
  const [seen, setSeen] = useState<unknown>(null);
  const [asked, setAsked] = useState<unknown>(null);
  // It is asked for where there is no signal, so its code is there before.
  useEffect(() => void whenIdle().then(KnownDialog.prefetch), []);
  const asking = refused.filter(needsReason);
  const others = refused.filter((person) => !needsReason(person));
  if (known.length > 0) return <KnownDialog clock={clock} />;
  if (others.length > 0 && seen !== refused) {
    return <RefusedDialog clock={clock} people={others} onClose={() => setSeen(refused)} />;
  }
  if (asking.length === 0 || asked === refused) return null;
  return (
    <ReasonDialog
      action={t(action === 'switch' ? 'switch' : 'start', { count: asking.length })}
      stopped={asking}
      onGive={clock.again}
      onClose={() => setAsked(refused)}
    />
  );
}
