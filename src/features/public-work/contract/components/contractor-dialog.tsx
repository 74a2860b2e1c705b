import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { useViewer } from '@/entities/viewer/use-viewer';
import {
  type Contractor,
  type ContractorFields,
  LICENSE_TYPES,
  useSaveContractor,
} from '@/features/public-work/contract/api/contractor';
import { useTranslation } from '@/lib/use-translation';

export interface ContractorDialogProps {
  contractor: Contractor | null;
  onClose: () => void;
}

const NONE = 'none';
const TEXTS = [
  'legal_name',
  'street',
  'city',
  'state',
  'zip',
  'phone',
  'email',
  'fein',
  'license_number',
  'pwcr',
  'insurance_number',
] as const satisfies readonly (keyof ContractorFields)[];
type TextName = (typeof TEXTS)[number];

/** As the database takes them; nothing typed is always right. */
const FORMS: Partial<Record<TextName, RegExp>> = {
  state: /^[A-Za-z]{2}$/,
  zip: /^\d{5}(-\d{4})?$/,
  email: /^[^@\s]+@[^@\s]+\.[^@\s]+$/,
  fein: /^\d{2}-?\d{7}$/,
  pwcr: /^\d{10}$/,
};

/** Name, address and numbers of the company that stand on its reports and in the files of the states. */
export function ContractorDialog({ contractor, onClose }: ContractorDialogProps) {
  const { t } = useTranslation('public-contract');
  const { company } = useViewer();
  const save = useSaveContractor(company?.id ?? '');
  const [opened] = useState(contractor);
  const refusal: Partial<Record<TextName, string>> = {
    state: t('wrong.stateCode'),
    zip: t('wrong.zip'),
    email: t('wrong.email'),
    fein: t('wrong.fein'),
    pwcr: t('wrong.pwcr'),
  };
  const form = useForm({
    initial: () => ({
      ...(Object.fromEntries(TEXTS.map((name) => [name, contractor?.[name] ?? ''])) as Record<
        TextName,
        string
      >),
      legal_name: contractor ? (contractor.legal_name ?? '') : (company?.name ?? ''),
      license: (contractor?.license_type ?? NONE) as (typeof LICENSE_TYPES)[number] | typeof NONE,
    }),
    read: ({ license, ...typed }, wrong): ContractorFields => {
      const text = (name: TextName): string | null => {
        const value = typed[name].trim();
        const fits = !value || (FORMS[name]?.test(value) ?? true);
        return fits ? value || null : wrong(name, refusal[name] ?? '');
      };
      return {
        ...(Object.fromEntries(TEXTS.map((name) => [name, text(name)])) as Record<
          TextName,
          string | null
        >),
        license_type: license === NONE ? null : license,
      };
    },
    submit: (fields) => save.mutateAsync({ fields, opened }),
    done: onClose,
  });
  return (
    <FormDialog form={form} width="large" title={t('contractor.edit')} onClose={onClose}>
      <Field label={t('contractor.legalName')} className="sm:col-span-2">
        <Input {...form.text('legal_name')} maxLength={200} />
      </Field>
      <Field label={t('contractor.street')} className="sm:col-span-2">
        <Input {...form.text('street')} maxLength={200} autoComplete="street-address" />
      </Field>
      <Field label={t('contractor.city')}>
        <Input {...form.text('city')} maxLength={100} />
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field label={t('contractor.state')}>
          <Input {...form.text('state')} maxLength={2} placeholder="CA" />
        </Field>
        <Field label={t('contractor.zip')}>
          <Input {...form.text('zip')} maxLength={10} inputMode="numeric" />
        </Field>
      </div>
      <Field label={t('contractor.phone')} optional>
        <Input {...form.text('phone')} maxLength={40} type="tel" />
      </Field>
      <Field label={t('contractor.email')} optional>
        <Input {...form.text('email')} maxLength={254} type="email" />
      </Field>
      <Field label={t('contractor.fein')} hint={t('contractor.feinHint')} optional>
        <Input {...form.text('fein')} maxLength={10} placeholder="12-3456789" />
      </Field>
      <Field label={t('contractor.insurance')} optional>
        <Input {...form.text('insurance_number')} maxLength={40} />
      </Field>
      <Field label={t('contractor.licenseType')}>
        <Select
          {...form.value('license')}
          options={([NONE, ...LICENSE_TYPES] as const).map((value) => ({
            value,
            label: t(`contractor.license.${value}`),
          }))}
        />
      </Field>
      <Field label={t('contractor.licenseNumber')} optional>
        <Input {...form.text('license_number')} maxLength={56} />
      </Field>
      <Field label={t('contractor.pwcr')} hint={t('contractor.pwcrHint')} optional>
        <Input {...form.text('pwcr')} maxLength={10} inputMode="numeric" />
      </Field>
    </FormDialog>
  );
}
