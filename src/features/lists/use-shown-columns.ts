import { useState } from 'react';
import type { ListDefinition } from '@/features/lists/list-definition';

const keyOf = (name: string): string => `chalkline.lists.hidden.${name}`;

function readHidden(definition: ListDefinition): string[] {
  const kept = localStorage.getItem(keyOf(definition.name));
  if (kept !== null) return kept.split(' ').filter(Boolean);
  return definition.columns.filter(({ optional }) => optional).map(({ key }) => key);
}

/** Which columns of a list this device shows; remembered. */
export function useShownColumns(definition: ListDefinition) {
  const [hidden, setHidden] = useState({ name: definition.name, keys: readHidden(definition) });
  const keys = hidden.name === definition.name ? hidden.keys : readHidden(definition);
  return {
    columns: definition.columns.filter(({ key }) => !keys.includes(key)),
    toggle: (key: string): void => {
      const next = keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key];
      localStorage.setItem(keyOf(definition.name), next.join(' '));
      setHidden({ name: definition.name, keys: next });
    },
  };
}
