import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Card, CardBody } from '@/components/ui/card';
import type { DefinitionProblem } from '@/entities/form/check-definition';
import type { FormDefinition, Section } from '@/entities/form/form-definition';
import { CheckRow } from '@/features/forms/components/check-row';
import { ConditionEditor } from '@/features/forms/components/condition-editor';
import { LanguageInputs } from '@/features/forms/components/language-inputs';
import { ProblemText } from '@/features/forms/components/problem-text';
import { QuestionEditor } from '@/features/forms/components/question-editor';
import { moved, newQuestion, questionsBefore } from '@/features/forms/definition-edits';
import { useTranslation } from '@/lib/use-translation';

export interface SectionEditorProps {
  definition: FormDefinition;
  at: number;
  onSectionsChange: (sections: Section[]) => void;
  /** What is wrong with a section or question, by its id. */
  problemOf: (id: string) => DefinitionProblem | undefined;
}

/** One section with its questions, in the order they are asked. */
export function SectionEditor({ definition, at, onSectionsChange, problemOf }: SectionEditorProps) {
  const { t } = useTranslation('forms');
  const { sections } = definition;
  const section = sections[at];
  if (!section) return null;
  const change = (part: Partial<Section>) =>
    onSectionsChange(sections.map((one, place) => (place === at ? { ...section, ...part } : one)));
  const replace = (next: Section) =>
    onSectionsChange(sections.map((one, place) => (place === at ? next : one)));
  const { questions } = section;
  const name = t('builder.section', { number: at + 1 });
  const isLast = at === sections.length - 1;
  const problem = problemOf(section.id);
  return (
    <Card>
      <CardBody className="grid gap-4">
        <div className="flex items-center gap-1">
          <h3 className="mr-auto font-[620]">{name}</h3>
          <Button
            variant="ghost"
            size="icon"
            aria-label={`${t('builder.up')}: ${name}`}
            disabled={at === 0}
            onClick={() => onSectionsChange(moved(sections, at, -1))}
          >
            <ArrowUp aria-hidden="true" />
          </Button>
          <Button
            variant="ghost"
            size="icon"
            aria-label={`${t('builder.down')}: ${name}`}
            disabled={isLast}
            onClick={() => onSectionsChange(moved(sections, at, 1))}
          >
            <ArrowDown aria-hidden="true" />
          </Button>
          <Button
            variant="ghost"
            size="icon"
            aria-label={`${t('builder.removeSection')}: ${name}`}
            disabled={sections.length === 1}
            onClick={() => onSectionsChange(sections.filter((_, place) => place !== at))}
          >
            <Trash2 aria-hidden="true" />
          </Button>
        </div>
        <ProblemText problem={problem} />
        <LanguageInputs
          label={t('builder.sectionTitle')}
          spanish={t('builder.sectionTitleEs')}
          value={section.title}
          onValueChange={(title) => change({ title })}
          error={problem === 'text_missing' ? t('problem.text_missing') : undefined}
        />
        <LanguageInputs
          long
          label={t('builder.sectionText')}
          spanish={t('builder.sectionTextEs')}
          value={section.text}
          onValueChange={(text) => change({ text })}
        />
        <CheckRow
          label={t('builder.repeat')}
          checked={section.repeat === 'person'}
          onCheckedChange={(on) => {
            const { repeat: _, ...rest } = section;
            replace(on ? { ...rest, repeat: 'person' } : rest);
          }}
        />
        <ConditionEditor
          value={section.when}
          questions={questionsBefore(definition, at, null)}
          onValueChange={(when) => {
            const { when: _, ...rest } = section;
            replace(when ? { ...rest, when } : rest);
          }}
        />
        {questions.map((question, place) => (
          <QuestionEditor
            key={question.id}
            number={place + 1}
            question={question}
            before={questionsBefore(definition, at, place)}
            problem={problemOf(question.id)}
            onQuestionChange={(next) =>
              change({ questions: questions.map((one) => (one.id === question.id ? next : one)) })
            }
            onMove={{
              up: place === 0 ? null : () => change({ questions: moved(questions, place, -1) }),
              down:
                place === questions.length - 1
                  ? null
                  : () => change({ questions: moved(questions, place, 1) }),
            }}
            onRemove={() => change({ questions: questions.filter(({ id }) => id !== question.id) })}
          />
        ))}
        <Button
          className="justify-self-start"
          onClick={() => change({ questions: [...questions, newQuestion()] })}
        >
          <Plus aria-hidden="true" />
          {t('builder.addQuestion')}
        </Button>
      </CardBody>
    </Card>
  );
}
