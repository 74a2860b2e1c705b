import { useId, useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { DateInput } from '@/components/shared/date-input';
import { SwitchRow } from '@/components/shared/switch-row';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { RadioGroup, RadioItem } from '@/components/ui/radio-group';
import { Select } from '@/components/ui/select';
import { useViewer } from '@/entities/viewer/use-viewer';
import { type Contract, CWHSSA, REGIMES } from '@/features/public-work/contract/api/queries';
import { useSaveContract } from '@/features/public-work/contract/api/writes';
import {
  type ContractValues,
  contractValues,
  EXTERNAL_IDS,
  useReadContract,
} from '@/features/public-work/contract/contract-form';
import { useTranslation } from '@/lib/use-translation';
import { useWeekDays } from '@/lib/use-week-days';

export interface ContractDialogProps {
  project: { id: string; address: string | null; client: string | null };
  contract: Contract | null;
  onClose: () => void;
}

/** What makes a project public work. */
export function ContractDialog({ project, contract, onClose }: ContractDialogProps) {
  const { t } = useTranslation('public-contract');
  const { company } = useViewer();
  const save = useSaveContract(company?.id ?? '', project.id);
  const [opened] = useState(contract);
  const read = useReadContract(opened);
  const days = useWeekDays();
  const topUpId = useId();
  const noWorkId = useId();
  const form = useForm({
    initial: (): ContractValues => contractValues(contract, project, company?.week_start ?? 0),
    read,
    submit: (fields) => save.mutateAsync({ fields, opened }),
    done: onClose,
    refusals: { certified_weeks_fixed: ['firstNumber', t('wrong.certifiedWeeksFixed')] },
  });
  const { regime, role } = form.values;
  return (
    <FormDialog
      form={form}
      width="large"
      title={t(contract ? 'contract.edit' : 'contract.setUp')}
      onClose={onClose}
    >
      <Field label={t('contract.regime')} hint={t(`regimeText.${regime}`)}>
        <Select
          {...form.value('regime')}
          options={REGIMES.map((value) => ({ value, label: t(`regime.${value}`) }))}
        />
      </Field>
      <Field label={t('contract.role')}>
        <Select
          {...form.value('role')}
          options={(['prime', 'sub'] as const).map((value) => ({
            value,
            label: t(`role.${value}`),
          }))}
        />
      </Field>
      {role === 'sub' && (
        <Field label={t('contract.prime')} className="sm:col-span-2">
          <Input {...form.text('prime')} maxLength={200} />
        </Field>
      )}
      <Field label={t('contract.number')} hint={t('contract.numberHint')}>
        <Input {...form.text('number')} maxLength={100} />
      </Field>
      <Field label={t('contract.agency')}>
        <Input {...form.text('agency')} maxLength={200} />
      </Field>
      <Field label={t('contract.county')}>
        <Input {...form.text('county')} maxLength={200} />
      </Field>
      <Field label={t('contract.state')}>
        <Input {...form.text('state')} maxLength={50} />
      </Field>
      <Field
        label={t('contract.location')}
        hint={t('contract.locationHint')}
        className="sm:col-span-2"
      >
        <Input {...form.text('location')} maxLength={500} />
      </Field>
      {EXTERNAL_IDS[regime].map((name) => (
        <Field key={name} label={t(`ids.${name}`)} hint={t(`idsHint.${name}`)} optional>
          <Input {...form.text(name)} maxLength={100} />
        </Field>
      ))}
      <Field label={t('contract.weekEnds')} hint={t('contract.weekEndsHint')}>
        <Select {...form.value('weekEndsOn')} options={days} />
      </Field>
      <fieldset className="grid gap-2 sm:col-span-2">
        <legend className="mb-1.5 font-[550] text-muted text-sm">{t('contract.cwhssa')}</legend>
        <p className="text-muted text-sm">{t('contract.cwhssaText')}</p>
        <RadioGroup {...form.value('cwhssa')} aria-label={t('contract.cwhssa')}>
          {CWHSSA.map((value) => (
            <RadioItem
              key={value}
              value={value}
              label={t(`cwhssa.${value}`)}
              description={t(`cwhssaText.${value}`)}
            />
          ))}
        </RadioGroup>
      </fieldset>
      <Field label={t('contract.paidAfter')} hint={t('contract.paidAfterHint')}>
        <Input {...form.text('paidAfter')} inputMode="numeric" maxLength={2} />
      </Field>
      <Field label={t('contract.firstNumber')} hint={t('contract.firstNumberHint')}>
        <Input {...form.text('firstNumber')} inputMode="numeric" maxLength={4} />
      </Field>
      <Field label={t('contract.firstWeek')} hint={t('contract.firstWeekHint')} optional>
        <DateInput {...form.value('firstWeek')} />
      </Field>
      <div className="border-t sm:col-span-2">
        <SwitchRow
          id={noWorkId}
          label={t('contract.noWork')}
          text={t(form.values.noWorkReports ? 'contract.noWorkOn' : 'contract.noWorkOff')}
          {...form.checked('noWorkReports')}
        />
        <SwitchRow
          id={topUpId}
          label={t('contract.topUp')}
          text={t(form.values.topUp ? 'contract.topUpOn' : 'contract.topUpOff')}
          {...form.checked('topUp')}
        />
      </div>
    </FormDialog>
  );
}
