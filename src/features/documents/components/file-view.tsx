import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/components/shared/empty-state';
import { late } from '@/components/shared/late';
import { Loaded } from '@/components/shared/loaded';
import { Skeleton } from '@/components/ui/skeleton';
import { fileQuery } from '@/features/documents/api/file';
import type { Version } from '@/features/documents/api/queries';
import { kindOf, previewOf } from '@/features/documents/document-facts';

const PdfView = late(() => import('@/features/documents/components/pdf-view'));

function useAddress(blob: Blob): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return address;
}

function Picture({ blob, name }: { blob: Blob; name: string }) {
  const address = useAddress(blob);
  return address && <img src={address} alt={name} className="mx-auto max-w-full rounded-small" />;
}

function Text({ blob }: { blob: Blob }) {
  const { data } = useQuery({
    queryKey: ['text', blob.size, blob.type],
    queryFn: () => blob.text(),
    gcTime: 0,
  });
  return <pre className="whitespace-pre-wrap break-words text-sm">{data}</pre>;
}

/** A version as the app can show it. */
export function FileView({ version, name }: { version: Version; name: string }) {
  const { t } = useTranslation('documents');
  const kind = previewOf(version);
  const file = useQuery({ ...fileQuery(version.path), enabled: kind !== null });
  const skeleton = <Skeleton className="h-96 w-full" />;
  if (kind === null) {
    return (
      <EmptyState
        title={t('preview.none', { kind: kindOf(version) })}
        text={t('preview.download')}
      />
    );
  }
  return (
    <Loaded query={file} skeleton={skeleton}>
      {file.data && (
        <Suspense fallback={skeleton}>
          {kind === 'pdf' && <PdfView blob={file.data} />}
          {kind === 'image' && <Picture blob={file.data} name={name} />}
          {kind === 'text' && <Text key={version.path} blob={file.data} />}
        </Suspense>
      )}
    </Loaded>
  );
}
