import { useState } from 'react';
import { Form } from '@/components/form/form';
import { NumberInput } from '@/components/form/number-input';
import { useForm } from '@/components/form/use-form';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { isOdd, METER } from '@/entities/equipment/meter';
import { useReadMeter } from '@/entities/equipment/meters-to-read';
import type { Machine } from '@/features/equipment/api/queries';
import { useMeterText } from '@/features/equipment/components/use-machine-columns';
import { numberIn } from '@/lib/read-number';
import { serverNow } from '@/lib/server-clock';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';
import { uuidv7 } from '@/lib/uuid';

const EMPTY = { text: '', asked: '' };

/** An odd reading is asked about once, then kept and flagged. */
export function MeterForm({ machine }: { machine: Machine }) {
  const { t } = useTranslation('equipment');
  const meterText = useMeterText();
  const record = useReadMeter();
  const [id, setId] = useState(uuidv7);
  const form = useForm({
    initial: EMPTY,
    read: ({ text }, wrong) => {
      return numberIn(text, METER) ?? wrong('text', t('required.reading'));
    },
    submit: async (reading) => {
      if (odd || !isOdd(machine, reading, serverNow()))
        return record.mutateAsync({ id, equipmentId: machine.id, reading });
      form.set({ asked: text });
      return null;
    },
    done: (recorded) => {
      if (!recorded) return;
      toast.success(t(recorded.flag ? 'toast.readingFlagged' : 'toast.readingSaved'));
      form.reset(EMPTY);
      setId(uuidv7());
    },
  });
  const { text, asked } = form.values;
  const odd = asked !== '' && asked === text;
  return (
    <Form form={form} className="grid gap-2">
      <div className="flex items-end gap-2">
        <Field
          label={t('readings.new')}
          className="flex-1"
          error={text !== '' && !form.valid ? t('required.reading') : undefined}
        >
          <NumberInput
            {...form.text('text')}
            limits={METER}
            placeholder={meterText(machine.reading, machine.meterUnit)}
          />
        </Field>
        <Button type="submit" busy={form.busy} disabled={!form.valid}>
          {t(odd ? 'readings.keep' : 'readings.add')}
        </Button>
      </div>
      {odd && (
        <Notice tone="attention">
          {t('readings.odd', { last: meterText(machine.reading, machine.meterUnit) })}
        </Notice>
      )}
    </Form>
  );
}
