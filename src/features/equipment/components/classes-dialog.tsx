import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog, DialogBody, DialogContent } from '@/components/ui/dialog';
import { Input } from '@/components/ui/input';
import { numberOf } from '@/entities/equipment/meter';
import { classesQuery, type MachineClass } from '@/features/equipment/api/queries';
import { type ClassFields, useSaveClass } from '@/features/equipment/api/save-class';
import { errorWords } from '@/lib/errors';

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

function ClassForm({ companyId, value }: { companyId: string; value?: MachineClass }) {
  const { t } = useTranslation(['equipment', 'common']);
  const save = useSaveClass(companyId);
  const [name, setName] = useState(value?.name ?? '');
  const [operating, setOperating] = useState(String(value?.operating_rate ?? ''));
  const [standby, setStandby] = useState(String(value?.standby_rate ?? ''));
  const meterId = useId();
  const [asksMeter, setAsksMeter] = useState(value?.meter_at_clock_out ?? false);
  const rates = { operating_rate: numberOf(operating), standby_rate: numberOf(standby) };
  const readable = Object.values(rates).every((rate) => rate === null || rate >= 0);
  const [opened, setOpened] = useState(value ?? null);
  /** The line stays open: what is saved by now is what its next change is based on. */
  const show = (saved: ClassFields) => {
    if (!opened) return;
    setOpened({ ...opened, ...saved });
    setName(saved.name);
    setOperating(String(saved.operating_rate ?? ''));
    setStandby(String(saved.standby_rate ?? ''));
    setAsksMeter(saved.meter_at_clock_out);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() && readable)
      save.mutate(
        { opened, fields: { name: name.trim(), ...rates, meter_at_clock_out: asksMeter } },
        { onSuccess: show },
      );
  };
  return (
    <li>
      <form
        onSubmit={submit}
        className="grid items-end gap-2 sm:grid-cols-[1fr_8rem_8rem_5.5rem]"
        aria-label={value?.name ?? t('classes.new')}
      >
        <Input
          value={name}
          maxLength={100}
          aria-label={t('classes.name')}
          placeholder={t('classes.new')}
          onChange={(event) => setName(event.target.value)}
        />
        <Input
          value={operating}
          inputMode="decimal"
          aria-label={t('classes.operating')}
          placeholder={t('classes.operating')}
          onChange={(event) => setOperating(event.target.value)}
        />
        <Input
          value={standby}
          inputMode="decimal"
          aria-label={t('classes.standby')}
          placeholder={t('classes.standby')}
          onChange={(event) => setStandby(event.target.value)}
        />
        <Button type="submit" busy={save.isPending} disabled={!name.trim() || !readable}>
          {value ? t('common:action.save') : t('common:action.add')}
        </Button>
        <label htmlFor={meterId} className="col-span-full flex items-center gap-2 text-sm">
          <Checkbox
            id={meterId}
            checked={asksMeter}
            onCheckedChange={(on) => setAsksMeter(on === true)}
          />
          {t('classes.meterAtClockOut')}
        </label>
      </form>
      {!readable && <p className="mt-1 text-danger text-sm">{t('required.rate')}</p>}
      {save.error && (
        <Notice tone="danger" className="mt-2">
          {errorWords(save.error)}
        </Notice>
      )}
    </li>
  );
}
