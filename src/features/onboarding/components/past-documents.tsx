import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Button } from '@/components/ui/button';
import {
  downloadPastDocument,
  type PastDocument,
  pastDocumentsQuery,
} from '@/features/onboarding/api/past-work';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

function DocumentRow({ document }: { document: PastDocument }) {
  const { t } = useTranslation('onboarding');
  const format = useFormat();
  const download = useMutation({
    mutationFn: downloadPastDocument,
    meta: { failureText: 'onboarding:past.downloadFailed' },
  });
  return (
    <li className="flex items-center gap-3 py-2">
      <span className="min-w-0 flex-1">
        <span className="wrap-anywhere block font-[550]">{document.name}</span>
        <span className="block text-muted text-sm">
          {t('past.signed', { date: format.date(document.signed_at.slice(0, 10)) })}
        </span>
      </span>
      <Button
        size="icon"
        variant="ghost"
        aria-label={t('past.download', { name: document.name })}
        busy={download.isPending}
        onClick={() => download.mutate(document)}
      >
        <Download aria-hidden="true" />
      </Button>
    </li>
  );
}

/** What someone who left had signed there; nothing where there is none. */
export function PastDocuments({ employeeId }: { employeeId: string }) {
  const { t } = useTranslation('onboarding');
  const { data: documents = [] } = useQuery(pastDocumentsQuery(employeeId));
  if (documents.length === 0) return null;
  return (
    <section aria-labelledby={`documents-${employeeId}`}>
      <h3 id={`documents-${employeeId}`} className="font-[620] text-sm">
        {t('past.documents')}
      </h3>
      <ul className="divide-y">
        {documents.map((document) => (
          <DocumentRow key={document.version_id} document={document} />
        ))}
      </ul>
    </section>
  );
}
