import { useBlobUrl } from '@/entities/photo/photo-image';
import { useLinkPhoto } from '@/features/tickets/api/ticket-link';
import type { TicketContent } from '@/features/tickets/files/ticket-record';
import { copyTexts } from '@/features/tickets/sign/copy-texts';
import { useTranslation } from '@/lib/use-translation';

/** The photos of the ticket, as pictures without what the camera wrote into them. */
export function LinkPhotos({ token, ticket }: { token: string; ticket: TicketContent }) {
  const { language } = useTranslation();
  const paths = ticket.photos.flatMap(({ path }) => path ?? []);
  if (paths.length === 0) return null;
  return (
    <ul aria-label={copyTexts(language)('photos')} className="grid grid-cols-3 gap-2">
      {paths.map((path) => (
        <li key={path} className="aspect-square overflow-hidden rounded-small bg-sunken">
          <LinkPhoto token={token} path={path} />
        </li>
      ))}
    </ul>
  );
}

function LinkPhoto({ token, path }: { token: string; path: string }) {
  const { language } = useTranslation();
  const url = useBlobUrl(useLinkPhoto(token, path));
  return url ? (
    <img src={url} alt={copyTexts(language)('photo')} className="size-full object-cover" />
  ) : null;
}
