import type { UseQueryResult } from '@tanstack/react-query';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { Checkbox } from '@/components/ui/checkbox';
import type { BillableWork } from '@/features/tickets/office/api/queries';
import { ticketNumber } from '@/features/tickets/ticket';
import { formatDuration } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface BillableListProps {
  query: UseQueryResult<BillableWork>;
  picked: ReadonlySet<string>;
  onPick: (ticketId: string, on: boolean) => void;
  withTime: boolean;
  onWithTime: (on: boolean) => void;
}

const cents = (amount: number) => Math.round(amount * 100);

/** What the invoice would hold, what it leaves out and what stands against it. */
export function BillableList({ query, picked, onPick, withTime, onWithTime }: BillableListProps) {
  const { t } = useTranslation('billing');
  const format = useFormat();
  return (
    <div className="flex flex-col gap-3 sm:col-span-2">
      <Loaded query={query} skeleton={<ListSkeleton />}>
        {({ tickets, time, missing, unapproved_minutes }) => {
          const timeCents = time.reduce(
            (sum, { amount, markup_amount }) => sum + cents(amount) + cents(markup_amount),
            0,
          );
          const ticketCents = tickets
            .filter(({ ticket_id }) => picked.has(ticket_id))
            .reduce((sum, { total }) => sum + cents(total), 0);
          const hours = time.reduce((sum, line) => sum + line.hours, 0);
          return (
            <>
              {tickets.length + time.length + missing.length === 0 && (
                <Notice>{t('invoice.nothing')}</Notice>
              )}
              <ul className="divide-y rounded-card border empty:hidden">
                {tickets.map((ticket) => (
                  <Choice
                    key={ticket.ticket_id}
                    label={[
                      t('ticket', { name: ticketNumber(ticket) }),
                      format.date(ticket.work_date),
                      ticket.description,
                    ].join(' · ')}
                    amount={format.money(ticket.total)}
                    checked={picked.has(ticket.ticket_id)}
                    onCheckedChange={(on) => onPick(ticket.ticket_id, on)}
                  />
                ))}
                {time.length > 0 && (
                  <Choice
                    label={t('invoice.time', { hours: format.number(hours, 2) })}
                    amount={format.moneyFromCents(timeCents)}
                    checked={withTime}
                    onCheckedChange={onWithTime}
                  />
                )}
              </ul>
              {missing.length > 0 && (
                <Notice tone="attention">
                  {t('invoice.missing')}
                  <ul className="mt-1 list-disc pl-5">
                    {missing.map(({ employee_id, name, hours_kind, first_date, minutes }) => (
                      <li key={`${employee_id} ${hours_kind}`}>
                        {t('invoice.missingOf', {
                          name,
                          kind: t(`hours.${hours_kind}`),
                          time: formatDuration(minutes * 60),
                          date: format.date(first_date),
                        })}
                      </li>
                    ))}
                  </ul>
                </Notice>
              )}
              {unapproved_minutes > 0 && (
                <p className="text-muted text-sm">
                  {t('invoice.unapproved', { time: formatDuration(unapproved_minutes * 60) })}
                </p>
              )}
              <p className="tabular text-right font-[620]">
                {t('invoice.total', {
                  amount: format.moneyFromCents(ticketCents + (withTime ? timeCents : 0)),
                })}
              </p>
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

interface ChoiceProps {
  label: string;
  amount: string;
  checked: boolean;
  onCheckedChange: (on: boolean) => void;
}

function Choice({ label, amount, checked, onCheckedChange }: ChoiceProps) {
  return (
    <li>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is inside. */}
      <label className="flex items-center gap-3 px-4 py-2.5 text-sm">
        <Checkbox checked={checked} onCheckedChange={(on) => onCheckedChange(on === true)} />
        <span className="min-w-0 grow truncate">{label}</span>
        <span className="tabular font-[550]">{amount}</span>
      </label>
    </li>
  );
}
