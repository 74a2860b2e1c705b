import { FileText } from 'lucide-react';
import { Link } from 'react-router';
import { CardLink } from '@/components/shared/card-link';
import { Badge } from '@/components/ui/badge';
import { Card, CardHeader } from '@/components/ui/card';
import { useDocumentsToSign } from '@/entities/document/documents-to-sign';
import { useTranslation } from '@/lib/use-translation';

const MAX_SHOWN = 3;

/** What waits to be read and signed; nothing is drawn when there is none. */
export function DocumentsCard() {
  const { t } = useTranslation('my-status');
  const { data = [] } = useDocumentsToSign();
  if (data.length === 0) return null;
  return (
    <Card>
      <CardHeader
        title={t('documents.title', { count: data.length })}
        action={<CardLink to="/documents?view=required">{t('documents.all')}</CardLink>}
      />
      <ul className="divide-y border-t">
        {data.slice(0, MAX_SHOWN).map((document) => (
          <li key={document.document_id}>
            <Link
              to={`/documents?view=required&open=${document.version_id}`}
              className="flex items-center gap-3 px-5 py-3 text-sm hover:bg-sunken"
            >
              <FileText className="size-4 shrink-0 text-muted" aria-hidden="true" />
              <span className="min-w-0 flex-1 font-[550]">{document.name}</span>
              <Badge tone="attention">
                {t(document.signed_before ? 'documents.newVersion' : 'documents.sign')}
              </Badge>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
