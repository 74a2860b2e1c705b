import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { LastText } from '@/entities/texts/last-text';
import { readableNumber } from '@/entities/texts/readable-number';
import { RecordConsentDialog } from '@/entities/texts/record-consent-dialog';
import { type TextStatus, textStatusQuery } from '@/entities/texts/text-status';
import { useWithdrawTextConsent } from '@/entities/texts/text-writes';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface PersonTextsProps {
  companyId: string;
  employeeId: string;
  name: string;
}

/** For managers: whether this person gets texts, at which number, and since when. */
export function PersonTexts(props: PersonTextsProps) {
  const { t } = useTranslation('texts');
  const status = useQuery(textStatusQuery(props.companyId, props.employeeId));
  // Where nobody sends texts there is nothing to say about them.
  if (status.data && !(status.data.available && status.data.enabled)) return null;
  return (
    <section aria-labelledby="person-texts" className="rounded-card border px-4 py-3">
      <h3 id="person-texts" className="mb-2 font-[620] text-base">
        {t('title')}
      </h3>
      <Loaded query={status} skeleton={<ListSkeleton rows={1} />}>
        {(known) => <Status {...props} status={known} />}
      </Loaded>
    </section>
  );
}

function Status({ status, ...person }: PersonTextsProps & { status: TextStatus }) {
  const { t } = useTranslation('texts');
  const [recording, setRecording] = useState(false);
  const [asking, setAsking] = useState(false);
  const withdraw = useWithdrawTextConsent();
  const { consent, number } = status;
  const agreed = consent !== null && consent.ended_at === null;
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center gap-2">
        {number && <span className="tabular">{readableNumber(number)}</span>}
        <StateBadge status={status} />
      </p>
      <ConsentLine status={status} />
      {status.last_text && <LastText text={status.last_text} />}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {!agreed && !status.has_account && number && !status.stopped_at && (
          <Button size="small" onClick={() => setRecording(true)}>
            {t('person.record')}
          </Button>
        )}
        {agreed && (
          <Button size="small" variant="ghost" onClick={() => setAsking(true)}>
            {t('person.end')}
          </Button>
        )}
      </div>
      {recording && <RecordConsentDialog {...person} onClose={() => setRecording(false)} />}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('person.endTitle', { name: person.name })}
        description={t('person.endText')}
        confirmLabel={t('person.end')}
        busy={withdraw.isPending}
        onConfirm={() => withdraw.mutate(person.employeeId, { onSuccess: () => setAsking(false) })}
      />
    </div>
  );
}

function StateBadge({ status }: { status: TextStatus }) {
  const { t } = useTranslation('texts');
  const { consent, number_problem: problem } = status;
  if (status.stopped_at) return <Badge tone="attention">{t('state.stopped')}</Badge>;
  if (problem) return <Badge tone="attention">{t(`problem.${problem}`)}</Badge>;
  if (consent && !consent.ended_at) return <Badge tone="success">{t('state.on')}</Badge>;
  return <Badge>{t('state.off')}</Badge>;
}

/** How the person agreed, how it ended, or how they can. */
function ConsentLine({ status }: { status: TextStatus }) {
  const { t } = useTranslation('texts');
  const format = useFormat();
  const { consent } = status;
  if (consent && !consent.ended_at) {
    return (
      <details className="text-sm">
        <summary className="cursor-pointer text-muted">
          {t(`given.${consent.given_by}`, { day: format.date(consent.given_on) })}
        </summary>
        <blockquote className="mt-2 border-l-2 pl-3">{consent.wording}</blockquote>
        {consent.note && <p className="mt-1 text-muted">{consent.note}</p>}
      </details>
    );
  }
  return (
    <p className="text-muted text-sm">
      {consent?.ended_by && consent.ended_at
        ? t(`ended.${consent.ended_by}`, { day: format.date(consent.ended_at.slice(0, 10)) })
        : t(status.has_account ? 'person.asksSelf' : 'person.notYet')}
    </p>
  );
}
