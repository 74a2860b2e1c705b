import { Check, MessageSquare, PencilLine } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import type { Action } from '@/features/verification/api/decide';
import type { Item } from '@/features/verification/api/queries';
import { ActionKey } from '@/features/verification/components/action-key';
import { AskForm } from '@/features/verification/components/ask-form';
import { CorrectForm } from '@/features/verification/components/correct-form';
import type { Deciding } from '@/features/verification/use-deciding';
import { useTranslation } from '@/lib/use-translation';

export interface Choice {
  action: Action | 'ask';
  label: string;
  /** What it does to the paid time, such as `−6 min`. */
  effect?: string | undefined;
  /** Its key, where another choice has the usual one. */
  shortcut?: string;
  /** Only with a reason. */
  needsNote?: boolean;
}

const KEYS: Record<Choice['action'], string> = {
  resolve: 'a',
  accept: 'a',
  apply: 'a',
  correct: 'c',
  adjust: 'c',
  refuse: 'r',
  discard: 'r',
  ask: 'q',
};

const ICONS = {
  resolve: Check,
  accept: Check,
  apply: Check,
  correct: PencilLine,
  ask: MessageSquare,
};

interface ChoiceButtonProps {
  choice: Choice;
  isPrimary: boolean;
  busy: boolean;
  onPress: () => void;
}

function ChoiceButton({ choice, isPrimary, busy, onPress }: ChoiceButtonProps) {
  const { action, label, effect, shortcut = KEYS[action] } = choice;
  const Icon = action in ICONS ? ICONS[action as keyof typeof ICONS] : null;
  const isHard = action === 'refuse' || action === 'discard';
  return (
    <Button
      variant={isPrimary ? 'primary' : 'outline'}
      busy={busy}
      data-key={shortcut}
      aria-keyshortcuts={shortcut}
      className={isHard ? 'text-danger!' : undefined}
      onClick={onPress}
    >
      {Icon && !busy && <Icon aria-hidden="true" />}
      {label}
      {effect && <span className="tabular font-normal opacity-80">{effect}</span>}
      <ActionKey>{shortcut}</ActionKey>
    </Button>
  );
}

export interface DecisionFooterProps {
  items: readonly Item[];
  choices: readonly Choice[];
  deciding: Deciding;
  /** The time each punch gets where several are corrected at once; one is asked for in a field. */
  correctTo?: (item: Item) => string | undefined;
  /** The first choice is the blue button, unless something else is. */
  hasPrimary?: boolean;
  note: { label: string; hint: string };
  /** Before the choices, such as the way to an incident. */
  before?: ReactNode;
}

/** Always in sight: the note for the record, and what can be done, each with its key. */
export function DecisionFooter(props: DecisionFooterProps) {
  const { items, choices, deciding, correctTo, hasPrimary = true, note, before } = props;
  const { t } = useTranslation('verification');
  const noteId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const [opened, setOpened] = useState<'ask' | 'correct' | null>(null);
  const [first] = items;
  const send = (action: Action, at?: string) =>
    deciding.send({
      items: items.map((item) => ({ item, ...(at ? { at } : {}) })),
      action,
      note: text.trim(),
    });
  const press = ({ action, needsNote }: Choice): void => {
    if (action === 'ask') setOpened(opened === 'ask' ? null : 'ask');
    else if (needsNote && text.trim() === '') {
      setIsMissing(true);
      field.current?.focus();
    } else if (action === 'correct' && correctTo)
      void deciding.send({
        items: items.flatMap((item) => {
          const at = correctTo(item);
          return at ? [{ item, at }] : [];
        }),
        action,
        note: text.trim(),
      });
    else if (action === 'correct') setOpened(opened === 'correct' ? null : 'correct');
    else void send(action);
  };
  return (
    <footer
      data-item-actions
      className="grid shrink-0 gap-2.5 border-t bg-surface px-5 py-3.5 max-lg:sticky max-lg:bottom-0 max-lg:z-10 max-lg:px-3.5"
    >
      {opened === 'ask' && <AskForm items={items} onDone={() => setOpened(null)} />}
      {opened === 'correct' && first && (
        <CorrectForm
          item={first}
          onCorrect={(at) => send('correct', at)}
          onCancel={() => setOpened(null)}
        />
      )}
      {opened === null && (
        <>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <label className="sr-only" htmlFor={noteId}>
              {note.label}
            </label>
            <Input
              ref={field}
              id={noteId}
              className="min-w-52 flex-1"
              placeholder={t('note.placeholder')}
              maxLength={500}
              value={text}
              aria-invalid={isMissing || undefined}
              aria-describedby={`${noteId}-hint`}
              onChange={(event) => {
                setText(event.target.value);
                setIsMissing(false);
              }}
            />
            <p
              id={`${noteId}-hint`}
              role={isMissing ? 'alert' : undefined}
              className={isMissing ? 'text-danger text-sm' : 'text-muted text-sm max-sm:sr-only'}
            >
              {isMissing ? t('note.required') : note.hint}
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            {before}
            {choices.map((choice, index) => (
              <ChoiceButton
                key={choice.action}
                choice={choice}
                isPrimary={hasPrimary && index === 0}
                busy={deciding.busy === choice.action}
                onPress={() => press(choice)}
              />
            ))}
          </div>
        </>
      )}
    </footer>
  );
}
