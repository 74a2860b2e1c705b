import {
  askAboutConflict,
  type Conflict,
  conflictOf,
  type Decision,
  type Fields,
  sameValue,
} from '@/entities/edit/conflict';

/** The fields as they are to be, and as they were when the form was opened. */
export interface Edit {
  after: Fields;
  before: Fields;
}

/** Only what was changed; fields that depend on each other go together. */
export function changedFields(
  { after, before }: Edit,
  together: readonly (readonly string[])[] = [],
): Record<string, unknown> {
  const changed = new Set(
    Object.keys(after).filter((field) => !sameValue(after[field], before[field])),
  );
  for (const group of together) {
    if (group.some((field) => changed.has(field)))
      for (const field of group) if (field in after) changed.add(field);
  }
  return Object.fromEntries([...changed].map((field) => [field, after[field]]));
}

/** The same edit on top of what is saved by now, with the values that were chosen. */
export function resolved(edit: Edit, { fields }: Conflict, decision: NonNullable<Decision>): Edit {
  const saved = Object.fromEntries(fields.map((one) => [one.field, one.saved]));
  const yours = fields.filter((one) => 'yours' in one && decision.get(one.field) !== 'saved');
  return {
    before: { ...edit.before, ...saved },
    after: {
      ...edit.after,
      ...saved,
      ...Object.fromEntries(yours.map((one) => [one.field, one.yours])),
    },
  };
}

/**
 * Sends an edit. Where somebody else changed the same fields meanwhile, asks which values stay and
 * sends again; whoever would rather go on editing gets the refusal, and the form keeps what was typed.
 */
export async function sendEdit<Result>(
  edit: Edit,
  send: (edit: Edit) => Promise<Result>,
): Promise<Result> {
  let current = edit;
  for (;;) {
    try {
      return await send(current);
    } catch (cause) {
      const conflict = conflictOf(cause);
      const decision = conflict && (await askAboutConflict(conflict));
      if (!decision) throw cause;
      current = resolved(current, conflict, decision);
    }
  }
}
