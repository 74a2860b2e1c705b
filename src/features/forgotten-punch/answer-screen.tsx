import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { PageTitle } from '@/components/shared/page-title';
import { Wordmark } from '@/components/shared/wordmark';
import { Button } from '@/components/ui/button';
import { EndChoice } from '@/entities/forgotten-punch/end-choice';
import {
  type LinkState,
  linkQuery,
  type OpenLink,
  useAnswerLink,
} from '@/features/forgotten-punch/api/answer-link';
import { errorText, isRefused } from '@/lib/errors';
import { createFormat, type Format } from '@/lib/format';
import { FormatProvider, useFormat } from '@/lib/format-context';
import { showLanguage } from '@/lib/i18n';
import type { Language } from '@/lib/languages';
import { serverNow } from '@/lib/server-clock';
import { dateOf } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

/** In the person's language from the start; the button below changes it for this page. */
function useLanguageOf(state: LinkState | undefined): void {
  const language = state?.language;
  useEffect(() => {
    if (language) void showLanguage(language);
  }, [language]);
}

function Closed({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Notice tone="info" title={title}>
      {children}
    </Notice>
  );
}

function Since({ link }: { link: OpenLink }) {
  const { t } = useTranslation('forgotten-punch');
  const format = useFormat();
  const time = format.time(link.clock_in);
  const day = dateOf(Date.parse(link.clock_in), link.time_zone);
  const isToday = day === dateOf(serverNow(), link.time_zone);
  return (
    <p>{isToday ? t('running', { time }) : t('runningDay', { time, day: format.dayMonth(day) })}</p>
  );
}

/** Before and after the answer: one may work for two companies. */
function Place({ link }: { link: OpenLink }) {
  return (
    <div>
      <p className="font-[620]">{link.project ?? link.company}</p>
      {link.project && <p className="text-muted text-sm">{link.company}</p>}
    </div>
  );
}

function Ask({ id, link, onAnswered }: { id: string; link: OpenLink; onAnswered: () => void }) {
  const { t, language } = useTranslation('forgotten-punch');
  const format = useFormat();
  const { mutate, isPending, error, variables } = useAnswerLink(id);
  const answer = (endedAt: string | null): void =>
    mutate({ endedAt, language }, { onSuccess: onAnswered });
  const waiting = error !== null && !isRefused(error) ? variables : undefined;
  useEffect(() => {
    if (!waiting) return;
    // Repeating it changes nothing, should the first one have arrived after all.
    const sendAgain = () => mutate(waiting, { onSuccess: onAnswered });
    window.addEventListener('online', sendAgain);
    return () => window.removeEventListener('online', sendAgain);
  }, [waiting, mutate, onAnswered]);
  return (
    <>
      <Since link={link} />
      {error && (
        <Notice tone="danger" title={t('error.answer')}>
          {waiting ? t('error.waits') : errorText(error)}
        </Notice>
      )}
      <EndChoice
        clockIn={link.clock_in}
        proposal={link}
        timeZone={link.time_zone}
        time={format.time}
        busy={isPending}
        onChoose={answer}
        before={
          <Button size="huge" variant="primary" block busy={isPending} onClick={() => answer(null)}>
            <Check aria-hidden="true" />
            {t('yes')}
          </Button>
        }
      />
    </>
  );
}

/** Right after the tap. */
function Done({ link }: { link: OpenLink }) {
  const { t } = useTranslation('forgotten-punch');
  const format = useFormat();
  if (link.answer === 'still_working')
    return (
      <Notice tone="success" title={t('done.goesOn')}>
        {t('done.goesOnText')}
      </Notice>
    );
  const time = format.time(link.answered_time ?? link.proposed_at);
  if (link.outcome === 'applied')
    return (
      <Notice tone="success" title={t('done.stopped', { time })}>
        <p>{t('done.stoppedText')}</p>
        {link.disputed && <p className="mt-1">{t('done.disputed')}</p>}
      </Notice>
    );
  return (
    <Notice tone="attention" title={t('done.notChanged', { time })}>
      {link.outcome === 'already_stopped' && link.clock_out
        ? t('done.alreadyStopped', { time: format.time(link.clock_out) })
        : t('done.notChangedText')}
    </Notice>
  );
}

/** Used before, or the clock was stopped meanwhile: says so, and what to do. */
function Over({ link }: { link: OpenLink }) {
  const { t } = useTranslation('forgotten-punch');
  const format = useFormat();
  if (link.status === 'gone')
    return <Closed title={t('closed.gone')}>{t('closed.goneText')}</Closed>;
  if (link.status === 'stopped')
    return (
      <Closed title={t('closed.stopped')}>
        {t('closed.stoppedText', { time: format.time(link.clock_out ?? link.clock_in) })}
      </Closed>
    );
  return (
    <Closed title={t('closed.answered')}>
      <p>
        {link.answer === 'stopped'
          ? t('closed.saidStopped', { time: format.time(link.answered_time ?? link.proposed_at) })
          : t('closed.stillWorking')}
      </p>
      <p className="mt-1">{t('closed.change')}</p>
    </Closed>
  );
}

/** Times by the clock of the site, in the person's format. */
const formatOf = (link: OpenLink, language: Language): Format =>
  createFormat({
    language,
    timeZone: link.time_zone,
    dateFormat: 'MM/DD/YYYY',
    timeFormat: link.time_format,
  });

function Question({ id, state }: { id: string; state: LinkState }) {
  const { t, language } = useTranslation('forgotten-punch');
  const [isAnswered, setAnswered] = useState(false);
  if (state.status === 'invalid')
    return <Closed title={t('closed.invalid')}>{t('closed.invalidText')}</Closed>;
  if (state.status === 'expired')
    return <Closed title={t('closed.expired')}>{t('closed.expiredText')}</Closed>;
  return (
    <FormatProvider value={formatOf(state, language)}>
      <Place link={state} />
      {isAnswered ? (
        <Done link={state} />
      ) : state.status === 'open' ? (
        <Ask id={id} link={state} onAnswered={() => setAnswered(true)} />
      ) : (
        <Over link={state} />
      )}
    </FormatProvider>
  );
}

/** For whoever forgot to clock out: one question, one tap, no sign-in. */
export function AnswerScreen({ languages }: { languages: ReactNode }) {
  const { t } = useTranslation('forgotten-punch');
  const { id = '' } = useParams();
  const question = useQuery(linkQuery(id));
  useLanguageOf(question.data);
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-md content-start gap-4.5 px-4 py-8">
      <PageTitle title={t('title')} />
      <div>
        <Wordmark size="large" className="mb-7" />
        <h1 tabIndex={-1} className="font-[680] text-xl tracking-[-0.02em]">
          {t('title')}
        </h1>
      </div>
      <Loaded query={question} skeleton={<ListSkeleton />} framed>
        {(state) => <Question id={id} state={state} />}
      </Loaded>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button asChild variant="link" size="large" className="-ml-5">
          <Link to="/my-status">{t('openApp')}</Link>
        </Button>
        {languages}
      </div>
    </main>
  );
}
