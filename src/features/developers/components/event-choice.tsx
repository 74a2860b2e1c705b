import { Checkbox } from '@/components/ui/checkbox';
import { eventKey, WEBHOOK_EVENTS, type WebhookEvent } from '@/features/developers/webhook-events';
import { useTranslation } from '@/lib/use-translation';

export interface EventChoiceProps {
  name: string;
  value: readonly string[];
  onValueChange: (events: string[]) => void;
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
}

type Group = keyof typeof WEBHOOK_EVENTS;
const GROUPS = Object.keys(WEBHOOK_EVENTS) as Group[];

/** Each event as programs read it, and when it happens; a group at once by its heading. */
export function EventChoice({ name: _name, value, onValueChange, ...field }: EventChoiceProps) {
  return (
    <div {...field} className="grid gap-4">
      {GROUPS.map((group) => (
        <EventGroup key={group} group={group} value={value} onValueChange={onValueChange} />
      ))}
    </div>
  );
}

interface EventGroupProps extends Pick<EventChoiceProps, 'value' | 'onValueChange'> {
  group: Group;
}

function EventGroup({ group, value, onValueChange }: EventGroupProps) {
  const { t } = useTranslation('webhooks');
  const events: readonly WebhookEvent[] = WEBHOOK_EVENTS[group];
  const chosen = events.filter((event) => value.includes(event)).length;
  const others = value.filter((event) => !events.includes(event as WebhookEvent));
  const chooseAll = (checked: unknown) =>
    onValueChange(checked === true ? [...others, ...events] : others);
  const choose = (event: string, checked: unknown) =>
    onValueChange(checked === true ? [...value, event] : value.filter((other) => other !== event));
  return (
    <fieldset>
      <legend className="mb-2 flex items-center gap-3 font-[620] text-sm">
        <Checkbox
          aria-label={t('all', { group: t(`group.${group}`) })}
          checked={chosen === events.length || (chosen > 0 && 'indeterminate')}
          onCheckedChange={chooseAll}
        />
        {t(`group.${group}`)}
      </legend>
      <div className="grid gap-x-6 gap-y-2.5 sm:grid-cols-2">
        {events.map((event) => (
          <label key={event} htmlFor={`event-${event}`} className="flex cursor-pointer gap-3">
            <Checkbox
              id={`event-${event}`}
              className="mt-0.5"
              checked={value.includes(event)}
              onCheckedChange={(checked) => choose(event, checked)}
            />
            <span className="min-w-0">
              <span className="block break-words font-mono text-sm">{event}</span>
              <span className="block text-muted text-sm">{t(`event.${eventKey(event)}`)}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
