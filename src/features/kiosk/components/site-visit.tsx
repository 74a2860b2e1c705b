import { useQuery } from '@tanstack/react-query';
import { Check, LogIn, LogOut } from 'lucide-react';
import { useState } from 'react';
import { Form } from '@/components/form/form';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useVisitForm } from '@/entities/site-visit/use-visit-form';
import { useSiteRules, VisitFields } from '@/entities/site-visit/visit-fields';
import {
  type KioskSite,
  type OpenVisit,
  siteQuery,
  useKioskSignIn,
  useKioskSignOut,
} from '@/features/kiosk/api/site-visits';
import { foundVisits } from '@/features/kiosk/found-visits';
import { useCountdown } from '@/features/kiosk/use-countdown';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const DONE_SECONDS = 6;

type Step =
  | { at: 'choice' }
  | { at: 'in' }
  | { at: 'out' }
  | { at: 'done'; title: string; text: string; waits: boolean };

/** Visitors and subcontractors at the tablet: arriving or leaving, a name, done. */
export function SiteVisit({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('site-visit');
  const site = useQuery(siteQuery());
  const [step, setStep] = useState<Step>({ at: 'choice' });
  if (step.at === 'done') return <Done step={step} onClose={onClose} />;
  return (
    <main className="mx-auto grid w-full max-w-2xl flex-1 content-start gap-5 p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-[680] text-stat">{t('kiosk.title')}</h1>
        <Button
          size="large"
          onClick={step.at === 'choice' ? onClose : () => setStep({ at: 'choice' })}
        >
          {t('kiosk.back')}
        </Button>
      </div>
      <Loaded query={site} skeleton={<ListSkeleton rows={2} />}>
        {(found) => {
          if (step.at === 'choice' || !found) {
            return (
              <div className="grid gap-4 sm:grid-cols-2">
                <Choice
                  icon={LogIn}
                  label={t('kiosk.arriving')}
                  onPress={() => setStep({ at: 'in' })}
                />
                <Choice
                  icon={LogOut}
                  label={t('kiosk.leaving')}
                  onPress={() => setStep({ at: 'out' })}
                />
              </div>
            );
          }
          return step.at === 'in' ? (
            <Arriving site={found} onDone={setStep} />
          ) : (
            <Leaving site={found} onDone={setStep} />
          );
        }}
      </Loaded>
    </main>
  );
}

interface ChoiceProps {
  icon: typeof LogIn;
  label: string;
  onPress: () => void;
}

function Choice({ icon: Icon, label, onPress }: ChoiceProps) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="grid min-h-36 place-content-center justify-items-center gap-3 rounded-card border bg-surface font-[620] text-md hover:border-border-strong"
    >
      <Icon className="size-9 text-primary" aria-hidden="true" />
      {label}
    </button>
  );
}

interface PartProps {
  site: KioskSite;
  onDone: (step: Step) => void;
}

function Arriving({ site, onDone }: PartProps) {
  const { t } = useTranslation('site-visit');
  const rules = useSiteRules(site);
  const signIn = useKioskSignIn();
  const form = useVisitForm({
    rules,
    submit: async (visit) => {
      const { waits } = await signIn.mutateAsync(visit);
      const title = t('kiosk.doneIn', { name: visit.name });
      onDone({ at: 'done', title, text: t('kiosk.doneInText'), waits });
    },
  });
  return (
    <Form form={form} discardable className="grid gap-4 sm:grid-cols-2">
      <VisitFields form={form} rules={rules} companies={site.companies} />
      <Button
        type="submit"
        variant="primary"
        size="large"
        block
        busy={form.busy}
        className="col-span-full"
      >
        {t('signIn')}
      </Button>
    </Form>
  );
}

/** Names show once their first letters are typed: who else is here is nobody's business at the gate. */
function Leaving({ site, onDone }: PartProps) {
  const { t } = useTranslation('site-visit');
  const format = useFormat();
  const [search, setSearch] = useState('');
  const signOut = useKioskSignOut();
  const found = foundVisits(site.visits, search);
  const leave = async (visit: OpenVisit) => {
    const waits = await signOut.mutateAsync(visit);
    const title = t('kiosk.doneOut', { name: visit.name });
    onDone({ at: 'done', title, text: t('kiosk.doneOutText'), waits });
  };
  return (
    <div className="grid gap-4">
      <Field label={t('kiosk.findLabel')} hint={t('kiosk.findHint')}>
        <Input
          value={search}
          autoComplete="off"
          autoFocus
          className="h-15! text-md!"
          onChange={(event) => setSearch(event.target.value)}
        />
      </Field>
      {found?.length === 0 && <p className="text-md">{t('kiosk.nobody')}</p>}
      <ul className="grid gap-3">
        {found?.map((visit) => (
          <li key={visit.id}>
            <button
              type="button"
              disabled={signOut.isPending}
              onClick={() => void leave(visit)}
              className="flex min-h-20 w-full flex-wrap items-center justify-between gap-3 rounded-card border bg-surface px-4 py-3 text-left hover:border-border-strong"
            >
              <span className="min-w-0">
                <span className="block break-words font-[620] text-md">{visit.name}</span>
                <span className="block text-muted text-sm">
                  {[visit.company_name, t('kiosk.since', { time: format.time(visit.since) })]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <span className="font-[620] text-primary">{t('signOut')}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Done({ step, onClose }: { step: Step & { at: 'done' }; onClose: () => void }) {
  const { t } = useTranslation(['site-visit', 'kiosk']);
  const left = useCountdown(DONE_SECONDS, onClose);
  return (
    <main className="grid flex-1 place-content-center justify-items-center gap-5 px-5 py-10 text-center">
      <span className="grid size-28 place-items-center rounded-full bg-success-soft text-success-strong">
        <Check className="size-14" aria-hidden="true" />
      </span>
      <div role="status" className="grid gap-2">
        <h1 className="font-[680] text-stat tracking-[-0.02em]">{step.title}</h1>
        <p className="text-md">{step.text}</p>
        {step.waits && <p className="font-[550]">{t('kiosk.saved')}</p>}
      </div>
      <Button size="large" variant="primary" onClick={onClose}>
        {t('kiosk:next')}
      </Button>
      <p className="text-muted">{t('kiosk:nextIn', { count: left })}</p>
    </main>
  );
}
