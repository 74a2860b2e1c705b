import { type SyntheticEvent, useCallback, useRef, useState } from 'react';
import { DiscardDialog } from '@/components/ui/discard-dialog';
import { useTranslation } from '@/lib/use-translation';

const CHOICES = '[role="option"], [role="radio"], [role="checkbox"], [role="switch"]';
/** Searching and choosing a file throw nothing away by themselves. */
const TYPED =
  'textarea, input:not([type="search"], [type="file"], [type="checkbox"], [type="radio"], [role="combobox"])';

/**
 * Escape, Back or a press beside a dialog somebody typed into: asks before it is thrown away.
 * Cancel and the close button are pressed on purpose and ask nothing.
 */
export function useDiscardQuestion() {
  const { t } = useTranslation('common');
  const [asking, setAsking] = useState(false);
  const typed = useRef(false);
  const close = useRef<HTMLButtonElement>(null);
  const onInput = ({ target }: SyntheticEvent): void => {
    if ((target as Element).matches(TYPED)) typed.current = true;
  };
  /** Options of a list stand outside the form on the page, but belong to it in the tree. */
  const onChoose = ({ target, currentTarget }: SyntheticEvent): void => {
    const chosen = (target as Element).closest(CHOICES);
    if (chosen && currentTarget.querySelector('form')) typed.current = true;
  };
  const askFirst = (event: Event): void => {
    // A message over the dialog, such as one with Undo, is no press beside it.
    if ((event.target as Element | null)?.closest?.('[data-sonner-toaster]')) {
      event.preventDefault();
      return;
    }
    if (!typed.current || event.defaultPrevented) return;
    event.preventDefault();
    setAsking(true);
  };
  return {
    /** For the hidden close button. */
    close,
    /** The dialog opens, perhaps once more. */
    reset: useCallback((): void => {
      typed.current = false;
      setAsking(false);
    }, []),
    goBack: (): void => (typed.current ? setAsking(true) : close.current?.click()),
    guard: {
      onInputCapture: onInput,
      onClickCapture: onChoose,
      onPointerUpCapture: onChoose,
      onEscapeKeyDown: askFirst,
      onPointerDownOutside: askFirst,
    },
    question: asking && (
      <DiscardDialog
        title={t('discard.title')}
        text={t('discard.text')}
        confirm={t('discard.confirm')}
        onDiscard={() => close.current?.click()}
        onKeep={() => setAsking(false)}
      />
    ),
  };
}
