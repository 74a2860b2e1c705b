import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Card, CardBody } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { checkDefinition } from '@/entities/form/check-definition';
import { type BothLanguages, FORM_CATEGORIES } from '@/entities/form/form-definition';
import { formsQuery, versionQuery } from '@/features/forms/api/queries';
import { type FormFields, useSaveForm } from '@/features/forms/api/writes';
import { FormPreview } from '@/features/forms/components/form-preview';
import { LanguageInputs } from '@/features/forms/components/language-inputs';
import { SectionEditor } from '@/features/forms/components/section-editor';
import { inBoth, inOne, newSection, toEdit, toStore } from '@/features/forms/definition-edits';
import { errorText } from '@/lib/errors';
import { focusFirstAlert } from '@/lib/focus-first-alert';
import type { Language } from '@/lib/languages';
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

const namesOf = ({ name, name_es }: FormFields) => ({ en: name, es: name_es });
const withNames = (fields: FormFields, { en, es }: BothLanguages): FormFields => ({
  ...fields,
  name: en,
  name_es: es,
});
const stored = (fields: FormFields): FormFields => ({
  ...withNames(fields, inBoth(namesOf(fields))),
  definition: toStore(fields.definition),
});
const editedIn = (fields: FormFields, language: Language): FormFields => ({
  ...withNames(fields, inOne(namesOf(fields), language)),
  definition: toEdit(fields.definition, language),
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
  const { t, language } = useTranslation('forms');
  const { t: common } = useTranslation('common');
  // The lists behind it go on living: what is edited began with what was opened.
  const [opened] = useState(props.opened);
  const [start] = useState(() => editedIn(props.start, language));
  const [fields, setFields] = useState(start);
  const [tries, setTries] = useState(0);
  const edited = useRef<HTMLDivElement>(null);
  const save = useSaveForm();
  useUnsavedWarning(fields !== start && !save.isSuccess);
  const { definition } = fields;
  const clean = stored(fields);
  const problems = tries > 0 ? checkDefinition(clean.definition) : [];
  const problemOf = (id: string | null) => problems.find(({ at }) => at === id)?.problem;
  const isNamed = clean.name.trim() !== '';
  useEffect(() => {
    if (tries > 0) focusFirstAlert(edited.current);
  }, [tries]);
  const press = () => {
    setTries(tries + 1);
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
        <p className="text-muted text-sm">{t('builder.oneLanguage')}</p>
        <div ref={edited} className="contents">
          <Card>
            <CardBody className="grid gap-4">
              <LanguageInputs
                label={t('builder.name')}
                spanish={t('builder.nameEs')}
                value={namesOf(fields)}
                onValueChange={(names) => setFields(withNames(fields, names))}
                error={tries > 0 && !isNamed ? t('problem.text_missing') : undefined}
              />
              <Field label={t('builder.category')}>
                <Select
                  value={fields.category}
                  onValueChange={(category) => setFields({ ...fields, category })}
                  options={FORM_CATEGORIES.map((value) => ({
                    value,
                    label: t(`category.${value}`),
                  }))}
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
        </div>
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
        {(problems.length > 0 || (tries > 0 && !isNamed)) && (
          <Notice tone="danger">
            {t('builder.problems')} {ofForm && t(`problem.${ofForm}`)}
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
      <FormPreview
        name={{ en: clean.name, es: clean.name_es }}
        definition={clean.definition}
        className="lg:sticky lg:top-4 lg:max-h-[calc(100vh-6rem)] lg:overflow-y-auto"
      />
    </div>
  );
}
