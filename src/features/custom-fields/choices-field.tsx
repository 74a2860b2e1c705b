import { Archive, ArchiveRestore, Plus, X } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import type { CustomChoice } from '@/entities/custom-field/custom-field';
import { cn } from '@/lib/class-names';
import { useTranslation } from '@/lib/use-translation';
import { uuidv7 } from '@/lib/uuid';

export interface ChoicesFieldProps {
  value: readonly CustomChoice[];
  onValueChange: (choices: CustomChoice[]) => void;
  /** Those that are stored: they may be in use, and are archived instead of removed. */
  stored: ReadonlySet<string>;
  error?: string | undefined;
}

export const newChoice = (): CustomChoice => ({
  id: uuidv7(),
  name: '',
  name_es: null,
  archived: false,
});

/** The choices of a field, each with its name in both languages. */
export function ChoicesField({ value, onValueChange, stored, error }: ChoicesFieldProps) {
  const { t } = useTranslation('custom-fields');
  const change = (id: string, changes: Partial<CustomChoice>): void =>
    onValueChange(value.map((one) => (one.id === id ? { ...one, ...changes } : one)));
  return (
    <fieldset className="grid gap-2 sm:col-span-2">
      <legend className="mb-1.5 font-[550] text-sm">{t('field.choices')}</legend>
      {value.map((choice, index) => {
        const number = index + 1;
        const Icon = !stored.has(choice.id) ? X : choice.archived ? ArchiveRestore : Archive;
        const action = !stored.has(choice.id)
          ? 'removeChoice'
          : choice.archived
            ? 'restoreChoice'
            : 'archiveChoice';
        return (
          <div key={choice.id} className="flex items-center gap-2">
            <div className="grid flex-1 gap-2 sm:grid-cols-2">
              <Input
                aria-label={t('field.choice', { number })}
                placeholder={t('field.choice', { number })}
                className={cn(choice.archived && 'line-through')}
                maxLength={60}
                value={choice.name}
                onChange={({ target }) => change(choice.id, { name: target.value })}
              />
              <Input
                lang="es"
                aria-label={t('field.choiceSpanish', { number })}
                placeholder={t('field.choiceSpanish', { number })}
                className={cn(choice.archived && 'line-through')}
                maxLength={60}
                value={choice.name_es ?? ''}
                onChange={({ target }) => change(choice.id, { name_es: target.value || null })}
              />
            </div>
            <Button
              variant="ghost"
              size="icon"
              aria-label={t(`field.${action}`, { number })}
              onClick={() =>
                stored.has(choice.id)
                  ? change(choice.id, { archived: !choice.archived })
                  : onValueChange(value.filter(({ id }) => id !== choice.id))
              }
            >
              <Icon aria-hidden="true" />
            </Button>
          </div>
        );
      })}
      {error && (
        <p role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
      <div>
        <Button size="small" onClick={() => onValueChange([...value, newChoice()])}>
          <Plus aria-hidden="true" />
          {t('field.addChoice')}
        </Button>
      </div>
    </fieldset>
  );
}
