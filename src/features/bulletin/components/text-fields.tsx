import { useTranslation } from 'react-i18next';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Textarea } from '@/components/ui/textarea';
import type { BulletinDraft } from '@/features/bulletin/bulletin-draft';

interface TextFieldsProps {
  draft: BulletinDraft;
  onChange: (changed: Partial<BulletinDraft>) => void;
  /** What is missing, once it is time to say so. */
  problems: { title: boolean; titleEs: boolean } | null;
}

/** English and Spanish side by side; Spanish may stay empty and everyone then reads English. */
export function TextFields({ draft, onChange, problems }: TextFieldsProps) {
  const { t } = useTranslation(['bulletin', 'common']);
  return (
    <>
      <Field label={t('field.title')} error={problems?.title ? t('required.title') : undefined}>
        <Input
          lang="en"
          maxLength={200}
          value={draft.title}
          onChange={(event) => onChange({ title: event.target.value })}
        />
      </Field>
      <Field
        label={t('field.titleEs')}
        optional={t('common:optional')}
        error={problems?.titleEs ? t('required.titleEs') : undefined}
      >
        <Input
          lang="es"
          maxLength={200}
          value={draft.title_es}
          onChange={(event) => onChange({ title_es: event.target.value })}
        />
      </Field>
      <Field label={t('field.body')} optional={t('common:optional')}>
        <Textarea
          lang="en"
          rows={6}
          maxLength={20_000}
          value={draft.body}
          onChange={(event) => onChange({ body: event.target.value })}
        />
      </Field>
      <Field label={t('field.bodyEs')} optional={t('common:optional')}>
        <Textarea
          lang="es"
          rows={6}
          maxLength={20_000}
          value={draft.body_es}
          onChange={(event) => onChange({ body_es: event.target.value })}
        />
      </Field>
    </>
  );
}
