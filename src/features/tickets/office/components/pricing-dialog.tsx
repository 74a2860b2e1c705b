import { useQuery } from '@tanstack/react-query';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { Dialog, DialogBody, DialogContent } from '@/components/ui/dialog';
import { type OfficeTicket, pricingQuery } from '@/features/tickets/office/api/queries';
import { PriceForm } from '@/features/tickets/office/components/price-form';
import { PriceLines } from '@/features/tickets/office/components/price-lines';
import { PriceSums } from '@/features/tickets/office/components/price-sums';
import { StepForm } from '@/features/tickets/office/components/step-form';
import { TicketSteps } from '@/features/tickets/office/components/ticket-steps';
import { ticketNumber } from '@/features/tickets/ticket';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface PricingDialogProps {
  ticket: OfficeTicket;
  onClose: () => void;
}

/** The price of one ticket and its way to the invoice. What the customer signed is not touched. */
export function PricingDialog({ ticket, onClose }: PricingDialogProps) {
  const { t } = useTranslation('billing');
  const format = useFormat();
  const pricing = useQuery(pricingQuery(ticket.ticket_id));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t('ticket', { name: ticketNumber(ticket) })}
        description={[ticket.project_name, format.date(ticket.work_date), ticket.description]
          .filter(Boolean)
          .join(' · ')}
        width="large"
      >
        <DialogBody className="flex flex-col gap-5 pb-5">
          <Loaded query={pricing} skeleton={<ListSkeleton />}>
            {(found) => (
              <>
                {found.status === 'draft' && <Notice>{t('price.unsigned')}</Notice>}
                {found.status === 'refused' && (
                  <Notice tone="attention">{t('price.refused')}</Notice>
                )}
                <TicketSteps pricing={found} />
                {['signed', 'refused', 'priced', 'rejected'].includes(found.status) ? (
                  // Another ticket or another round begins with its own figures.
                  <PriceForm key={`${found.ticket_id} ${found.priced_at}`} pricing={found} />
                ) : (
                  <PriceLines pricing={found} />
                )}
                <PriceSums pricing={found} />
                <StepForm key={found.status} pricing={found} />
              </>
            )}
          </Loaded>
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}
