import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import type { Attachment } from '@/entities/bulletin/bulletins-query';
import { unwrap } from '@/lib/errors';
import { bucket } from '@/lib/full-client';
import { queryKeys } from '@/lib/query-keys';
import { useTranslation } from '@/lib/use-translation';

const HOUR_SECONDS = 3600;

/** Signed addresses by path; the bucket is private. */
function useAddresses(attachments: readonly Attachment[]): ReadonlyMap<string, string> {
  const paths = attachments.map(({ path }) => path);
  const { data } = useQuery({
    queryKey: [queryKeys.bulletins, 'files', ...paths],
    enabled: paths.length > 0,
    staleTime: (HOUR_SECONDS - 300) * 1000,
    queryFn: async () =>
      unwrap(await (await bucket('bulletins')).createSignedUrls(paths, HOUR_SECONDS)),
  });
  return new Map(data?.map(({ path, signedUrl }) => [path ?? '', signedUrl ?? '']) ?? []);
}

const isPicture = ({ type }: Attachment): boolean => type.startsWith('image/');

/** Pictures as pictures, everything else as a line to open. */
export function BulletinFiles({ attachments }: { attachments: readonly Attachment[] }) {
  const { t } = useTranslation('bulletin');
  const addresses = useAddresses(attachments);
  if (attachments.length === 0) return null;
  const files = attachments.filter((file) => !isPicture(file));
  return (
    <>
      {attachments.filter(isPicture).map(({ path, name }) => (
        <img
          key={path}
          src={addresses.get(path)}
          alt={name}
          className="max-h-80 w-full rounded-card border bg-sunken object-cover"
        />
      ))}
      {files.length > 0 && (
        <ul className="divide-y rounded-card border">
          {files.map(({ path, name }) => (
            <li key={path} className="flex items-center gap-3 px-3.5 py-2.5 text-sm">
              <FileText className="size-4.5 shrink-0 text-muted" aria-hidden="true" />
              <span className="min-w-0 flex-1 truncate">{name}</span>
              <a
                className="touch-target font-[550] text-primary hover:underline"
                href={addresses.get(path)}
                target="_blank"
                rel="noreferrer"
                aria-label={t('reader.openFile', { name })}
              >
                {t('reader.open')}
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
