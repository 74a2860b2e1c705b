import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { RadioGroup, RadioItem } from '@/components/ui/radio-group';
import { type ConflictField, isClash, type Question, sameValue } from '@/entities/edit/conflict';
import { useConflictValues } from '@/entities/edit/conflict-values';
import { cn } from '@/lib/class-names';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

type Side = 'saved' | 'yours';

/** Yours, unless you did not touch it and it is here only because it belongs to what you changed. */
const proposed = ({ yours, based_on }: ConflictField): Side =>
  sameValue(yours, based_on) ? 'saved' : 'yours';

/** Some fields come along because they belong to one that was changed. */
const isChanged = (field: ConflictField): boolean =>
  !sameValue(field.saved, field.based_on) ||
  ('yours' in field && !sameValue(field.yours, field.based_on));

function FieldRow({
  field,
  names,
  choice,
  onChoose,
}: {
  field: ConflictField;
  names: ReturnType<typeof useConflictValues>;
  choice: Side;
  onChoose: (side: Side) => void;
}) {
  const { t } = useTranslation('conflict');
  const { labelOf, textOfValue } = names;
  const label = labelOf(field.field);
  const text = (value: unknown) => textOfValue(field.field, value);
  const clash = isClash(field);
  const changed = (value: unknown) =>
    sameValue(value, field.based_on) ? t('notChanged') : text(value);
  return (
    <section
      aria-label={label}
      className={cn(
        'grid gap-x-4 gap-y-2 border-t px-5 py-3 sm:grid-cols-[9rem_8rem_1fr]',
        clash && 'bg-attention-soft',
      )}
    >
      <h3 className="font-[640] text-sm">
        {label}
        {clash && (
          <Badge tone="attention" className="mt-1 block w-fit">
            {t('bothChanged')}
          </Badge>
        )}
      </h3>
      <p className="text-muted text-sm wrap-anywhere">
        <span className="block text-xs">{t('opened')}</span>
        {text(field.based_on)}
      </p>
      {clash ? (
        <RadioGroup
          aria-label={label}
          className="sm:grid-cols-2"
          value={choice}
          onValueChange={(side) => onChoose(side as Side)}
        >
          <RadioItem value="saved" label={text(field.saved)} description={t('saved')} />
          <RadioItem value="yours" label={changed(field.yours)} description={t('yours')} />
        </RadioGroup>
      ) : (
        <p className="text-sm wrap-anywhere">
          <span className="block text-muted text-xs">
            {t('yours' in field && !sameValue(field.yours, field.saved) ? 'yours' : 'saved')}
          </span>
          {text(
            'yours' in field && !sameValue(field.yours, field.based_on) ? field.yours : field.saved,
          )}
        </p>
      )}
    </section>
  );
}

/** Somebody else changed the same fields: what was, theirs and yours, and which of them stays. */
export default function ConflictDialog({ question }: { question: Question }) {
  const { conflict, answer } = question;
  const { t } = useTranslation('conflict');
  const format = useFormat();
  const names = useConflictValues(conflict);
  const [choices, setChoices] = useState<ReadonlyMap<string, Side>>(
    () => new Map(conflict.fields.map((field) => [field.field, proposed(field)])),
  );
  const name = conflict.saved_by ?? t('someone');
  const time = conflict.saved_at ? format.dateTime(conflict.saved_at) : '';
  const who = conflict.saved_by_you ? 'byYou' : conflict.saved_at ? 'by' : 'bySomeone';
  return (
    <Dialog open onOpenChange={(open) => !open && answer(null)}>
      <DialogContent
        title={t(conflict.saved_by_you ? 'titleYou' : 'title')}
        description={t(who, { name, time })}
        width="large"
        onTop
      >
        <DialogBody className="px-0!">
          {conflict.fields.filter(isChanged).map((field) => (
            <FieldRow
              key={field.field}
              field={field}
              names={names}
              choice={choices.get(field.field) ?? 'yours'}
              onChoose={(side) => setChoices((now) => new Map(now).set(field.field, side))}
            />
          ))}
        </DialogBody>
        <DialogFooter className="border-t">
          <p className="mr-auto self-center text-muted text-sm">{t('history')}</p>
          <Button onClick={() => answer(null)}>{t('goOn')}</Button>
          <Button variant="primary" onClick={() => answer(choices)}>
            {t('save')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
