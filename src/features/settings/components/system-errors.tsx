import { Copy } from 'lucide-react';
import { FirstFew } from '@/components/shared/first-few';
import { Button } from '@/components/ui/button';
import type { SystemError } from '@/features/settings/api/system';
import { copyText } from '@/lib/copy-text';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const SHOWN = 5;

/** What failed on the last day. With the request's id the server's log has the rest. */
export function SystemErrors({ errors }: { errors: readonly SystemError[] }) {
  const { t } = useTranslation('system');
  return (
    <div className="mt-3 overflow-hidden rounded-card border">
      <FirstFew
        items={errors}
        count={SHOWN}
        allLabel={t('errors.all', { count: errors.length })}
        fewerLabel={t('errors.fewer')}
      >
        {(error) => <ErrorRow key={`${error.happenedAt} ${error.requestId}`} error={error} />}
      </FirstFew>
    </div>
  );
}

function ErrorRow({ error }: { error: SystemError }) {
  const { t } = useTranslation('system');
  const format = useFormat();
  const { requestId } = error;
  return (
    <li className="flex gap-x-3 border-t px-3 py-2 text-sm first:border-t-0 max-sm:flex-col max-sm:items-start sm:items-center">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <code className="min-w-0 text-xs [overflow-wrap:anywhere]">{error.name}</code>
          <span className="text-muted text-xs">
            {[error.status, error.errorClass].filter(Boolean).join(' · ')}
          </span>
        </p>
        <p className="tabular text-muted text-xs [overflow-wrap:anywhere]">
          {format.dateTime(error.happenedAt)} · {error.server}
          {requestId && ` · ${requestId}`}
        </p>
      </div>
      {requestId && (
        <Button
          size="small"
          variant="ghost"
          onClick={() => void copyText(requestId, t('errors.copied'))}
        >
          <Copy aria-hidden="true" />
          {t('errors.copy')}
          <span className="sr-only">{requestId}</span>
        </Button>
      )}
    </li>
  );
}
