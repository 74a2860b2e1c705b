import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { NumberInput } from '@/components/form/number-input';
import { useForm } from '@/components/form/use-form';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { DateInput, type DateInputValue } from '@/components/shared/date-input';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { useViewer } from '@/entities/viewer/use-viewer';
import type { Determination, WorkClass } from '@/features/public-work/contract/api/queries';
import { useRemoveClass, useSaveClass } from '@/features/public-work/contract/api/writes';
import {
  DAY_RULES,
  fitsForm,
  type OvertimeRules,
  overtimeRules,
  overtimeValues,
} from '@/features/public-work/contract/overtime-rules';
import { RATE, rateAsTyped, readRate } from '@/features/public-work/contract/read-rate';
import { useRateText } from '@/features/public-work/contract/use-rate-text';
import { asJson } from '@/lib/json';
import { useTranslation } from '@/lib/use-translation';

export interface ClassDialogProps {
  determination: Pick<Determination, 'id' | 'number' | 'effective_from' | 'classes'>;
  /** Null: a new one. */
  value: WorkClass | null;
  onClose: () => void;
}

const MAX_CODE = 60;
const RATES = ['base', 'fringe', 'zone'] as const;
const DAYS = ['saturday', 'sunday', 'holiday'] as const;

/** One class: what its work is called, and what it requires per hour. */
export function ClassDialog({ determination, value, onClose }: ClassDialogProps) {
  const { t } = useTranslation(['public-contract', 'common']);
  const rateText = useRateText();
  const companyId = useViewer().company?.id ?? '';
  const save = useSaveClass(companyId, determination.id);
  const remove = useRemoveClass(companyId);
  const [opened] = useState(value);
  const [removing, setRemoving] = useState(false);
  const stored = (opened?.overtime ?? null) as OvertimeRules | null;
  const hasPlainRules = fitsForm(stored);
  const form = useForm({
    initial: () => ({
      name: value?.name ?? '',
      spanish: value?.name_es ?? '',
      code: value?.code ?? '',
      craft: value?.craft ?? '',
      base: rateAsTyped(value?.base_rate ?? null),
      fringe: rateAsTyped(value?.fringe_rate ?? 0),
      zone: rateAsTyped(value?.zone_add ?? 0),
      endsOn: (value?.ends_on ?? null) as DateInputValue,
      ...overtimeValues(stored),
    }),
    read: (values, wrong) => {
      const rate = (name: (typeof RATES)[number]): number => {
        const read = readRate(values[name], { zero: name !== 'base' });
        return 'rate' in read ? read.rate : wrong(name, t(`wrong.rate.${read.problem}`));
      };
      const name = values.name.trim() || wrong('name', t('wrong.name'));
      const rules = overtimeRules(values);
      return {
        name,
        name_es: values.spanish.trim() || null,
        // Where nobody gave one, the name serves: it names the class across modifications.
        code: values.code.trim() || name?.slice(0, MAX_CODE),
        craft: values.craft.trim() || null,
        base_rate: rate('base'),
        fringe_rate: rate('fringe'),
        zone_add: rate('zone'),
        ends_on:
          values.endsOn === 'invalid'
            ? wrong('endsOn', t('wrong.date'))
            : values.endsOn && values.endsOn < determination.effective_from
              ? wrong('endsOn', t('wrong.endsBefore'))
              : values.endsOn,
        overtime: !hasPlainRules
          ? (opened?.overtime ?? null)
          : 'rules' in rules
            ? rules.rules && asJson(rules.rules)
            : wrong(rules.field, t('wrong.hours')),
      };
    },
    submit: (fields) => save.mutateAsync({ fields, opened }),
    done: onClose,
    refusals: { work_classifications_code_once: ['code', t('wrong.codeOnce')] },
  });
  const { base_rate: base, fringe_rate: fringe, zone_add: zone } = form.reading;
  const total = (base ?? 0) + (fringe ?? 0) + (zone ?? 0);
  return (
    <>
      <FormDialog
        form={form}
        width="large"
        title={value ? value.name : t('classes.new')}
        description={determination.number}
        onClose={onClose}
        actions={
          value && (
            <Button variant="ghost" className="mr-auto" onClick={() => setRemoving(true)}>
              <Trash2 aria-hidden="true" />
              {t('common:action.delete')}
            </Button>
          )
        }
      >
        <Field label={t('classes.name')} hint={t('classes.nameHint')}>
          <Input {...form.text('name')} maxLength={300} />
        </Field>
        <Field label={t('classes.spanish')} hint={t('classes.spanishHint')} optional>
          <Input {...form.text('spanish')} maxLength={300} />
        </Field>
        <Field label={t('classes.code')} hint={t('classes.codeHint')} optional>
          <Input {...form.text('code')} maxLength={MAX_CODE} />
        </Field>
        <Field label={t('classes.craft')} hint={t('classes.craftHint')} optional>
          <Input {...form.text('craft')} maxLength={200} />
        </Field>
        <div className="grid gap-4 sm:col-span-2 sm:grid-cols-3">
          {RATES.map((name) => (
            <Field key={name} label={t(`classes.${name}`)} hint={t(`classes.${name}Hint`)}>
              <NumberInput {...form.text(name)} limits={RATE} placeholder="0.00" />
            </Field>
          ))}
        </div>
        <p className="text-sm sm:col-span-2" role="status">
          {t('classes.sum', { total: rateText(total) })}
        </p>
        <Field label={t('classes.lastDay')} hint={t('classes.lastDayHint')} optional>
          <DateInput {...form.value('endsOn')} />
        </Field>
        {hasPlainRules ? (
          <fieldset className="grid gap-4 border-t pt-4 sm:col-span-2 sm:grid-cols-2">
            <legend className="contents font-[620] text-sm">{t('overtime.title')}</legend>
            <p className="text-muted text-sm sm:col-span-2">{t('overtime.text')}</p>
            {(['halfAfter', 'doubleAfter'] as const).map((name) => (
              <Field key={name} label={t(`overtime.${name}`)} optional>
                <NumberInput {...form.text(name)} limits={{ max: 24 }} />
              </Field>
            ))}
            <div className="grid gap-4 sm:col-span-2 sm:grid-cols-3">
              {DAYS.map((name) => (
                <Field key={name} label={t(`overtime.${name}`)}>
                  <Select
                    {...form.value(name)}
                    options={DAY_RULES.map((rule) => ({
                      value: rule,
                      label: t(
                        `overtime.rule.${rule === '1.5' ? 'half' : rule === '2' ? 'double' : 'none'}`,
                      ),
                    }))}
                  />
                </Field>
              ))}
            </div>
          </fieldset>
        ) : (
          <Notice tone="info" className="sm:col-span-2" title={t('overtime.title')}>
            {t('overtime.others')}
          </Notice>
        )}
      </FormDialog>
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        title={t('classes.removeTitle', { name: value?.name ?? '' })}
        description={t('classes.removeText')}
        confirmLabel={t('common:action.delete')}
        busy={remove.isPending}
        onConfirm={() => value && remove.mutate(value.id, { onSuccess: onClose })}
      />
    </>
  );
}
