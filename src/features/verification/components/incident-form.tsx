import { useState } from 'react';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { Textarea } from '@/components/ui/textarea';
import { type Incident, TREATMENTS } from '@/features/verification/api/queries';
import { type IncidentFields, useSaveIncident } from '@/features/verification/api/save-incident';
import { errorText } from '@/lib/errors';
import { useTranslation } from '@/lib/use-translation';
import { useUnsavedWarning } from '@/lib/use-unsaved-warning';

const textsOf = (incident: IncidentFields) => ({
  description: incident.description ?? '',
  body_part: incident.body_part ?? '',
  place: incident.place ?? '',
  witnesses: incident.witnesses ?? '',
  treatment: incident.treatment ?? null,
});

/** Five fields; all may stay empty, and each change is in the timeline. */
export function IncidentForm({ incident }: { incident: Incident }) {
  const { t } = useTranslation(['verification', 'common']);
  const save = useSaveIncident(incident.company_id);
  const closed = incident.status === 'closed';
  const [opened, setOpened] = useState<IncidentFields>(incident);
  const [fields, setFields] = useState(() => textsOf(incident));
  const change = (changes: Partial<typeof fields>) => setFields({ ...fields, ...changes });
  const saved = textsOf(opened);
  const names = Object.keys(saved) as (keyof typeof saved)[];
  useUnsavedWarning(names.some((name) => fields[name] !== saved[name]));
  const submit = () =>
    save.mutate(
      {
        id: incident.id,
        before: opened,
        after: {
          description: fields.description.trim() || null,
          body_part: fields.body_part.trim() || null,
          place: fields.place.trim() || null,
          witnesses: fields.witnesses.trim() || null,
          treatment: fields.treatment,
        },
      },
      {
        onSuccess: (saved) => {
          setOpened(saved as IncidentFields);
          setFields(textsOf(saved as IncidentFields));
        },
      },
    );
  return (
    <fieldset disabled={closed} className="grid gap-3 sm:grid-cols-2">
      <legend className="sr-only">{t('incident.form')}</legend>
      {save.error && (
        <Notice tone="danger" className="sm:col-span-2">
          {errorText(save.error)}
        </Notice>
      )}
      <Field label={t('incident.description')} className="sm:col-span-2">
        <Textarea
          rows={3}
          maxLength={5000}
          value={fields.description}
          onChange={(event) => change({ description: event.target.value })}
        />
      </Field>
      <Field label={t('incident.body_part')} optional>
        <Input
          maxLength={200}
          value={fields.body_part}
          onChange={(event) => change({ body_part: event.target.value })}
        />
      </Field>
      <Field label={t('incident.treatment')} optional>
        <Select
          value={fields.treatment ?? undefined}
          placeholder={t('treatment.choose')}
          disabled={closed}
          onValueChange={(treatment) => change({ treatment })}
          options={TREATMENTS.map((value) => ({ value, label: t(`treatment.${value}`) }))}
        />
      </Field>
      <Field label={t('incident.place')} optional>
        <Input
          maxLength={300}
          value={fields.place}
          onChange={(event) => change({ place: event.target.value })}
        />
      </Field>
      <Field label={t('incident.witnesses')} optional>
        <Input
          maxLength={1000}
          value={fields.witnesses}
          onChange={(event) => change({ witnesses: event.target.value })}
        />
      </Field>
      {!closed && (
        <Button
          variant="primary"
          className="justify-self-end sm:col-span-2"
          busy={save.isPending}
          onClick={submit}
        >
          {t('common:action.save')}
        </Button>
      )}
    </fieldset>
  );
}
