import { Phone } from 'lucide-react';
import type { ClockRefusal, Contact } from '@/entities/clock-rule/clock-refusal';
import { useTranslation } from '@/lib/use-translation';

interface WhomToCallProps {
  contacts: readonly Contact[];
  /** Why, where nothing else on the screen says it. */
  rule?: ClockRefusal['rule'];
}

/** Who can let somebody through a rule: name and number, one tap to call. */
export default function WhomToCall({ contacts, rule }: WhomToCallProps) {
  const { t } = useTranslation('clock-stops');
  const why = rule && <p>{t(`failure.clock_rule_${rule}`)}</p>;
  if (contacts.length === 0) {
    return (
      <>
        {why}
        <p>{t('refused.nobody')}</p>
      </>
    );
  }
  return (
    <div className="grid gap-2">
      {why}
      <p>{t('refused.call')}</p>
      <ul className="grid gap-2">
        {contacts.map(({ name, phone }) => (
          <li key={`${name} ${phone}`}>
            {phone ? (
              <a
                className="flex min-h-11 items-center gap-3 rounded-card border bg-surface px-4 py-2.5 font-[620] text-foreground hover:bg-sunken"
                href={`tel:${phone.replace(/[^\d+]/g, '')}`}
              >
                <Phone className="size-5 text-primary" aria-hidden="true" />
                <span className="min-w-0 flex-1">{name}</span>
                <span className="tabular font-normal text-muted">{phone}</span>
              </a>
            ) : (
              <span className="flex min-h-11 items-center rounded-card border px-4 py-2.5">
                {name} · {t('refused.noPhone')}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
