import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import { Input } from '@/components/ui/input';
import { useTranslation } from '@/lib/use-translation';

/** Password with a Show button and a hint while caps lock is on. */
export function PasswordInput({ id, onBlur, ...props }: Omit<ComponentProps<'input'>, 'type'>) {
  const { t } = useTranslation('common');
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const noteCapsLock = (event: KeyboardEvent<HTMLInputElement>): void => {
    // Autofill dispatches key events without modifiers.
    if (typeof event.getModifierState === 'function') {
      setCapsLock(event.getModifierState('CapsLock'));
    }
  };
  return (
    <div className="flex flex-col gap-1.5">
      <div className="relative">
        <Input
          id={id}
          {...props}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className="pr-18"
          onKeyDown={noteCapsLock}
          onKeyUp={noteCapsLock}
          onBlur={(event) => {
            setCapsLock(false);
            onBlur?.(event);
          }}
        />
        <button
          type="button"
          aria-pressed={shown}
          aria-label={t('password.showLabel')}
          aria-describedby={`${id}-label`}
          aria-controls={id}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 right-0 min-w-14 rounded-small px-3 font-[550] text-primary text-sm hover:underline focus-visible:-outline-offset-3"
        >
          {shown ? t('password.hide') : t('password.show')}
        </button>
      </div>
      {capsLock && (
        <p role="status" className="text-attention-strong text-xs">
          {t('password.capsLock')}
        </p>
      )}
    </div>
  );
}
