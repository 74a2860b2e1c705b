import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import type { CustomField, CustomValues } from '@/entities/custom-field/custom-field';
import { CustomInputs } from '@/entities/custom-field/custom-inputs';
import { saveAndCall } from '@/entities/offline/save-and-send';
import { refreshTime } from '@/entities/running-entry/update-running-entry';
import { sessionState } from '@/entities/session/session-store';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

interface FieldsStepProps {
  entryId: string;
  fields: readonly CustomField[];
  onDone: () => void;
}

const KEY = 'chalkline.clock-fields';

/** Of one account: the next person on this phone has another truck. */
const keyOfAccount = () => `${KEY}.${sessionState().user?.id ?? ''}`;

/** What was answered on this device the last time: the truck is mostly yesterday's. */
function lastAnswers(fields: readonly CustomField[]): CustomValues {
  const last = JSON.parse(localStorage.getItem(keyOfAccount()) ?? '{}') as CustomValues;
  return Object.fromEntries(
    fields.flatMap(({ id, kind, choices }) => {
      const value = last[id];
      const isGone =
        kind === 'choice' && !choices.some((choice) => choice.id === value && !choice.archived);
      return value === undefined || isGone || kind === 'date' ? [] : [[id, value]];
    }),
  );
}

/** What an owner asks at the clock. It runs already; what stays open is on the list of the person. */
export default function FieldsStep({ entryId, fields, onDone }: FieldsStepProps) {
  const { t } = useTranslation(['custom-fields', 'verification']);
  const client = useQueryClient();
  const [values, setValues] = useState<CustomValues>(() => lastAnswers(fields));
  const [problem, setProblem] = useState<string | null>(null);
  const [attempted, setAttempted] = useState(false);
  const save = () => {
    setAttempted(true);
    if (problem) return;
    const last = JSON.parse(localStorage.getItem(keyOfAccount()) ?? '{}') as CustomValues;
    localStorage.setItem(keyOfAccount(), JSON.stringify({ ...last, ...values }));
    saveAndCall('answers', 'answer_clock_fields', {
      entry_id_param: entryId,
      custom_param: values,
    }).then(
      (sent) => {
        if (sent) toast.success(t('verification:sheet.sent'));
        void refreshTime(client);
      },
      // The entry is gone: there is nothing to answer any more.
      () => undefined,
    );
    onDone();
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onDone()}>
      <DialogContent title={t('clock.title')} description={t('clock.text')}>
        <DialogBody className="grid content-start gap-4">
          <CustomInputs
            isBig
            fields={fields}
            values={values}
            onValuesChange={setValues}
            attempted={attempted}
            onProblem={setProblem}
          />
        </DialogBody>
        <DialogFooter>
          <Button size="large" onClick={onDone}>
            {t('clock.later')}
          </Button>
          <Button size="large" variant="primary" onClick={save}>
            {t('clock.save')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
