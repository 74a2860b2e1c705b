import { X } from 'lucide-react';
import { Combobox } from '@/components/shared/combobox';
import type { Subject } from '@/features/clock-rules/rule-values';
import {
  MEMBER_KINDS,
  type MemberKind,
  type MemberNames,
} from '@/features/clock-rules/use-member-names';
import { useTranslation } from '@/lib/use-translation';

interface MembersFieldProps {
  name: string;
  value: readonly Subject[];
  names: MemberNames;
  error: string | undefined;
  onValueChange: (members: readonly Subject[]) => void;
}

const NOBODY: Subject = { crew_id: null, employee_id: null, project_id: null };
const column = (kind: MemberKind) => `${kind}_id` as const;

/** Crews, people and projects of a group. */
export function MembersField({ name, value, names, error, onValueChange }: MembersFieldProps) {
  const { t } = useTranslation('clock-rules');
  const chosen = value.flatMap((member) =>
    MEMBER_KINDS.flatMap((kind) => {
      const id = member[column(kind)];
      return id ? [{ kind, id, text: names.nameOf(kind, id) }] : [];
    }),
  );
  const without = (kind: MemberKind, id: string) =>
    value.filter((member) => member[column(kind)] !== id);
  return (
    <fieldset name={name} className="grid gap-2 sm:col-span-2" aria-describedby={`${name}-hint`}>
      <legend className="mb-1.5 font-[550] text-sm">{t('members.label')}</legend>
      <div className="grid gap-2 sm:grid-cols-3">
        {MEMBER_KINDS.map((kind) => (
          <Combobox
            key={kind}
            value={null}
            aria-label={t(`members.${kind}`)}
            placeholder={t(`members.${kind}`)}
            options={names.options[kind].filter(
              (option) => !value.some((member) => member[column(kind)] === option.value),
            )}
            onValueChange={(id) =>
              id && onValueChange([...value, { ...NOBODY, [column(kind)]: id }])
            }
          />
        ))}
      </div>
      <ul className="flex flex-wrap gap-2 empty:hidden">
        {chosen.map(({ kind, id, text }) => (
          <li
            key={`${kind} ${id}`}
            className="inline-flex items-center gap-1 rounded-full bg-primary-soft py-0.5 pr-1 pl-3 font-[550] text-primary text-sm"
          >
            {text}
            <button
              type="button"
              aria-label={t('members.remove', { name: text })}
              className="touch-target grid size-6 place-items-center rounded-full hover:bg-border/60"
              onClick={() => onValueChange(without(kind, id))}
            >
              <X className="size-3.5" aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <p id={`${name}-hint`} className={error ? 'text-danger text-sm' : 'text-muted text-sm'}>
        {error ?? t('members.hint')}
      </p>
    </fieldset>
  );
}
