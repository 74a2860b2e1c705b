import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import type { InvoiceRecord } from '@/features/tickets/office/files/invoice-text';
import { useInvoiceFiles } from '@/features/tickets/office/files/use-invoice-files';
import { errorText } from '@/lib/errors';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

const KINDS = ['pdf', 'zip', 'csv', 'online', 'iif'] as const;

/** The files of an invoice, each made from what was stored. */
export function InvoiceFiles({ record }: { record: InvoiceRecord }) {
  const { t } = useTranslation(['billing', 'common']);
  const [busy, setBusy] = useState(false);
  const files = useInvoiceFiles();
  const hasTickets = record.invoice.content.tickets.length > 0;
  const save = async (kind: (typeof KINDS)[number]) => {
    setBusy(true);
    try {
      await files[kind](record);
    } catch (cause) {
      toast.error(t('common:error.title'), { description: errorText(cause) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="primary" busy={busy}>
          <Download aria-hidden="true" />
          {t('invoice.files')}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {KINDS.filter((kind) => kind !== 'zip' || hasTickets).map((kind) => (
          <DropdownMenuItem key={kind} onSelect={() => void save(kind)}>
            {t(`files.${kind}`)}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
