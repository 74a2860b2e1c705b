import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Card, CardBody } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { checkDefinition } from '@/entities/form/check-definition';
import { FORM_CATEGORIES } from '@/entities/form/form-definition';
import { formsQuery, versionQuery } from '@/features/forms/api/queries';
import { type FormFields, useSaveForm } from '@/features/forms/api/writes';
import { FormPreview } from '@/features/forms/components/form-preview';
import { LanguageInputs } from '@/features/forms/components/language-inputs';
import { SectionEditor } from '@/features/forms/components/section-editor';
import { newSection, withoutBlanks } from '@/features/forms/definition-edits';
import { errorText } from '@/lib/errors';
import { useTranslation } from '@/lib/use-translation';
import { useUnsavedWarning } from '@/lib/use-unsaved-warning';

interface FormBuilderProps {
  companyId: string;
  /** Null: a new form. */
  formId: string | null;
  onClose: () => void;
}

const newForm = (): FormFields => ({
  name: '',
  name_es: '',
  category: 'other',
  definition: { sections: [newSection()] },
});

/** Writes a form: what it asks, in which order, in both languages, with a preview beside it. */
export default function FormBuilder({ companyId, formId, onClose }: FormBuilderProps) {
  if (!formId) return <Editor opened={null} start={newForm()} onClose={onClose} />;
  return <OfForm companyId={companyId} formId={formId} onClose={onClose} />;
}

function OfForm({
  companyId,
  formId,
  onClose,
}: {
  companyId: string;
  formId: string;
  onClose: () => void;
}) {
  const forms = useQuery(formsQuery(companyId));
  const version = useQuery({ ...versionQuery(companyId, formId), staleTime: 0 });
  const form = forms.data?.find(({ id }) => id === formId);
  return (
    <Loaded query={version} skeleton={<ListSkeleton />}>
      {({ number, definition }) =>
        form ? (
          <Editor
            opened={{ id: formId, version: number }}
            start={{ name: form.name, name_es: form.name_es, category: form.category, definition }}
            onClose={onClose}
          />
        ) : (
          <ListSkeleton />
        )
      }
    </Loaded>
  );
}

interface EditorProps {
  opened: { id: string; version: number } | null;
  start: FormFields;
  onClose: () => void;
}

function Editor(props: EditorProps) {
  const { onClose } = props;
  const { t } = useTranslation('forms');
  const { t: common } = useTranslation('common');
  // The lists behind it go on living: what is edited began with what was opened.
  const [opened] = useState(props.opened);
  const [start] = useState(props.start);
  const [fields, setFields] = useState(start);
  const [tried, setTried] = useState(false);
  const save = useSaveForm();
  useUnsavedWarning(fields !== start && !save.isSuccess);
  const { definition } = fields;
  const clean = { ...fields, definition: withoutBlanks(definition) };
  const problems = tried ? checkDefinition(clean.definition) : [];
  const problemOf = (id: string | null) => {
    const found = problems.find(({ at }) => at === id);
    return found && t(`problem.${found.problem}`);
  };
  const isNamed = fields.name.trim() !== '' && fields.name_es.trim() !== '';
  const press = () => {
    setTried(true);
    if (!isNamed || checkDefinition(clean.definition).length > 0) return;
    save.mutate({ opened, fields: clean }, { onSuccess: onClose });
  };
  const ofForm = problemOf(null);
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(320px,2fr)]">
      <div className="grid gap-4">
        <h2 className="font-[620] text-lg">{t(opened ? 'builder.edit' : 'builder.new')}</h2>
        {opened && (
          <p className="text-muted text-sm">
            {t('builder.newVersion', { number: opened.version + 1 })}
          </p>
        )}
        <Card>
          <CardBody className="grid gap-4">
            <LanguageInputs
              label={t('builder.name')}
              spanish={t('builder.nameEs')}
              value={{ en: fields.name, es: fields.name_es }}
              onValueChange={({ en, es }) => setFields({ ...fields, name: en, name_es: es })}
              error={tried && !isNamed ? t('problem.text_missing') : undefined}
            />
            <Field label={t('builder.category')}>
              <Select
                value={fields.category}
                onValueChange={(category) => setFields({ ...fields, category })}
                options={FORM_CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) }))}
              />
            </Field>
          </CardBody>
        </Card>
        {definition.sections.map((section, at) => (
          <SectionEditor
            key={section.id}
            definition={definition}
            at={at}
            problemOf={problemOf}
            onSectionsChange={(sections) => setFields({ ...fields, definition: { sections } })}
          />
        ))}
        <Button
          className="justify-self-start"
          onClick={() =>
            setFields({
              ...fields,
              definition: { sections: [...definition.sections, newSection()] },
            })
          }
        >
          <Plus aria-hidden="true" />
          {t('builder.addSection')}
        </Button>
        {(problems.length > 0 || (tried && !isNamed)) && (
          <Notice tone="danger">
            {t('builder.problems')} {ofForm}
          </Notice>
        )}
        {save.error && <Notice tone="danger">{errorText(save.error)}</Notice>}
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" busy={save.isPending} onClick={press}>
            {t('builder.save')}
          </Button>
          <Button onClick={onClose}>{common('action.cancel')}</Button>
        </div>
      </div>
      <FormPreview name={{ en: fields.name, es: fields.name_es }} definition={definition} />
    </div>
  );
}
