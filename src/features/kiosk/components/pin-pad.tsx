import { Delete, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '@/components/shared/avatar';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { type PersonAnswer, useOpenPerson } from '@/features/kiosk/api/punch';
import type { KioskPerson } from '@/features/kiosk/api/queries';
import { errorWords } from '@/lib/errors';

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
const LONGEST = 8;

export interface PinPadProps {
  person: KioskPerson;
  onOpen: (answer: PersonAnswer, pin: string) => void;
  onClose: () => void;
}

/** By finger or by keyboard. A wrong PIN is said, with the tries that are left. */
export function PinPad({ person, onOpen, onClose }: PinPadProps) {
  const { t } = useTranslation('kiosk');
  const open = useOpenPerson();
  const [pin, setPin] = useState('');
  const opens = ({ result }: PersonAnswer) => result === 'ok' || result === 'unchecked';
  const refused = open.data && !opens(open.data) ? open.data : null;
  const add = (digit: string) => setPin((now) => (now + digit).slice(0, LONGEST));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pin.length < 4 || open.isPending) return;
    open.mutate(
      { who: person, pin },
      {
        onSuccess: (answer) => {
          if (opens(answer)) onOpen(answer, pin);
          else setPin('');
        },
      },
    );
  };
  const key = 'h-18! text-xl! rounded-card!';
  return (
    <form onSubmit={submit} className="mx-auto grid w-full max-w-sm content-start gap-4">
      <header className="flex items-center gap-3">
        <Avatar name={`${person.first_name} ${person.last_name}`} />
        <h2 className="mr-auto min-w-0 truncate font-[640] text-lg">
          {person.first_name} {person.last_name}
        </h2>
        <Button variant="ghost" size="icon" aria-label={t('notMe')} onClick={onClose}>
          <X aria-hidden="true" />
        </Button>
      </header>
      {!person.has_pin && <Notice tone="attention">{t('refused.no_pin')}</Notice>}
      <Input
        type="password"
        inputMode="none"
        autoFocus
        autoComplete="off"
        aria-label={t('pin.label')}
        placeholder={t('pin.label')}
        value={pin}
        maxLength={LONGEST}
        className="h-15! text-center text-xl! tracking-[0.4em] placeholder:tracking-normal"
        onChange={(event) => setPin(event.target.value.replaceAll(/\D/g, ''))}
      />
      {refused && (
        <Notice tone="danger">
          {refused.result === 'wrong_pin'
            ? t('refused.wrong_pin', { count: refused.tries_left ?? 0 })
            : t(`refused.${refused.result as 'locked'}`)}
        </Notice>
      )}
      {open.error && <Notice tone="danger">{errorWords(open.error)}</Notice>}
      <div className="grid grid-cols-3 gap-3">
        {DIGITS.map((digit) => (
          <Button key={digit} className={key} onClick={() => add(digit)}>
            {digit}
          </Button>
        ))}
        <Button
          variant="ghost"
          className={key}
          aria-label={t('pin.delete')}
          onClick={() => setPin(pin.slice(0, -1))}
        >
          <Delete className="size-6!" aria-hidden="true" />
        </Button>
        <Button className={key} onClick={() => add('0')}>
          0
        </Button>
        <Button
          type="submit"
          variant="primary"
          className={key}
          disabled={pin.length < 4}
          busy={open.isPending}
        >
          {t('pin.ok')}
        </Button>
      </div>
      <p className="text-center text-muted text-sm">{t('pin.forgot')}</p>
    </form>
  );
}
