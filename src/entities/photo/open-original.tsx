import { FileText } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import type { PhotoBucket } from '@/entities/photo/photo-image';
import { errorText, unwrap } from '@/lib/errors';
import { bucket } from '@/lib/full-client';
import { toast } from '@/lib/toast';

async function openOriginal(path: string, from: PhotoBucket): Promise<void> {
  const file = unwrap(await (await bucket(from)).download(path)) as Blob;
  window.open(URL.createObjectURL(file), '_blank', 'noopener');
}

interface OpenOriginalProps {
  path: string;
  label: string;
  from?: PhotoBucket;
}

/** The stored file, unchanged, in a tab of its own. */
export function OpenOriginal({ path, label, from = 'photos' }: OpenOriginalProps) {
  const [busy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    await openOriginal(path, from).catch((cause: unknown) => toast.error(errorText(cause)));
    setBusy(false);
  };
  return (
    <Button size="small" busy={busy} onClick={() => void open()}>
      {!busy && <FileText aria-hidden="true" />}
      {label}
    </Button>
  );
}
