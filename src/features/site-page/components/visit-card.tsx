import { Check, LogOut } from 'lucide-react';
import { useState } from 'react';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Card, CardBody } from '@/components/ui/card';
import type { OwnVisit } from '@/features/site-page/api/own-visit';
import type { useOwnVisit } from '@/features/site-page/use-own-visit';
import { useTranslation } from '@/lib/use-translation';
import { useWrittenDay } from '@/lib/use-written-day';

interface VisitCardProps {
  own: ReturnType<typeof useOwnVisit>;
  visit: OwnVisit;
  timeZone: string | undefined;
}

/** Signed in since when, and the one thing to do: sign out. */
export function VisitCard({ own, visit, timeZone }: VisitCardProps) {
  const { t } = useTranslation('site-visit');
  const day = useWrittenDay(timeZone);
  const [busy, setBusy] = useState(false);
  const state = visit.closed ? 'closed' : visit.leftAt ? 'out' : 'in';
  const signOut = async () => {
    setBusy(true);
    await own.signOut().finally(() => setBusy(false));
  };
  return (
    <Card>
      <CardBody className="grid justify-items-center gap-4 py-8 text-center">
        <span
          className={`grid size-16 place-items-center rounded-full ${
            state === 'closed'
              ? 'bg-attention-soft text-attention-strong'
              : 'bg-success-soft text-success-strong'
          }`}
        >
          {state === 'in' ? (
            <Check className="size-8" aria-hidden="true" />
          ) : (
            <LogOut className="size-8" aria-hidden="true" />
          )}
        </span>
        <div role="status" className="grid gap-1">
          <h2 className="font-[680] text-lg">{t(`page.${state}`)}</h2>
          <p className="text-muted">
            {visit.name}
            {visit.company_name && ` · ${visit.company_name}`}
          </p>
          <p className="tabular">
            {state === 'in' && t('page.since', { time: day.time(visit.happened_at) })}
            {state === 'out' && t('page.outText', { time: day.time(visit.leftAt ?? '') })}
            {state === 'closed' && t('page.closedText')}
          </p>
        </div>
        {own.waits && (
          <Notice tone="attention" className="text-left">
            {t(visit.inSent ? 'page.waiting' : 'page.waitingIn')}
          </Notice>
        )}
        {state === 'in' ? (
          <>
            <Button variant="primary" size="large" block busy={busy} onClick={() => void signOut()}>
              {t('signOut')}
            </Button>
            <p className="text-muted text-sm">{t('page.signOutHint')}</p>
          </>
        ) : (
          !own.waits && (
            <Button size="large" onClick={() => void own.clear(false)}>
              {t('page.again')}
            </Button>
          )
        )}
      </CardBody>
    </Card>
  );
}
