import { Clock, Square } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { TimeInput, type TimeInputValue } from '@/components/shared/time-input';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { endAt } from '@/entities/forgotten-punch/end-at';
import type { Proposal } from '@/entities/forgotten-punch/proposal';
import { serverNow } from '@/lib/server-clock';
import { minuteOfDay } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

interface Props {
  clockIn: string;
  /** Null while it is not known, such as without a signal. */
  proposal: Proposal | null;
  timeZone: string;
  time: (instant: string) => string;
  busy: boolean;
  onChoose: (endedAt: string) => void;
  /** What stands above and below the times, such as that the work goes on. */
  before?: ReactNode;
  after?: ReactNode;
}

/** When somebody really stopped: what is proposed, with its reason, or another time. Made for gloves. */
export function EndChoice(props: Props) {
  const { proposal, time, busy, onChoose, before, after } = props;
  const { t } = useTranslation('forgotten-punch');
  const [isOther, setOther] = useState(false);
  const why = useId();
  return (
    <div className="grid gap-2.5">
      {before}
      {proposal && (
        <div>
          <Button
            size="huge"
            block
            busy={busy}
            aria-describedby={why}
            onClick={() => onChoose(proposal.proposed_at)}
          >
            <Square aria-hidden="true" />
            {t('stoppedAt', { time: time(proposal.proposed_at) })}
          </Button>
          <p id={why} className="mt-1 text-center text-muted text-sm">
            {t(`reason.${proposal.reason}`, { count: proposal.sample_size })}
          </p>
        </div>
      )}
      {isOther || (!proposal && !before) ? (
        <OtherTime {...props} />
      ) : (
        <Button size="huge" block disabled={busy} onClick={() => setOther(true)}>
          <Clock aria-hidden="true" />
          {t('another')}
        </Button>
      )}
      {after}
    </div>
  );
}

function OtherTime({ clockIn, timeZone, time, busy, onChoose }: Props) {
  const { t } = useTranslation('forgotten-punch');
  const [minute, setMinute] = useState<TimeInputValue>(null);
  const [isTried, setTried] = useState(false);
  const end = typeof minute === 'number' ? endAt(clockIn, minute, timeZone, serverNow()) : null;
  const submit = (): void => {
    if (end) onChoose(end);
    else setTried(true);
  };
  const range = t('between', {
    from: time(clockIn),
    to: time(new Date(serverNow()).toISOString()),
  });
  return (
    <div className="grid gap-2.5">
      <Field
        label={t('otherLabel')}
        hint={range}
        error={isTried && !end ? t('otherWrong') : undefined}
      >
        <TimeInput
          value={minute}
          onValueChange={setMinute}
          notBefore={minuteOfDay(clockIn, timeZone)}
          autoFocus
          enterKeyHint="done"
          onKeyDown={(event) => event.key === 'Enter' && submit()}
        />
      </Field>
      <Button size="huge" variant="primary" block busy={busy} onClick={submit}>
        {end ? t('stoppedAt', { time: time(end) }) : t('save')}
      </Button>
    </div>
  );
}
