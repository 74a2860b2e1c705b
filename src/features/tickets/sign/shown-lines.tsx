import type { CopyTexts } from '@/features/tickets/sign/copy-texts';
import {
  laborSeconds,
  lineDetail,
  quantityText,
  type ShownTicket,
} from '@/features/tickets/sign/shown-ticket';
import { formatDuration } from '@/lib/duration';

function Row({ name, detail, value }: { name: string; detail?: string; value: string }) {
  return (
    <li className="flex items-baseline justify-between gap-3 px-4 py-2.5">
      <span className="min-w-0">
        {name}
        {detail && <span className="block text-muted text-sm">{detail}</span>}
      </span>
      <span className="tabular shrink-0 font-[620]">{value}</span>
    </li>
  );
}

/** What the customer confirms: hours and quantities, line by line. */
export function ShownLines({ ticket, t }: { ticket: ShownTicket; t: CopyTexts }) {
  const people = ticket.lines.filter(({ kind }) => kind === 'labor').length;
  return (
    <ul aria-label={t('lines')} className="divide-y rounded-card border bg-surface">
      {ticket.lines.map((line, index) => (
        <Row
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is shown once and does not change.
          key={index}
          name={line.description}
          detail={lineDetail(line, t)}
          value={quantityText(line)}
        />
      ))}
      {people > 1 && (
        <Row name={t('allHours')} value={formatDuration(laborSeconds(ticket.lines))} />
      )}
      {ticket.photos > 0 && <Row name={t('photos')} value={String(ticket.photos)} />}
    </ul>
  );
}
