import { askServer } from '@/lib/ask-server';

/** The state of the installation and what is done about it, below /system/v1. */
export function callSystem<Answer>(path: string, init: RequestInit = {}): Promise<Answer> {
  return askServer<Answer>(`/system/v1/${path}`, init);
}
