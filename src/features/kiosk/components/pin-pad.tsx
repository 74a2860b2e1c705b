import { Delete, X } from 'lucide-react';
import { BareForm, FormFailure } from '@/components/form/form';
import { useForm } from '@/components/form/use-form';
import { Avatar } from '@/components/shared/avatar';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { type PersonAnswer, useOpenPerson } from '@/features/kiosk/api/punch';
import type { KioskPerson } from '@/features/kiosk/api/queries';
import { useTranslation } from '@/lib/use-translation';

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
const MAX_DIGITS = 8;

export interface PinPadProps {
  person: KioskPerson;
  onOpen: (answer: PersonAnswer, pin: string) => void;
  onClose: () => void;
}

/** By finger or by keyboard. A wrong PIN is said, with the tries that are left. */
export function PinPad({ person, onOpen, onClose }: PinPadProps) {
  const { t } = useTranslation('kiosk');
  const open = useOpenPerson();
  const opens = ({ result }: PersonAnswer) => result === 'ok' || result === 'unchecked';
  const refused = open.data && !opens(open.data) ? open.data : null;
  const form = useForm({
    initial: { pin: '' },
    submit: async ({ pin: typed }) => {
      if (typed.length < 4) return;
      const answer = await open.mutateAsync({ who: person, pin: typed });
      if (opens(answer)) onOpen(answer, typed);
      else form.reset({ pin: '' });
    },
  });
  const { pin } = form.values;
  const type = (text: string) => form.set({ pin: text.replaceAll(/\D/g, '').slice(0, MAX_DIGITS) });
  const key = 'h-18! text-xl! rounded-card!';
  return (
    <BareForm form={form} className="mx-auto grid w-full max-w-sm content-start gap-4">
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
        maxLength={MAX_DIGITS}
        className="h-15! text-center text-xl! tracking-[0.4em] placeholder:tracking-normal"
        onChange={(event) => type(event.target.value)}
      />
      {refused && (
        <Notice tone="danger">
          {refused.result === 'wrong_pin'
            ? t('refused.wrong_pin', { count: refused.tries_left ?? 0 })
            : t(`refused.${refused.result as 'locked'}`)}
        </Notice>
      )}
      <FormFailure form={form} />
      <div className="grid grid-cols-3 gap-3">
        {DIGITS.map((digit) => (
          <Button key={digit} className={key} onClick={() => type(pin + digit)}>
            {digit}
          </Button>
        ))}
        <Button
          variant="ghost"
          className={key}
          aria-label={t('pin.delete')}
          onClick={() => type(pin.slice(0, -1))}
        >
          <Delete className="size-6!" aria-hidden="true" />
        </Button>
        <Button className={key} onClick={() => type(`${pin}0`)}>
          0
        </Button>
        <Button
          type="submit"
          variant="primary"
          className={key}
          disabled={pin.length < 4}
          busy={form.busy}
        >
          {t('pin.ok')}
        </Button>
      </div>
      <p className="text-center text-muted text-sm">{t('pin.forgot')}</p>
    </BareForm>
  );
}
