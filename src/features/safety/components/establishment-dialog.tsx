import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { ProjectPicker } from '@/entities/project/project-picker';
import type { Establishment } from '@/features/safety/api/queries';
import { useSaveEstablishment } from '@/features/safety/api/writes';
import { useTranslation } from '@/lib/use-translation';

interface EstablishmentDialogProps {
  companyId: string;
  place: Establishment | null;
  /** Whether the company itself has a log: another one is a site's. */
  hasMain: boolean;
  onClose: () => void;
}

const PO_BOX = /\bp\.?\s*o\.?\s*box\b/i;
const digits = (typed: string): string => typed.replace(/[\s-]/g, '');

export function EstablishmentDialog({
  companyId,
  place,
  hasMain,
  onClose,
}: EstablishmentDialogProps) {
  const { t } = useTranslation('safety');
  const save = useSaveEstablishment(companyId);
  const [opened] = useState(place);
  const isSite = place ? place.project_id !== null : hasMain;
  const form = useForm({
    initial: {
      projectId: place?.project_id ?? null,
      name: place?.name ?? '',
      legal: place?.legal_name ?? '',
      ein: place?.ein ?? '',
      street: place?.street ?? '',
      city: place?.city ?? '',
      state: place?.state ?? '',
      zip: place?.zip ?? '',
      naics: place?.naics_code ?? '',
      industry: place?.industry ?? '',
      kind: String(place?.kind ?? 1),
    },
    read: (values, wrong) => {
      const ein = digits(values.ein);
      const zip = digits(values.zip);
      const state = values.state.trim().toUpperCase();
      return {
        project_id: isSite ? (values.projectId ?? wrong('projectId', t('required.site'))) : null,
        name: values.name.trim() || wrong('name', t('required.name')),
        legal_name: values.legal.trim(),
        ein: ein === '' || /^\d{9}$/.test(ein) ? ein || null : wrong('ein', t('required.ein')),
        street: PO_BOX.test(values.street)
          ? wrong('street', t('required.street'))
          : values.street.trim(),
        city: values.city.trim(),
        state: /^([A-Z]{2})?$/.test(state) ? state : wrong('state', t('required.state')),
        zip: /^(\d{5}(\d{4})?)?$/.test(zip) ? zip : wrong('zip', t('required.zip')),
        naics_code: /^(\d{6})?$/.test(values.naics.trim())
          ? values.naics.trim()
          : wrong('naics', t('required.naics')),
        industry: values.industry.trim(),
        kind: Number(values.kind),
      };
    },
    submit: (fields) => save.mutateAsync({ opened, fields }),
    done: onClose,
    refusals: {
      osha_establishments_name_once: ['name', t('failure.osha_establishments_name_once')],
      osha_establishments_project_once: [
        'projectId',
        t('failure.osha_establishments_project_once'),
      ],
    },
  });
  return (
    <FormDialog
      form={form}
      title={t(place ? 'establishment.edit' : 'establishment.add')}
      description={t(isSite ? 'establishment.siteText' : 'establishment.mainText')}
      onClose={onClose}
    >
      {isSite && (
        <Field label={t('establishment.site')} className="sm:col-span-2">
          <ProjectPicker {...form.value('projectId')} include="all" disabled={opened !== null} />
        </Field>
      )}
      <Field label={t('establishment.name')}>
        <Input {...form.text('name')} maxLength={100} />
      </Field>
      <Field label={t('establishment.legal')} optional>
        <Input {...form.text('legal')} maxLength={100} />
      </Field>
      <Field label={t('establishment.street')} hint={t('establishment.streetHint')}>
        <Input {...form.text('street')} maxLength={100} />
      </Field>
      <Field label={t('establishment.city')}>
        <Input {...form.text('city')} maxLength={100} />
      </Field>
      <Field label={t('establishment.state')}>
        <Input {...form.text('state')} maxLength={2} autoCapitalize="characters" />
      </Field>
      <Field label={t('establishment.zip')}>
        <Input {...form.text('zip')} maxLength={10} inputMode="numeric" />
      </Field>
      <Field label={t('establishment.naics')} hint={t('establishment.naicsHint')}>
        <Input {...form.text('naics')} maxLength={6} inputMode="numeric" />
      </Field>
      <Field label={t('establishment.industry')} optional>
        <Input {...form.text('industry')} maxLength={300} />
      </Field>
      <Field label={t('establishment.ein')} optional>
        <Input {...form.text('ein')} maxLength={10} inputMode="numeric" />
      </Field>
      <Field label={t('establishment.kind')}>
        <Select
          {...form.value('kind')}
          options={(['1', '2', '3'] as const).map((value) => ({
            value,
            label: t(`establishmentKind.${value}`),
          }))}
        />
      </Field>
    </FormDialog>
  );
}
