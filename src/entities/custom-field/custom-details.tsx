import type { CustomTable, CustomValues } from '@/entities/custom-field/custom-field';
import { useCustomFields } from '@/entities/custom-field/custom-fields-query';
import { useCustomText } from '@/entities/custom-field/use-custom-text';
import { useOwnName } from '@/lib/own-name';

export interface CustomDetailsProps {
  table: CustomTable;
  values: CustomValues | undefined;
  className?: string;
}

/** What a row says in the fields of the company's own; nothing where it says nothing. */
export function CustomDetails({ table, values, className = '' }: CustomDetailsProps) {
  const ownName = useOwnName();
  const textOf = useCustomText();
  const given = useCustomFields(table)
    .map((field) => ({
      id: field.id,
      name: ownName(field),
      text: textOf(field, values?.[field.id]),
    }))
    .filter(({ text }) => text !== '');
  if (given.length === 0) return null;
  return (
    <dl className={`flex flex-wrap gap-x-6 gap-y-2 text-sm ${className}`}>
      {given.map(({ id, name, text }) => (
        <div key={id}>
          <dt className="text-muted text-xs">{name}</dt>
          <dd className="break-words">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
