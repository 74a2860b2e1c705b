import { Camera } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Select } from '@/components/ui/select';
import { type FormAnswers, NO_ANSWERS } from '@/entities/form/form-answers';
import type { BothLanguages, FormDefinition } from '@/entities/form/form-definition';
import { FormFields } from '@/entities/form/form-fields';
import { cn } from '@/lib/class-names';
import type { Language } from '@/lib/languages';
import { useTranslation } from '@/lib/use-translation';

/** The form as a phone shows it; answers can be tried and go nowhere. */
export function FormPreview({
  name,
  definition,
  className,
}: {
  name: BothLanguages;
  definition: FormDefinition;
  className?: string;
}) {
  const { t, language: own } = useTranslation('forms');
  const { t: fill } = useTranslation('form-fill');
  const [language, setLanguage] = useState<Language>(own);
  const [answers, setAnswers] = useState<FormAnswers>(NO_ANSWERS);
  return (
    <section
      aria-label={t('builder.preview')}
      className={cn('grid gap-3 rounded-large border bg-background p-3', className)}
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 className="font-[620]">{t('builder.preview')}</h2>
          <p className="text-muted text-xs">{t('builder.previewText')}</p>
        </div>
        <Select
          size="compact"
          aria-label={t('builder.language')}
          value={language}
          onValueChange={setLanguage}
          options={[
            { value: 'en', label: 'English' },
            { value: 'es', label: 'Español' },
          ]}
        />
      </div>
      <p className="font-[680] text-lg">{name[language] || '–'}</p>
      <FormFields
        definition={definition}
        answers={answers}
        onAnswersChange={setAnswers}
        language={language}
        missing={[]}
        people={[]}
        photos={() => (
          <Button disabled className="justify-self-start">
            <Camera aria-hidden="true" />
            {fill('photo.add')}
          </Button>
        )}
      />
    </section>
  );
}
