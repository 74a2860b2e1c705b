import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { useRemoveContact } from '@/features/public-work/handoff/api/contacts';
import { type AgencyContact, contactsQuery } from '@/features/public-work/handoff/api/queries';
import { useTranslation } from '@/lib/use-translation';

const ContactDialog = lateDialog(async () => ({
  default: (await import('@/features/public-work/handoff/components/contact-dialog')).ContactDialog,
}));

interface ContactsCardProps {
  companyId: string;
  projectId: string;
}

/** Who at the agency gets signed payrolls by mail. */
export function ContactsCard({ companyId, projectId }: ContactsCardProps) {
  const { t } = useTranslation('handoff');
  const contacts = useQuery(contactsQuery(companyId, projectId));
  const remove = useRemoveContact(companyId);
  const [edited, setEdited] = useState<{ contact: AgencyContact | null } | null>(null);
  return (
    <Card>
      <CardHeader
        divided
        title={t('contacts.title')}
        description={t('contacts.text')}
        action={<Button onClick={() => setEdited({ contact: null })}>{t('contacts.add')}</Button>}
      />
      <Loaded query={contacts} skeleton={<ListSkeleton rows={1} />}>
        {(list) =>
          list.length === 0 ? (
            <p className="px-5 py-4 text-muted text-sm">{t('contacts.empty')}</p>
          ) : (
            <ul className="divide-y">
              {list.map((contact) => (
                <li key={contact.id} className="flex items-center gap-2 px-5 py-2.5 text-sm">
                  <div className="min-w-0 flex-1">
                    <p className="truncate font-[550]">{contact.name}</p>
                    <p className="truncate text-muted">{contact.email}</p>
                  </div>
                  <Button size="small" variant="ghost" onClick={() => setEdited({ contact })}>
                    {t('contacts.edit')}
                  </Button>
                  <Button
                    size="icon"
                    variant="ghost"
                    aria-label={t('contacts.remove', { name: contact.name })}
                    onClick={() => remove.mutate(contact.id)}
                  >
                    <Trash2 aria-hidden="true" />
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <Suspense>
        {edited && (
          <ContactDialog
            companyId={companyId}
            projectId={projectId}
            contact={edited.contact}
            onClose={() => setEdited(null)}
          />
        )}
      </Suspense>
    </Card>
  );
}
