import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import type { ChainNames } from '@/features/approval-chains/use-chain-names';

const NOBODY = 'nobody';

interface PersonChoicesProps {
  title: string;
  text: string;
  nobody: string;
  lines: readonly {
    id: string;
    label: string;
    chosen: string | null;
    people: ChainNames['approvers'];
  }[];
  busy: boolean;
  onChoose: (id: string, employeeId: string | null) => void;
}

/** A person for each line, saved as chosen; folded away until somebody looks. */
export function PersonChoices({ title, text, nobody, lines, busy, onChoose }: PersonChoicesProps) {
  return (
    <details className="border-t pt-3">
      <summary className="cursor-pointer font-[620]">{title}</summary>
      <p className="mt-1 mb-3 text-muted text-sm">{text}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        {lines.map(({ id, label, chosen, people }) => (
          <Field key={id} label={label}>
            <Select
              size="compact"
              disabled={busy}
              value={chosen ?? NOBODY}
              onValueChange={(next) => onChoose(id, next === NOBODY ? null : next)}
              options={[{ value: NOBODY, label: nobody }, ...people]}
            />
          </Field>
        ))}
      </div>
    </details>
  );
}
