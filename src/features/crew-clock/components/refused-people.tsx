import { Phone } from 'lucide-react';
import type { RefusedPerson } from '@/entities/clock-rule/clock-refusal';
import type { CrewMember } from '@/entities/crew/crew-member';
import { employeeName } from '@/entities/employee/employees-query';
import { AppError, knownErrorText } from '@/lib/errors';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

interface RefusedPeopleProps {
  people: readonly RefusedPerson[];
  members: readonly CrewMember[];
}

const WHY = ['project_not_open_to_you', 'clock_rule_certificate', 'not_your_crew'] as const;

function useWhy(): (person: RefusedPerson) => string {
  const { t } = useTranslation('crew');
  const format = useFormat();
  return ({ hint, message, certificates = [] }) => {
    const known = WHY.find((one) => one === hint);
    if (known) return t(`refused.why.${known}`, { certificates: format.list([...certificates]) });
    return knownErrorText(new AppError(hint)) ?? message;
  };
}

/** Whom to call about all of them, once each. */
const contactsOf = (people: readonly RefusedPerson[]) => [
  ...new Map(
    people
      .flatMap(({ contacts = [] }) => contacts)
      .filter(({ phone }) => phone)
      .map((contact) => [contact.phone, contact]),
  ).values(),
];

/** By name: why somebody's clock stays as it is, and whom to call. */
export function RefusedPeople({ people, members }: RefusedPeopleProps) {
  const why = useWhy();
  const nameOf = ({ id, name }: RefusedPerson): string => {
    const member = members.find(({ employee_id }) => employee_id === id);
    return member ? employeeName(member) : (name ?? '');
  };
  return (
    <>
      <ul className="divide-y rounded-card border">
        {people.map((person) => (
          <li key={person.id} className="px-4 py-2.5 text-sm">
            <span className="block font-[620]">{nameOf(person)}</span>
            <span className="block">{why(person)}</span>
          </li>
        ))}
      </ul>
      {contactsOf(people).map(({ name, phone }) => (
        <a
          key={phone}
          href={`tel:${phone?.replace(/[^\d+]/g, '')}`}
          className="mt-2 flex min-h-11 items-center gap-3 rounded-card border px-4 font-[620]"
        >
          <Phone className="size-5 text-primary" aria-hidden="true" />
          <span className="min-w-0 flex-1">{name}</span>
          <span className="tabular font-normal text-muted">{phone}</span>
        </a>
      ))}
    </>
  );
}
