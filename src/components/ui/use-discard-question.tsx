import { AlertDialog } from 'radix-ui';
import { type SyntheticEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';

const CHOICES = '[role="option"], [role="radio"], [role="checkbox"], [role="switch"]';

/**
 * Escape, Back or a press beside a form somebody typed into: asks before it is thrown away.
 * Cancel and the close button are pressed on purpose and ask nothing.
 */
export function useDiscardQuestion() {
  const { t } = useTranslation('common');
  const [asking, setAsking] = useState(false);
  const typed = useRef(false);
  const close = useRef<HTMLButtonElement>(null);
  const onInput = ({ target }: SyntheticEvent): void => {
    if ((target as Element).closest('form')) typed.current = true;
  };
  /** Options of a list stand outside the form on the page, but belong to it in the tree. */
  const onChoose = ({ target, currentTarget }: SyntheticEvent): void => {
    const chosen = (target as Element).closest(CHOICES);
    if (chosen && currentTarget.querySelector('form')) typed.current = true;
  };
  const askFirst = (event: Event): void => {
    if (!typed.current || event.defaultPrevented) return;
    event.preventDefault();
    setAsking(true);
  };
  return {
    /** For the hidden close button. */
    close,
    goBack: (): void => (typed.current ? setAsking(true) : close.current?.click()),
    guard: {
      onInputCapture: onInput,
      onClickCapture: onChoose,
      onPointerUpCapture: onChoose,
      onEscapeKeyDown: askFirst,
      onPointerDownOutside: askFirst,
    },
    question: (
      <AlertDialog.Root open={asking} onOpenChange={setAsking}>
        <AlertDialog.Portal>
          <AlertDialog.Overlay className="fixed inset-0 z-80 bg-overlay" />
          <AlertDialog.Content className="fixed top-1/2 left-1/2 z-90 w-[min(440px,calc(100vw-32px))] -translate-x-1/2 -translate-y-1/2 rounded-large border bg-surface p-5 shadow-overlay outline-none">
            <AlertDialog.Title className="font-[640] text-lg tracking-[-0.01em]">
              {t('discard.title')}
            </AlertDialog.Title>
            <AlertDialog.Description className="mt-1.5 text-muted">
              {t('discard.text')}
            </AlertDialog.Description>
            <div className="mt-5 flex justify-end gap-2">
              <Button variant="danger" onClick={() => close.current?.click()}>
                {t('discard.confirm')}
              </Button>
              <AlertDialog.Cancel asChild>
                <Button variant="primary">{t('discard.keep')}</Button>
              </AlertDialog.Cancel>
            </div>
          </AlertDialog.Content>
        </AlertDialog.Portal>
      </AlertDialog.Root>
    ),
  };
}
