import { type ReactNode, useMemo } from 'react';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import {
  type Answer,
  type FormAnswers,
  type MissingAnswer,
  type PersonAnswers,
  type ShownPart,
  shownParts,
  shownSections,
} from '@/entities/form/form-answers';
import type { FormDefinition, Section } from '@/entities/form/form-definition';
import { PeopleOfSection, type Person } from '@/entities/form/people-of-section';
import { type PhotoAnswerProps, QuestionInput } from '@/entities/form/question-input';
import type { Language } from '@/lib/languages';

export interface FormFieldsProps {
  definition: FormDefinition;
  answers: FormAnswers;
  onAnswersChange: (change: (before: FormAnswers) => FormAnswers) => void;
  language: Language;
  /** What was missing when somebody tried to send it. */
  missing: readonly MissingAnswer[];
  /** Whom a section that is answered for each person can be about. */
  people: readonly Person[];
  photos: (props: PhotoAnswerProps) => ReactNode;
}

type Values = Record<string, Answer>;

function withAnswer(values: Readonly<Values>, key: string, answer: Answer | undefined): Values {
  const { [key]: _, ...rest } = values;
  return answer === undefined ? rest : { ...rest, [key]: answer };
}

/** A form as it is filled: sections one below the other, only what applies to the answers so far. */
export function FormFields(props: FormFieldsProps) {
  const { definition, answers, onAnswersChange, language, missing, people } = props;
  const parts = useMemo(() => shownParts(definition, answers), [definition, answers]);
  const changePeople = (
    section: Section,
    change: (list: readonly PersonAnswers[]) => readonly PersonAnswers[],
  ) =>
    onAnswersChange((before) => ({
      ...before,
      people: { ...before.people, [section.id]: change(before.people[section.id] ?? []) },
    }));
  const answer =
    (section: Section, person: number | null) => (key: string, next: Answer | undefined) =>
      person === null
        ? onAnswersChange((before) => ({
            ...before,
            values: withAnswer(before.values, key, next),
          }))
        : changePeople(section, (list) =>
            list.map((one, at) =>
              at === person ? { ...one, values: withAnswer(one.values, key, next) } : one,
            ),
          );
  const questionsOf = (part: ShownPart, person: number | null): ReactNode =>
    part.questions.map((question) => (
      <QuestionInput
        key={question.id}
        question={question}
        values={part.values}
        onAnswer={answer(part.section, person)}
        language={language}
        photos={props.photos}
        {...(part.person && { signer: part.person.name })}
        missing={
          missing.find(
            (one) =>
              one.sectionId === part.section.id &&
              one.questionId === question.id &&
              one.person === person,
          )?.missing ?? null
        }
      />
    ));
  return shownSections(definition, answers).map((section) => {
    const own = parts.filter((part) => part.section.id === section.id);
    return (
      <Card key={section.id}>
        <CardHeader title={section.title[language] || '–'} />
        <CardBody className="grid grid-cols-1 gap-6">
          {section.text && <p className="whitespace-pre-line">{section.text[language]}</p>}
          {section.repeat ? (
            <PeopleOfSection
              people={people}
              chosen={answers.people[section.id] ?? []}
              isMissing={missing.some(
                (one) => one.sectionId === section.id && one.missing === 'people',
              )}
              onChosenChange={(change) => changePeople(section, change)}
            >
              {(at) => {
                const part = own[at];
                return part ? questionsOf(part, at) : null;
              }}
            </PeopleOfSection>
          ) : (
            own.map((part) => questionsOf(part, null))
          )}
        </CardBody>
      </Card>
    );
  });
}
