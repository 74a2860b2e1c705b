import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { isOdd, numberOf } from '@/entities/equipment/meter';
import { useReadMeter } from '@/entities/equipment/meters-to-read';
import type { Machine } from '@/features/equipment/api/queries';
import { useMeterText } from '@/features/equipment/components/use-machine-columns';
import { errorWords } from '@/lib/errors';
import { serverNow } from '@/lib/server-clock';
import { toast } from '@/lib/toast';
import { uuidv7 } from '@/lib/uuid';

/** An odd reading is asked about once, then kept and flagged. */
export function MeterForm({ machine }: { machine: Machine }) {
  const { t } = useTranslation('equipment');
  const meterText = useMeterText();
  const record = useReadMeter();
  const [text, setText] = useState('');
  const [asked, setAsked] = useState<string | null>(null);
  const [id, setId] = useState(uuidv7);
  const reading = numberOf(text);
  const readable = reading !== null && reading >= 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!readable) return;
    if (isOdd(machine, reading, serverNow()) && asked !== text) {
      setAsked(text);
      return;
    }
    record.mutate(
      { id, equipmentId: machine.id, reading },
      {
        onSuccess: ({ flag }) => {
          toast.success(t(flag ? 'toast.readingFlagged' : 'toast.readingSaved'));
          setText('');
          setAsked(null);
          setId(uuidv7());
        },
      },
    );
  };
  const odd = asked !== null && asked === text;
  return (
    <form onSubmit={submit} className="grid gap-2" noValidate>
      <div className="flex items-end gap-2">
        <Field
          label={t('readings.new')}
          className="flex-1"
          error={text !== '' && !readable ? t('required.reading') : undefined}
        >
          <Input
            value={text}
            inputMode="decimal"
            placeholder={meterText(machine.reading, machine.meterUnit)}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <Button type="submit" busy={record.isPending} disabled={!readable}>
          {t(odd ? 'readings.keep' : 'readings.add')}
        </Button>
      </div>
      {odd && (
        <Notice tone="attention">
          {t('readings.odd', { last: meterText(machine.reading, machine.meterUnit) })}
        </Notice>
      )}
      {record.error && <Notice tone="danger">{errorWords(record.error)}</Notice>}
    </form>
  );
}
