import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { isOdd, numberOf } from '@/entities/equipment/meter';
import { type MeterToRead, useReadMeter } from '@/entities/equipment/meters-to-read';
import { PhotoField } from '@/entities/photo/photo-field';
import { useAttachedPhoto } from '@/entities/photo/use-attached-photo';
import { errorWords } from '@/lib/errors';
import { useFormat } from '@/lib/format-context';
import { serverNow } from '@/lib/server-clock';
import { toast } from '@/lib/toast';
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
  const [text, setText] = useState('');
  const [asked, setAsked] = useState<string | null>(null);
  const attached = useAttachedPhoto({
    projectId: meter.projectId ?? null,
    equipmentId: meter.id,
    caption: t('meter.caption', { machine: meter.name }),
  });
  const reading = numberOf(text);
  const readable = reading !== null && reading >= 0;
  const odd = asked !== null && asked === text;
  const last =
    meter.reading === null
      ? null
      : t(meter.meterUnit === 'miles' ? 'meter.miles' : 'meter.hours', {
          reading: format.number(meter.reading, 1),
        });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!readable) return;
    if (isOdd(meter, reading, serverNow()) && !odd) return setAsked(text);
    const photos = await attached.prepare();
    record.mutate(
      { id, equipmentId: meter.id, reading, photoPath: photos[0]?.path },
      {
        onSuccess: ({ flag }) => {
          attached.send(photos);
          toast.success(t(flag ? 'meter.flagged' : 'meter.saved'));
          onDone();
        },
      },
    );
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onDone()}>
      <DialogContent
        title={t('meter.title', { machine: meter.name })}
        description={t('meter.text')}
      >
        <form onSubmit={(event) => void submit(event)} noValidate className="contents">
          <DialogBody className="grid content-start gap-4">
            <Field
              label={t('meter.reading')}
              hint={last ? t('meter.last', { last }) : undefined}
              error={text !== '' && !readable ? t('meter.number') : undefined}
            >
              <Input
                value={text}
                inputMode="decimal"
                autoComplete="off"
                className="tabular"
                onChange={(event) => setText(event.target.value)}
              />
            </Field>
            {attached.possible && (
              <PhotoField
                label={t('meter.photo')}
                value={attached.photo}
                onValueChange={attached.set}
              />
            )}
            {odd && <Notice tone="attention">{t('meter.odd', { last })}</Notice>}
            {record.error && <Notice tone="danger">{errorWords(record.error)}</Notice>}
          </DialogBody>
          <DialogFooter className="max-sm:mb-20">
            {undo}
            <Button size="large" onClick={onDone}>
              {t('meter.skip')}
            </Button>
            <Button
              type="submit"
              size="large"
              variant="primary"
              busy={record.isPending}
              disabled={!readable}
            >
              {t(odd ? 'meter.keep' : 'meter.save')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
