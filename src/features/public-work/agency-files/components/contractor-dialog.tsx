import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { useViewer } from '@/entities/viewer/use-viewer';
import type { Contractor } from '@/features/public-work/agency-files/api/queries';
import { useSaveContractor } from '@/features/public-work/agency-files/api/writes';
import { stateCode } from '@/features/public-work/report/files/state-names';
import { useTranslation } from '@/lib/use-translation';

export const CONTRACTOR_FIELDS = [
  'legal_name',
  'street',
  'city',
  'state',
  'zip',
  'phone',
  'email',
  'fein',
  'license_type',
  'license_number',
  'pwcr',
  'insurance_number',
] as const;
type FieldName = (typeof CONTRACTOR_FIELDS)[number];

const MAX: Partial<Record<FieldName, number>> = {
  legal_name: 200,
  street: 200,
  city: 100,
  email: 254,
  license_number: 56,
  insurance_number: 40,
};
const FORMS: Partial<Record<FieldName, RegExp>> = {
  zip: /^\d{5}(-\d{4})?$/,
  email: /^[^@\s]+@[^@\s]+\.[^@\s]+$/,
  fein: /^\d{9}$/,
  pwcr: /^\d{10}$/,
};
const LICENSES = ['', 'CSLB', 'PL', 'OTHER'] as const;

const tidy = (name: FieldName, text: string): string => {
  const plain = text.trim();
  if (name === 'fein') return plain.replace(/[-\s]/g, '');
  return name === 'state' ? stateCode(plain) : plain;
};

interface ContractorDialogProps {
  contractor: Contractor | null;
  onClose: () => void;
}

/** What agencies ask of the company, once for all files. */
export function ContractorDialog({ contractor, onClose }: ContractorDialogProps) {
  const { t } = useTranslation('agency-files');
  const save = useSaveContractor(useViewer().company?.id ?? '');
  const [opened] = useState(contractor);
  const form = useForm({
    initial: Object.fromEntries(
      CONTRACTOR_FIELDS.map((name) => [name, opened?.[name] ?? '']),
    ) as Record<FieldName, string>,
    read: (values, wrong) => {
      const read = CONTRACTOR_FIELDS.map((name) => {
        const text = tidy(name, values[name]);
        const isWrong =
          name === 'state'
            ? !text && values.state.trim() !== ''
            : text && !FORMS[name]?.test(text) && FORMS[name];
        if (isWrong) wrong(name, t(`contractor.wrong.${name as 'zip'}`));
        return [name, text || null] as const;
      });
      return Object.fromEntries(read) as Record<FieldName, string | null>;
    },
    submit: (fields) => save.mutateAsync({ fields, opened }),
    done: onClose,
  });
  const field = (name: Exclude<FieldName, 'license_type'>, hint?: string) => (
    <Field label={t(`field.${name}`)} {...(hint ? { hint } : {})}>
      <Input {...form.text(name)} maxLength={MAX[name] ?? 40} />
    </Field>
  );
  return (
    <FormDialog
      form={form}
      width="large"
      title={t('contractor.title')}
      description={t('contractor.text')}
      onClose={onClose}
    >
      {field('legal_name', t('contractor.nameHint'))}
      {field('fein', t('contractor.feinHint'))}
      {field('street')}
      {field('city')}
      {field('state')}
      {field('zip')}
      {field('phone')}
      {field('email')}
      <Field label={t('field.license_type')}>
        <Select
          {...form.value('license_type')}
          options={LICENSES.map((value) => ({ value, label: t(`license.${value || 'none'}`) }))}
        />
      </Field>
      {field('license_number')}
      {field('pwcr', t('contractor.pwcrHint'))}
      {field('insurance_number', t('contractor.insuranceHint'))}
    </FormDialog>
  );
}
