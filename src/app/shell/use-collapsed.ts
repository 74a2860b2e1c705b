import { useState } from 'react';

const STORAGE_KEY = 'chalkline.navigation';

/** Narrow or wide navigation, remembered on this device. */
export function useCollapsed(): [boolean, () => void] {
  const [collapsed, setCollapsed] = useState(
    () => localStorage.getItem(STORAGE_KEY) === 'collapsed',
  );
  const toggle = (): void => {
    localStorage.setItem(STORAGE_KEY, collapsed ? 'expanded' : 'collapsed');
    setCollapsed(!collapsed);
  };
  return [collapsed, toggle];
}
