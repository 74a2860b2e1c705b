import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { SwitchRow } from '@/components/shared/switch-row';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import {
  CUSTOM_KINDS,
  CUSTOM_TABLES,
  type CustomChoice,
  type CustomKind,
  type CustomTable,
} from '@/entities/custom-field/custom-field';
import type { StoredField } from '@/entities/custom-field/custom-fields-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import { useSaveField } from '@/features/custom-fields/api/save-field';
import { ChoicesField, newChoice } from '@/features/custom-fields/choices-field';
import { useTranslation } from '@/lib/use-translation';

export interface FieldDialogProps {
  companyId: string;
  /** Null: a new one. */
  field: StoredField | null;
  /** Where a new one stands: after the others. */
  position: number;
  onClose: () => void;
}

const namesDiffer = (choices: readonly CustomChoice[]): boolean => {
  const names = choices.map(({ name }) => name.trim().toLowerCase());
  return !names.includes('') && new Set(names).size === names.length;
};

export function FieldDialog({ companyId, field, position, onClose }: FieldDialogProps) {
  const { t } = useTranslation('custom-fields');
  const isOwner = useViewer().employee?.role === 'owner';
  const save = useSaveField(companyId);
  const [opened] = useState(field);
  const form = useForm({
    initial: () => ({
      table: (field?.on_table ?? 'projects') as CustomTable,
      name: field?.name ?? '',
      spanish: field?.name_es ?? '',
      kind: (field?.kind ?? 'text') as CustomKind,
      choices: field && field.choices.length > 0 ? field.choices : [newChoice()],
      required: field?.required ?? false,
      phone: field?.shown === 'phone',
    }),
    read: (values, wrong) => {
      if (!values.name.trim()) wrong('name', t('refused.name'));
      const isChoice = values.kind === 'choice';
      if (isChoice && values.choices.length === 0) wrong('choices', t('refused.choices'));
      else if (isChoice && !namesDiffer(values.choices)) wrong('choices', t('refused.choiceNames'));
      return {
        on_table: values.table,
        name: values.name.trim(),
        name_es: values.spanish.trim() || null,
        kind: values.kind,
        choices: isChoice ? values.choices : [],
        required: values.required,
        shown: values.phone ? ('phone' as const) : ('desk' as const),
        ...(opened ? {} : { position }),
      };
    },
    submit: (fields) => save.mutateAsync({ fields, opened }),
    done: onClose,
    refusals: {
      custom_fields_name_once: ['name', t('refused.nameTaken')],
      custom_field_kind_in_use: ['kind', t('refused.kind')],
    },
  });
  const { values } = form;
  const ofTime = values.table === 'time_entries';
  const asksAtClock = ofTime && values.required && values.phone;
  // What stands before everybody's clock is the owner's to decide.
  const fixed = ofTime && !isOwner && (field?.required ?? false) && field?.shown === 'phone';
  const mayNotBoth = ofTime && !isOwner;
  return (
    <FormDialog
      form={form}
      title={t(field ? 'dialog.edit' : 'dialog.new')}
      width="large"
      onClose={onClose}
    >
      <Field label={t('field.table')}>
        <Select
          {...form.value('table')}
          disabled={field !== null}
          options={CUSTOM_TABLES.map((value) => ({ value, label: t(`table.${value}`) }))}
        />
      </Field>
      <Field label={t('field.kind')}>
        <Select
          {...form.value('kind')}
          options={CUSTOM_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
      </Field>
      <Field label={t('field.name')}>
        <Input {...form.text('name')} autoFocus maxLength={60} />
      </Field>
      <Field label={t('field.spanish')} optional>
        <Input {...form.text('spanish')} maxLength={60} lang="es" />
      </Field>
      {values.kind === 'choice' && (
        <ChoicesField
          value={values.choices}
          onValueChange={(choices) => form.set({ choices })}
          stored={new Set(opened?.choices.map(({ id }) => id))}
          error={form.errors['choices']}
        />
      )}
      <div className="grid gap-1 sm:col-span-2">
        <SwitchRow
          id="custom-field-phone"
          label={t('field.phone')}
          text={t('field.phoneText')}
          disabled={fixed || (mayNotBoth && values.required && !values.phone)}
          {...form.checked('phone')}
        />
        <SwitchRow
          id="custom-field-required"
          label={t('field.required')}
          text={asksAtClock ? t('field.clockText') : t('field.requiredText')}
          disabled={fixed || (mayNotBoth && values.phone && !values.required)}
          {...form.checked('required')}
        />
      </div>
    </FormDialog>
  );
}
