import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { EmptyState } from '@/components/shared/empty-state';
import { late } from '@/components/shared/late';
import { Loaded } from '@/components/shared/loaded';
import { Skeleton } from '@/components/ui/skeleton';
import { fileQuery } from '@/features/documents/api/file';
import type { Version } from '@/features/documents/api/queries';
import { kindOf, previewOf } from '@/features/documents/document-facts';
import { queryKeys } from '@/lib/query-keys';
import { useTranslation } from '@/lib/use-translation';

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

function Picture({ blob, name, zoom }: { blob: Blob; name: string; zoom: number }) {
  const address = useAddress(blob);
  if (!address) return null;
  return (
    <div style={{ width: `${zoom * 100}%` }}>
      <img
        src={address}
        alt={name}
        className={zoom > 1 ? 'w-full rounded-small' : 'mx-auto max-w-full rounded-small'}
      />
    </div>
  );
}

function Text({ blob }: { blob: Blob }) {
  const { data } = useQuery({
    queryKey: [queryKeys.drawn, 'text', blob.size, blob.type],
    queryFn: () => blob.text(),
    gcTime: 0,
  });
  return <pre className="whitespace-pre-wrap break-words text-sm">{data}</pre>;
}

interface FileViewProps {
  version: Version;
  name: string;
  /** 1 is the width there is. */
  zoom?: number;
  /** Of a PDF: only its text. */
  asText?: boolean;
}

/** A version as the app can show it. */
export function FileView({ version, name, zoom = 1, asText = false }: FileViewProps) {
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
          {kind === 'pdf' && <PdfView blob={file.data} zoom={zoom} asText={asText} />}
          {kind === 'image' && <Picture blob={file.data} name={name} zoom={zoom} />}
          {kind === 'text' && <Text key={version.path} blob={file.data} />}
        </Suspense>
      )}
    </Loaded>
  );
}
