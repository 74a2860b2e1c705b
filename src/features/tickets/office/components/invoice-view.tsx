import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { type Invoice, invoiceLinesQuery } from '@/features/tickets/office/api/queries';
import { InvoiceFiles } from '@/features/tickets/office/components/invoice-files';
import { invoiceName, lineText } from '@/features/tickets/office/files/invoice-text';
import { rateText } from '@/features/tickets/office/rate-text';
import { ticketNumber } from '@/features/tickets/ticket';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const SentDialog = lateDialog(async () => ({
  default: (await import('@/features/tickets/office/components/sent-dialog')).SentDialog,
}));
const VoidDialog = lateDialog(async () => ({
  default: (await import('@/features/tickets/office/components/void-dialog')).VoidDialog,
}));

export interface InvoiceViewProps {
  invoice: Invoice;
  onClose: () => void;
}

/** One invoice draft as it was made: its lines, its files, and what became of it. */
export function InvoiceView({ invoice, onClose }: InvoiceViewProps) {
  const { t } = useTranslation('billing');
  const format = useFormat();
  const [open, setOpen] = useState<'sent' | 'void' | null>(null);
  const query = useQuery(invoiceLinesQuery(invoice.company_id, invoice.id));
  const { customer, project, tickets } = invoice.content;
  const isVoid = invoice.status === 'void';
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title={invoiceName(invoice)}
        description={[customer.name, project.name, format.date(invoice.issued_on)]
          .filter(Boolean)
          .join(' · ')}
        width="large"
      >
        <DialogBody className="flex flex-col gap-4">
          {isVoid && (
            <Notice tone="attention">
              {t('invoice.voided', { reason: invoice.void_reason ?? '' })}
            </Notice>
          )}
          {!isVoid && invoice.sent_on && (
            <Notice>
              {t('invoice.wasSent', {
                to: invoice.sent_to ?? '',
                date: format.date(invoice.sent_on),
              })}
            </Notice>
          )}
          {!customer.name && <Notice tone="attention">{t('invoice.noCustomer')}</Notice>}
          <Loaded query={query} skeleton={<ListSkeleton />}>
            {(lines) => (
              <table className="tabular w-full text-sm">
                <thead className="text-muted text-xs">
                  <tr>
                    <th className="py-1.5 text-left font-normal">{t('file.what')}</th>
                    <th className="py-1.5 text-right font-normal">{t('file.quantity')}</th>
                    <th className="py-1.5 text-right font-normal max-sm:hidden">
                      {t('file.rate')}
                    </th>
                    <th className="py-1.5 text-right font-normal">{t('file.amount')}</th>
                  </tr>
                </thead>
                <tbody className="divide-y">
                  {lines.map((line) => {
                    const ticket = tickets.find(({ id }) => id === line.ticket_id);
                    const isSum = line.kind === 'markup' || line.kind === 'tax';
                    return (
                      <tr key={line.id}>
                        <td className="py-1.5 pr-3">
                          {lineText(line, { t })}
                          {ticket && (
                            <span className="text-muted">
                              {' · '}
                              {t('ticket', { name: ticketNumber(ticket) })}
                            </span>
                          )}
                        </td>
                        <td className="whitespace-nowrap py-1.5 text-right">
                          {isSum ? '' : `${format.number(line.quantity, 2)} ${line.unit}`}
                        </td>
                        <td className="py-1.5 text-right max-sm:hidden">
                          {isSum ? '' : rateText(line.rate, format.money)}
                        </td>
                        <td className="py-1.5 pl-3 text-right">{format.money(line.amount)}</td>
                      </tr>
                    );
                  })}
                </tbody>
                <tfoot className="border-t-2 font-[620]">
                  <tr>
                    <td className="py-2" colSpan={2}>
                      {t('file.total')}
                    </td>
                    <td className="max-sm:hidden" />
                    <td className="py-2 pl-3 text-right">{format.money(invoice.total_amount)}</td>
                  </tr>
                </tfoot>
              </table>
            )}
          </Loaded>
          {invoice.note && <p className="text-muted text-sm">{invoice.note}</p>}
        </DialogBody>
        <DialogFooter>
          {!isVoid && (
            <Button className="mr-auto" onClick={() => setOpen('void')}>
              {t('invoice.void')}
            </Button>
          )}
          {!isVoid && <Button onClick={() => setOpen('sent')}>{t('invoice.markSent')}</Button>}
          {query.data && <InvoiceFiles record={{ invoice, lines: query.data }} />}
        </DialogFooter>
        <Suspense>
          {open === 'sent' && <SentDialog invoice={invoice} onClose={() => setOpen(null)} />}
          {open === 'void' && <VoidDialog invoice={invoice} onClose={() => setOpen(null)} />}
        </Suspense>
      </DialogContent>
    </Dialog>
  );
}
