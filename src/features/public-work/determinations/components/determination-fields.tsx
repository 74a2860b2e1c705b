import { DateInput } from '@/components/shared/date-input';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import {
  changeDetermination,
  type Draft,
  type DraftDetermination,
  type Problem,
} from '@/features/public-work/determinations/draft';
import { useFormat } from '@/lib/format-context';
import { translate } from '@/lib/translation';
import { useTranslation } from '@/lib/use-translation';

interface DeterminationFieldsProps {
  draft: Draft;
  at: number;
  problems: readonly Problem[];
  onChange: (draft: Draft) => void;
}

/** Number, modification and dates as read, and from when it applies on this contract. */
export function DeterminationFields({ draft, at, problems, onChange }: DeterminationFieldsProps) {
  const { t } = useTranslation('determinations');
  const format = useFormat();
  const own = draft.determinations[at] as DraftDetermination;
  const { read } = own;
  const change = (changes: Partial<DraftDetermination>): void =>
    onChange(changeDetermination(draft, at, changes));
  const errorOf = (...codes: string[]): string | undefined => {
    const found = problems.find(
      ({ determination, place, problem }) =>
        determination === at && place === null && codes.includes(problem),
    );
    return found && translate(`determinations:problem.${found.problem}`);
  };
  const about = [read.state, read.constructionTypes, read.counties].filter(Boolean).join(' · ');
  const { publishedOn } = read;
  return (
    <div className="flex flex-col gap-3">
      {about && <p className="text-muted text-sm">{about}</p>}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t('field.number')}
          error={errorOf('number_missing', 'number_too_long', 'determination_twice')}
        >
          <Input
            value={own.number}
            maxLength={60}
            onChange={(event) => change({ number: event.target.value })}
          />
        </Field>
        <Field label={t('field.modification')}>
          <Input
            value={own.modification}
            maxLength={40}
            onChange={(event) => change({ modification: event.target.value })}
          />
        </Field>
        <Field label={t('field.publishedOn')} optional error={errorOf('published_on_wrong')}>
          <DateInput
            value={own.publishedOn}
            onValueChange={(value) => change({ publishedOn: value })}
          />
        </Field>
        <Field
          label={t('field.effectiveFrom')}
          hint={t('field.effectiveHint')}
          error={errorOf('effective_from_missing')}
        >
          <DateInput
            value={own.effectiveFrom}
            onValueChange={(value) => change({ effectiveFrom: value })}
          />
        </Field>
      </div>
      {own.effectiveFrom === null && publishedOn && (
        <Button
          variant="link"
          size="inline"
          className="w-fit"
          onClick={() => change({ effectiveFrom: publishedOn })}
        >
          {t('field.usePublished', { date: format.date(publishedOn) })}
        </Button>
      )}
      {read.notes.map(({ code, text }) => (
        <Notice key={code} tone="attention">
          {t(`note.${code}`, { text })}
        </Notice>
      ))}
      {!own.isIncluded && <Notice>{t('notIncluded')}</Notice>}
    </div>
  );
}
