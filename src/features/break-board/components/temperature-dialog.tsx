import { FormDialog } from '@/components/form/form-dialog';
import { NumberInput } from '@/components/form/number-input';
import { useForm } from '@/components/form/use-form';
import { Field } from '@/components/ui/field';
import { useSiteClock } from '@/entities/project/use-site-clock';
import { useRecordTemperature } from '@/features/break-board/api/write-heat';
import type { SiteHeat } from '@/features/break-board/board';
import { numberIn } from '@/lib/read-number';
import { serverNow } from '@/lib/server-clock';
import { dateOf } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

export interface TemperatureDialogProps {
  site: SiteHeat;
  onClose: () => void;
}

const DEGREES = { digits: 0, min: -90, max: 140 };

/** What the thermometer on the site says. */
export default function TemperatureDialog({ site, onClose }: TemperatureDialogProps) {
  const { t } = useTranslation('break-board');
  const clock = useSiteClock(site.projectId);
  const record = useRecordTemperature();
  const form = useForm({
    initial: { temperature: '' },
    read: ({ temperature }, wrong) => ({
      projectId: site.projectId,
      day: dateOf(serverNow(), clock.timeZone),
      temperature:
        numberIn(temperature, DEGREES) ?? wrong('temperature', t('heat.temperatureWrong')),
    }),
    submit: (fields) => record.mutateAsync(fields),
    done: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={t('heat.enterTitle', { name: site.name })}
      columns={1}
      onClose={onClose}
    >
      <Field label={t('heat.temperature')} hint={t('heat.temperatureHint')}>
        <NumberInput {...form.text('temperature')} limits={DEGREES} inputMode="numeric" autoFocus />
      </Field>
    </FormDialog>
  );
}
