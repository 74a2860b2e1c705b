import { type ReactNode, useState } from 'react';
import { BareForm, FormFailure } from '@/components/form/form';
import { NumberInput } from '@/components/form/number-input';
import { useForm } from '@/components/form/use-form';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { isOdd, METER } from '@/entities/equipment/meter';
import { type MeterToRead, useReadMeter } from '@/entities/equipment/meters-to-read';
import { PhotoField } from '@/entities/photo/photo-field';
import { useAttachedPhoto } from '@/entities/photo/use-attached-photo';
import { useFormat } from '@/lib/format-context';
import { numberIn } from '@/lib/read-number';
import { serverNow } from '@/lib/server-clock';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';
import { uuidv7 } from '@/lib/uuid';

interface MeterStepProps {
  meter: MeterToRead;
  /** The way back from a stop. */
  undo?: ReactNode;
  onDone: () => void;
}

/** What the meter shows at the end of the day. An odd reading is asked about once, then kept and flagged. */
export function MeterStep({ meter, undo, onDone }: MeterStepProps) {
  const { t } = useTranslation('verification');
  const format = useFormat();
  const record = useReadMeter();
  const [id] = useState(uuidv7);
  const attached = useAttachedPhoto({
    projectId: meter.projectId ?? null,
    equipmentId: meter.id,
    caption: t('meter.caption', { machine: meter.name }),
  });
  const form = useForm({
    initial: { text: '', asked: '' },
    read: ({ text: typed }, wrong) => {
      return numberIn(typed, METER) ?? wrong('text', t('meter.number'));
    },
    submit: async (reading): Promise<void> => {
      if (!odd && isOdd(meter, reading, serverNow())) return form.set({ asked: text });
      const photos = await attached.prepare();
      const photoPath = photos[0]?.payload.photo?.path;
      const { flag } = await record.mutateAsync({ id, equipmentId: meter.id, reading, photoPath });
      attached.send(photos);
      toast.success(t(flag ? 'meter.flagged' : 'meter.saved'));
      onDone();
    },
  });
  const { text, asked } = form.values;
  const odd = asked !== '' && asked === text;
  const last =
    meter.reading === null
      ? null
      : t(meter.meterUnit === 'miles' ? 'meter.miles' : 'meter.hours', {
          reading: format.number(meter.reading, 1),
        });
  return (
    <Dialog open onOpenChange={(open) => !open && onDone()}>
      <DialogContent
        title={t('meter.title', { machine: meter.name })}
        description={t('meter.text')}
      >
        <BareForm form={form} className="contents">
          <DialogBody className="grid content-start gap-4">
            <FormFailure form={form} />
            <Field
              label={t('meter.reading')}
              hint={last ? t('meter.last', { last }) : undefined}
              error={text !== '' && !form.valid ? t('meter.number') : undefined}
            >
              <NumberInput {...form.text('text')} limits={METER} className="tabular" />
            </Field>
            {attached.possible && (
              <PhotoField
                label={t('meter.photo')}
                value={attached.photo}
                onValueChange={attached.set}
              />
            )}
            {odd && <Notice tone="attention">{t('meter.odd', { last })}</Notice>}
          </DialogBody>
          <DialogFooter>
            {undo}
            <Button size="large" onClick={onDone}>
              {t('meter.skip')}
            </Button>
            <Button
              type="submit"
              size="large"
              variant="primary"
              busy={form.busy}
              disabled={!form.valid}
            >
              {t(odd ? 'meter.keep' : 'meter.save')}
            </Button>
          </DialogFooter>
        </BareForm>
      </DialogContent>
    </Dialog>
  );
}
