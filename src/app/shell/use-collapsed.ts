import { useState } from 'react';

const STORAGE_KEY = 'chalkline.navigation';

/** Without a choice of their own, people on small tablets get the room for the content. */
function initiallyCollapsed(): boolean {
  const stored = localStorage.getItem(STORAGE_KEY);
  return stored ? stored === 'collapsed' : window.innerWidth < 1024;
}

/** Narrow or wide navigation, remembered on this device. */
export function useCollapsed(): [boolean, () => void] {
  const [collapsed, setCollapsed] = useState(initiallyCollapsed);
  const toggle = (): void => {
    localStorage.setItem(STORAGE_KEY, collapsed ? 'expanded' : 'collapsed');
    setCollapsed(!collapsed);
  };
  return [collapsed, toggle];
}
