import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '@/components/shared/empty-state';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { RadioGroup, RadioItem } from '@/components/ui/radio-group';
import { employeeName } from '@/entities/employee/employees-query';
import {
  pinHoldersQuery,
  useInviteMany,
  WAYS,
  type Way,
} from '@/features/employees/api/invite-many';
import { type Employee, employeesQuery } from '@/features/employees/api/queries';
import { InvitedPeople } from '@/features/employees/components/invited-people';
import { useMayAppoint } from '@/features/employees/use-may-appoint';
import { phoneNumber } from '@/lib/phone-number';
import { useTranslation } from '@/lib/use-translation';

interface InvitePeopleDialogProps {
  companyId: string;
  onClose: () => void;
}

/** Whether this way reaches the person; a link is tied to an address or a number. */
function isReached({ email, phone }: Employee, way: Way): boolean {
  const hasNumber = phoneNumber(phone ?? '') !== null;
  if (way === 'email') return email !== null;
  return way === 'pin' || hasNumber || (way === 'code' && email !== null);
}

/** Those who have no account yet, or for the PIN sheet no PIN. */
function useCandidates(companyId: string, way: Way): readonly Employee[] {
  const { data: people = [] } = useQuery(employeesQuery(companyId));
  const { data: holders = [] } = useQuery(pinHoldersQuery(companyId));
  const mayAppoint = useMayAppoint();
  return people.filter(
    ({ id, active, user_id, role }) =>
      active && mayAppoint(role) && (way === 'pin' ? !holders.includes(id) : user_id === null),
  );
}

/** Many people at once: by mail, by text from one's own phone, or with a sheet of paper. */
export function InvitePeopleDialog({ companyId, onClose }: InvitePeopleDialogProps) {
  const { t } = useTranslation(['employees', 'common']);
  const [way, setWay] = useState<Way>('email');
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const invite = useInviteMany();
  const candidates = useCandidates(companyId, way);
  const reached = candidates.filter((person) => isReached(person, way));
  const chosen = reached.filter(({ id }) => !left.has(id));
  const toggle = (id: string, wanted: boolean): void => {
    const next = new Set(left);
    if (wanted) next.delete(id);
    else next.add(id);
    setLeft(next);
  };
  if (invite.data)
    return <InvitedPeople way={way} handed={invite.data} onBack={invite.reset} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('many.title')} description={t('many.text')} width="large">
        <DialogBody className="grid content-start gap-4">
          <RadioGroup
            className="sm:grid-cols-2"
            aria-label={t('many.way')}
            value={way}
            onValueChange={(value) => setWay(value as Way)}
          >
            {WAYS.map((value) => (
              <RadioItem
                key={value}
                value={value}
                label={t(`many.ways.${value}`)}
                description={t(`many.waysText.${value}`)}
              />
            ))}
          </RadioGroup>
          {candidates.length === 0 ? (
            <EmptyState title={t(way === 'pin' ? 'many.allHavePins' : 'many.allHaveAccounts')} />
          ) : (
            <PeopleList
              people={candidates}
              way={way}
              isChosen={({ id }) => !left.has(id)}
              onToggle={toggle}
              onAll={(wanted) => setLeft(new Set(wanted ? [] : reached.map(({ id }) => id)))}
            />
          )}
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button
            variant="primary"
            busy={invite.isPending}
            disabled={chosen.length === 0}
            onClick={() => invite.mutate({ people: chosen, way })}
          >
            {t(`many.go.${way}`, { count: chosen.length })}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

interface PeopleListProps {
  people: readonly Employee[];
  way: Way;
  isChosen: (person: Employee) => boolean;
  onToggle: (id: string, wanted: boolean) => void;
  onAll: (wanted: boolean) => void;
}

function PeopleList({ people, way, isChosen, onToggle, onAll }: PeopleListProps) {
  const { t } = useTranslation('employees');
  const reached = people.filter((person) => isReached(person, way));
  const chosen = reached.filter(isChosen).length;
  const all = chosen === reached.length;
  return (
    <div className="rounded-card border">
      <label
        htmlFor="invite-all"
        className="flex min-h-11 cursor-pointer items-center gap-3 border-b px-3.5 font-[550] text-sm"
      >
        <Checkbox
          id="invite-all"
          checked={all && chosen > 0 ? true : chosen > 0 ? 'indeterminate' : false}
          onCheckedChange={() => onAll(!all)}
        />
        {t('many.chosen', { count: chosen, total: people.length })}
      </label>
      <ul className="divide-y">
        {people.map((person) => {
          const canReach = isReached(person, way);
          return (
            <li key={person.id}>
              <label
                htmlFor={`invite-${person.id}`}
                className="flex min-h-11 cursor-pointer items-center gap-3 px-3.5 py-1.5 text-sm"
              >
                <Checkbox
                  id={`invite-${person.id}`}
                  checked={canReach && isChosen(person)}
                  disabled={!canReach}
                  onCheckedChange={(checked) => onToggle(person.id, checked === true)}
                />
                <span className="min-w-0 flex-1 truncate font-[550]">{employeeName(person)}</span>
                <span className="min-w-0 truncate text-muted">
                  {canReach ? reachText(person, way) : t(`many.missing.${way}`)}
                  {person.invitation === 'open' && ` · ${t('many.invited')}`}
                </span>
              </label>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function reachText({ email, phone, employee_number }: Employee, way: Way): string {
  if (way === 'pin') return employee_number ?? '';
  return (way === 'text' ? phone : (email ?? phone)) ?? '';
}
