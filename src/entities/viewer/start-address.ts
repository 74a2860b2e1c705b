import type { Role, Viewer } from '@/entities/viewer/viewer';

/** Where the role's work begins: what opens with the app. */
const HOME = { employee: '/my-status', foreman: '/crew', manager: '/', owner: '/' } as const;

type StartAddress = (typeof HOME)[Role];

export const startAddress = ({ employee }: Viewer): StartAddress =>
  employee ? HOME[employee.role] : '/';

/** Read by public/early.js, before any code is chosen: whose it is, and the address. */
const KEY = 'chalkline.start';

export function storeStart(userId: string, address: StartAddress): void {
  localStorage.setItem(KEY, `${userId} ${address}`);
}

/** Another company or another account may begin elsewhere. */
export function forgetStart(): void {
  localStorage.removeItem(KEY);
}

/** Where public/early.js opened the app instead of at `/`. */
export const openedAt = (): string | undefined => document.documentElement.dataset['start'];
