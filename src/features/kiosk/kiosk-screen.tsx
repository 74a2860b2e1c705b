import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { FullPageSpinner } from '@/components/shared/full-page-spinner';
import { late } from '@/components/shared/late';
import { Loaded } from '@/components/shared/loaded';
import { PageTitle } from '@/components/shared/page-title';
import type { PersonAnswer } from '@/features/kiosk/api/punch';
import { type Kiosk, type KioskPerson, kioskQuery } from '@/features/kiosk/api/queries';
import { Actions, type Done } from '@/features/kiosk/components/actions';
import { type Asked, DoneScreen } from '@/features/kiosk/components/done-screen';
import { KioskHeader } from '@/features/kiosk/components/kiosk-header';
import { Pairing } from '@/features/kiosk/components/pairing';
import { PeopleGrid } from '@/features/kiosk/components/people-grid';
import { PinPad } from '@/features/kiosk/components/pin-pad';
import { useKioskOffline } from '@/features/kiosk/offline/use-kiosk-offline';
import { createFormat } from '@/lib/format';
import { FormatProvider } from '@/lib/format-context';
import { changeLanguage, showLanguage } from '@/lib/i18n';
import { isLanguage } from '@/lib/languages';
import { useTranslation } from '@/lib/use-translation';
import { withTexts } from '@/lib/with-texts';

const SiteVisit = late(() =>
  withTexts(
    import('@/features/kiosk/components/site-visit').then((file) => file.SiteVisit),
    'site-visit',
  ),
);
const SiteVisitButton = late(() =>
  withTexts(
    import('@/features/kiosk/components/site-visit-button').then((file) => file.SiteVisitButton),
    'site-visit',
  ),
);

/** A tablet at the trailer: choose yourself, enter the PIN, punch, next. */
export function KioskScreen() {
  const { t } = useTranslation('kiosk');
  const kiosk = useQuery(kioskQuery());
  const waiting = useKioskOffline(Boolean(kiosk.data));
  return (
    <>
      <PageTitle title={t('title')} />
      <Loaded query={kiosk} skeleton={<FullPageSpinner />}>
        {kiosk.data ? <PairedKiosk kiosk={kiosk.data} waiting={waiting} /> : <Pairing />}
      </Loaded>
    </>
  );
}

type Step =
  | { at: 'start' }
  | { at: 'visit' }
  | { at: 'pin'; who: KioskPerson }
  | { at: 'actions'; who: KioskPerson; person: PersonAnswer; pin: string }
  | { at: 'done'; who: KioskPerson; done: Done; asked: Asked };

function PairedKiosk({ kiosk, waiting }: { kiosk: Kiosk; waiting: number }) {
  const { language: shown } = useTranslation('kiosk');
  const [step, setStep] = useState<Step>({ at: 'start' });
  const [language, setLanguage] = useState(shown);
  const format = createFormat({
    language: shown,
    timeZone: kiosk.time_zone,
    dateFormat: 'MM/DD/YYYY',
    timeFormat: '12h',
  });
  const restart = () => {
    setStep({ at: 'start' });
    void showLanguage(language);
  };
  const finish = ({ who, person, pin }: Extract<Step, { at: 'actions' }>, done: Done) => {
    const moments: Partial<Record<Done['kind'], string>> = { clock_in: 'in', clock_out: 'out' };
    const asked: Asked = {
      who: { employeeId: who.employee_id, pin },
      questions: person.questions.filter(({ moment }) => moment === moments[done.kind]),
      // Agreeing is written down by the server.
      photo: person.photo === 'ask' && 'entryId' in done.punch,
    };
    setStep({ at: 'done', who, done, asked });
  };
  const choose = (who: KioskPerson) => {
    setStep({ at: 'pin', who });
    // From here on in the person's own language.
    if (isLanguage(who.language)) void showLanguage(who.language);
  };
  const otherLanguage = () => {
    const next = shown === 'es' ? 'en' : 'es';
    if (step.at === 'start') {
      setLanguage(next);
      void changeLanguage(next);
    } else void showLanguage(next);
  };
  return (
    <FormatProvider value={format}>
      <div className="flex min-h-dvh flex-col">
        <KioskHeader kiosk={kiosk} waiting={waiting} onLanguage={otherLanguage} />
        {step.at === 'visit' ? (
          <Suspense fallback={<FullPageSpinner />}>
            <SiteVisit onClose={restart} />
          </Suspense>
        ) : step.at === 'actions' ? (
          <Actions
            kiosk={kiosk}
            employeeId={step.who.employee_id}
            pin={step.pin}
            person={step.person}
            onDone={(done) => finish(step, done)}
            onClose={restart}
          />
        ) : step.at === 'done' ? (
          <DoneScreen
            done={step.done}
            name={step.who.first_name}
            asked={step.asked}
            onClose={restart}
          />
        ) : (
          <main className="grid flex-1 md:grid-cols-[1fr_24rem]">
            <div className={step.at === 'pin' ? 'p-5 max-md:hidden' : 'p-5 md:col-span-2'}>
              <PeopleGrid
                chosenId={step.at === 'pin' ? step.who.employee_id : null}
                onChoose={choose}
              />
              {kiosk.site_sign_in && step.at === 'start' && (
                <Suspense>
                  <SiteVisitButton onPress={() => setStep({ at: 'visit' })} />
                </Suspense>
              )}
            </div>
            {step.at === 'pin' && (
              <div className="border-l bg-surface p-5 max-md:border-l-0">
                <PinPad
                  key={step.who.employee_id}
                  person={step.who}
                  onOpen={(person, pin) => setStep({ at: 'actions', who: step.who, person, pin })}
                  onClose={restart}
                />
              </div>
            )}
          </main>
        )}
      </div>
    </FormatProvider>
  );
}
