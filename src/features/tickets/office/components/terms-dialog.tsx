import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { NumberInput } from '@/components/form/number-input';
import { useForm } from '@/components/form/use-form';
import { SwitchRow } from '@/components/shared/switch-row';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { ProjectPicker } from '@/entities/project/project-picker';
import { type BillingTerms, KINDS } from '@/features/tickets/office/api/queries';
import {
  type TermsFields,
  useDeleteTerms,
  useSaveTerms,
} from '@/features/tickets/office/api/writes';
import { typedText } from '@/features/tickets/office/typed-text';
import { optionalNumber } from '@/lib/read-number';
import { useTranslation } from '@/lib/use-translation';

const MARKUP = { digits: 3, min: 0, max: 300 };
const LIMITS = {
  labor: MARKUP,
  equipment: MARKUP,
  material: MARKUP,
  other: MARKUP,
  tax: { digits: 4, min: 0, max: 30 },
  days: { digits: 0, min: 0, max: 365 },
  first: { digits: 0, min: 0, max: 100_000_000 },
};

export interface TermsDialogProps {
  companyId: string;
  terms: BillingTerms | null;
  ofProject: boolean;
  onClose: () => void;
}

export function TermsDialog({ companyId, terms, ofProject, onClose }: TermsDialogProps) {
  const { t } = useTranslation(['billing', 'common']);
  const save = useSaveTerms(companyId);
  const remove = useDeleteTerms(companyId);
  const [opened] = useState(terms);
  const form = useForm({
    initial: () => ({
      project: terms?.project_id ?? null,
      labor: typedText(terms?.labor_markup),
      equipment: typedText(terms?.equipment_markup),
      material: typedText(terms?.material_markup),
      other: typedText(terms?.other_markup),
      tax: typedText(terms?.tax_percent),
      days: typedText(terms?.payment_days),
      first: typedText(terms?.first_invoice_number),
      time: terms?.bills_time ?? false,
    }),
    read: (typed, wrong): TermsFields => {
      const number = (name: keyof typeof LIMITS, text: string) => {
        const value = optionalNumber(typed[name], LIMITS[name]);
        return value === 'invalid' ? wrong(name, text) : value;
      };
      return {
        project_id: ofProject ? (typed.project ?? wrong('project', t('required.project'))) : null,
        labor_markup: number('labor', t('required.markup')),
        equipment_markup: number('equipment', t('required.markup')),
        material_markup: number('material', t('required.markup')),
        other_markup: number('other', t('required.markup')),
        tax_percent: number('tax', t('required.tax')),
        payment_days: number('days', t('required.days')),
        ...(ofProject
          ? { bills_time: typed.time }
          : { first_invoice_number: number('first', t('required.first')) }),
      };
    },
    submit: (fields) => save.mutateAsync({ opened, fields }),
    done: onClose,
    refusals: { billing_terms_once: ['project', t('required.termsOnce')] },
  });
  const hint = ofProject ? t('terms.emptyHint') : undefined;
  return (
    <FormDialog
      form={form}
      title={t(ofProject ? 'terms.ofProject' : 'terms.ofCompany')}
      description={hint}
      actions={
        opened &&
        ofProject && (
          <Button
            variant="danger"
            className="mr-auto"
            busy={remove.isPending}
            onClick={() => remove.mutate(opened.id, { onSuccess: onClose })}
          >
            {t('common:action.delete')}
          </Button>
        )
      }
      onClose={onClose}
    >
      {ofProject && (
        <Field label={t('column.project')} className="sm:col-span-2">
          <ProjectPicker include="all" {...form.value('project')} />
        </Field>
      )}
      {KINDS.map((kind) => (
        <Field key={kind} label={t('terms.markupOf', { kind: t(`kind.${kind}`) })} optional>
          <NumberInput {...form.text(kind)} limits={LIMITS[kind]} className="tabular" />
        </Field>
      ))}
      <Field label={t('terms.tax')} hint={t('terms.taxHint')} optional>
        <NumberInput {...form.text('tax')} limits={LIMITS.tax} className="tabular" />
      </Field>
      <Field label={t('terms.days')} optional>
        <NumberInput
          {...form.text('days')}
          limits={LIMITS.days}
          inputMode="numeric"
          className="tabular"
          placeholder="30"
        />
      </Field>
      {ofProject ? (
        <div className="sm:col-span-2">
          <SwitchRow
            id="bills-time"
            {...form.checked('time')}
            label={t('terms.billsTime')}
            text={t('terms.billsTimeHint')}
          />
        </div>
      ) : (
        <Field label={t('terms.first')} hint={t('terms.firstHint')} optional>
          <NumberInput
            {...form.text('first')}
            limits={LIMITS.first}
            inputMode="numeric"
            className="tabular"
            placeholder="1"
          />
        </Field>
      )}
    </FormDialog>
  );
}
