import { useState } from 'react';
import { FormDialogBody } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { Notice } from '@/components/shared/notice';
import { TimeInput, type TimeInputValue } from '@/components/shared/time-input';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useSiteClock } from '@/entities/project/use-site-clock';
import type { ViewerClockStop } from '@/entities/viewer/viewer';
import { useAnswerStop } from '@/features/clock-rules/api/answer-stop';
import { endAfter } from '@/features/clock-rules/end-after';
import { errorText } from '@/lib/errors';
import { serverNow } from '@/lib/server-clock';
import { minuteOfDay } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

interface OtherTimeProps {
  stop: ViewerClockStop;
  onDone: () => void;
  onBack: () => void;
}

/** The end of work as the person remembers it; the manager decides. */
function OtherTime({ stop, onDone, onBack }: OtherTimeProps) {
  const { t } = useTranslation('clock-stops');
  const answer = useAnswerStop();
  const { timeZone } = useSiteClock(stop.project_id);
  const form = useForm({
    initial: { at: minuteOfDay(stop.stopped_at, timeZone) as TimeInputValue, note: '' },
    read: ({ at, note }, wrong) => {
      const moment =
        typeof at === 'number'
          ? endAfter(stop.clock_in, at, timeZone)
          : wrong('at', t('stop.wrong'));
      if (moment && Date.parse(moment) > serverNow()) wrong('at', t('stop.wrong'));
      return { id: stop.id, at: moment, note: note.trim() };
    },
    submit: (input) => answer.mutateAsync(input),
    done: onDone,
    refusals: { stated_end_invalid: ['at', t('stop.wrong')] },
  });
  return (
    <FormDialogBody form={form} columns={1} save={t('stop.send')} onClose={onBack}>
      <Field label={t('stop.when')} hint={t('stop.whenHint')}>
        <TimeInput {...form.value('at')} autoFocus />
      </Field>
      <Field label={t('stop.note')} optional>
        <Input {...form.text('note')} maxLength={500} />
      </Field>
    </FormDialogBody>
  );
}

/** A clock that stopped by a rule: is that right? It can wait; then it is asked again. */
export function StopDialog({ stop }: { stop: ViewerClockStop }) {
  const { t } = useTranslation('clock-stops');
  const clock = useSiteClock(stop.project_id);
  const answer = useAnswerStop();
  const [isOpen, setOpen] = useState(true);
  const [isOther, setOther] = useState(false);
  const close = () => setOpen(false);
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogContent
        title={t('stop.title', { time: clock.dateTime(stop.stopped_at) })}
        description={t(`stop.text.${stop.rule}`)}
        width="small"
      >
        {isOther ? (
          <OtherTime stop={stop} onDone={close} onBack={() => setOther(false)} />
        ) : (
          <>
            <DialogBody className="grid gap-3">
              <p className="font-[620]">{t('stop.ask')}</p>
              {answer.error && <Notice tone="danger">{errorText(answer.error)}</Notice>}
            </DialogBody>
            <DialogFooter className="grid! gap-2 sm:grid-cols-2">
              <Button size="large" block onClick={() => setOther(true)}>
                {t('stop.other')}
              </Button>
              <Button
                size="large"
                variant="primary"
                block
                busy={answer.isPending}
                onClick={() => answer.mutate({ id: stop.id }, { onSuccess: close })}
              >
                {t('stop.yes')}
              </Button>
            </DialogFooter>
          </>
        )}
      </DialogContent>
    </Dialog>
  );
}
