import { useState } from 'react';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { LastText } from '@/entities/texts/last-text';
import { readableNumber } from '@/entities/texts/readable-number';
import type { TextStatus } from '@/entities/texts/text-status';
import { useWithdrawTextConsent } from '@/entities/texts/text-writes';
import { useSendTestText } from '@/features/texts/api/own-texts';
import { ConsentForm } from '@/features/texts/components/consent-form';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

interface OwnConsentProps {
  status: TextStatus;
  consent: NonNullable<TextStatus['consent']>;
}

/** Where texts go, since when, whether they arrive, and how to stop them. */
export function OwnConsent({ status, consent }: OwnConsentProps) {
  const { t } = useTranslation('texts');
  const format = useFormat();
  const [asking, setAsking] = useState(false);
  const [changing, setChanging] = useState(false);
  const withdraw = useWithdrawTextConsent();
  const test = useSendTestText();
  const { number_problem: problem } = status;
  if (changing) return <ConsentForm status={status} />;
  return (
    <div className="grid gap-3">
      <p className="text-sm">
        {t('consent.goesTo')} <strong className="tabular">{readableNumber(consent.number)}</strong>
        {status.sender && (
          <span className="text-muted">
            {' '}
            · {t('consent.from', { sender: readableNumber(status.sender) })}
          </span>
        )}
      </p>
      {problem && <Notice tone="attention">{t(`problem.${problem}`)}</Notice>}
      {status.cap_reached && <Notice tone="attention">{t('capReached')}</Notice>}
      <details className="text-sm">
        <summary className="cursor-pointer text-muted">
          {t(`given.${consent.given_by}`, { day: format.date(consent.given_on) })}
        </summary>
        <blockquote className="mt-2 border-l-2 pl-3">{consent.wording}</blockquote>
      </details>
      {status.last_text && <LastText text={status.last_text} />}
      <div className="flex flex-wrap gap-2">
        <Button
          busy={test.isPending}
          disabled={problem !== null || status.cap_reached}
          onClick={() => test.mutate()}
        >
          {t('consent.test')}
        </Button>
        <Button variant="ghost" onClick={() => setChanging(true)}>
          {t('consent.change')}
        </Button>
        <Button variant="ghost" onClick={() => setAsking(true)}>
          {t('consent.stop')}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('consent.stopTitle')}
        description={t('consent.stopText')}
        confirmLabel={t('consent.stop')}
        busy={withdraw.isPending}
        onConfirm={() => withdraw.mutate(null, { onSuccess: () => setAsking(false) })}
      />
    </div>
  );
}
