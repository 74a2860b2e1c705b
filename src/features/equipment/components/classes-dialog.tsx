import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Form } from '@/components/form/form';
import { NumberInput } from '@/components/form/number-input';
import { useForm } from '@/components/form/use-form';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog, DialogBody, DialogContent } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Textarea } from '@/components/ui/textarea';
import { classesQuery, type MachineClass } from '@/features/equipment/api/queries';
import { type ClassFields, useSaveClass } from '@/features/equipment/api/save-class';
import { USUAL_POINTS } from '@/features/equipment/usual-points';
import { useFormat } from '@/lib/format-context';
import { numberIn, optionalNumber } from '@/lib/read-number';
import { useTranslation } from '@/lib/use-translation';

/** What an hour of each kind of machine costs; every line saves by itself. */
export function ClassesDialog({ companyId, onClose }: { companyId: string; onClose: () => void }) {
  const { t } = useTranslation('equipment');
  const classes = useQuery(classesQuery(companyId));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('classes.title')} description={t('classes.text')} width="large">
        <DialogBody className="pb-5">
          <Loaded query={classes} skeleton={<ListSkeleton />}>
            <ul className="grid gap-3">
              {(classes.data ?? []).map((one) => (
                <ClassForm key={one.id} companyId={companyId} value={one} />
              ))}
              <ClassForm key={`new-${classes.data?.length ?? 0}`} companyId={companyId} />
            </ul>
          </Loaded>
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}

const valuesOf = (one: ClassFields | undefined) => ({
  name: one?.name ?? '',
  operating: String(one?.operating_rate ?? ''),
  standby: String(one?.standby_rate ?? ''),
  travel: String(one?.travel_rate ?? ''),
  asksMeter: one?.meter_at_clock_out ?? false,
  points: (one?.checklist ?? []).join('\n'),
});

/** One point to a line. */
const pointsOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];
const MAX_POINTS = 50;
const RATE = { digits: 2, min: 0, max: 1_000_000 };

function ClassForm({ companyId, value }: { companyId: string; value?: MachineClass }) {
  const { t } = useTranslation(['equipment', 'common']);
  const save = useSaveClass(companyId);
  const meterId = useId();
  const format = useFormat();
  const [opened, setOpened] = useState(value ?? null);
  const form = useForm({
    initial: () => valuesOf(value),
    read: ({ name, operating, standby, travel, asksMeter, points }, wrong): ClassFields => ({
      name: name.trim(),
      operating_rate: numberIn(operating, RATE),
      standby_rate: numberIn(standby, RATE),
      travel_rate: numberIn(travel, RATE),
      meter_at_clock_out: asksMeter,
      checklist:
        pointsOf(points).length > MAX_POINTS
          ? wrong('points', t('classes.tooManyPoints', { count: MAX_POINTS }))
          : pointsOf(points),
    }),
    submit: (fields) => save.mutateAsync({ opened, fields }),
    /** The line stays open: what is saved by now is what its next change is based on. */
    done: (saved) => {
      if (!opened) return;
      setOpened({ ...opened, ...saved });
      form.reset(valuesOf(saved));
    },
  });
  const { name, operating, standby, travel } = form.values;
  const readable = [operating, standby, travel].every(
    (text) => optionalNumber(text, RATE) !== 'invalid',
  );
  return (
    <li>
      <Form
        form={form}
        className="grid items-end gap-2 sm:grid-cols-[1fr_7rem_7rem_7rem_5.5rem]"
        aria-label={value?.name ?? t('classes.new')}
      >
        <Input
          {...form.text('name')}
          maxLength={100}
          aria-label={t('classes.name')}
          placeholder={t('classes.new')}
        />
        {(['operating', 'standby', 'travel'] as const).map((rate) => (
          <NumberInput
            key={rate}
            {...form.text(rate)}
            limits={RATE}
            aria-label={t(`classes.${rate}`)}
            placeholder={t(`classes.${rate}`)}
          />
        ))}
        <Button type="submit" busy={form.busy} disabled={!name.trim() || !readable}>
          {value ? t('common:action.save') : t('common:action.add')}
        </Button>
        <label htmlFor={meterId} className="col-span-full flex items-center gap-2 text-sm">
          <Checkbox id={meterId} {...form.checked('asksMeter')} />
          {t('classes.meterAtClockOut')}
        </label>
        <Field
          label={t('classes.points')}
          hint={t('classes.pointsHint', {
            points: format.list(USUAL_POINTS.map((point) => t(`point.${point}`))),
          })}
          className="col-span-full"
        >
          <Textarea
            {...form.text('points')}
            rows={Math.min(8, Math.max(2, pointsOf(form.values.points).length + 1))}
            maxLength={5000}
          />
        </Field>
      </Form>
      {!readable && <p className="mt-1 text-danger text-sm">{t('required.rate')}</p>}
    </li>
  );
}
