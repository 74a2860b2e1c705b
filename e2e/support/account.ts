import type { Session } from '@supabase/supabase-js';
import { adminClient, anonymousClient, type Client, must } from './api.ts';

export interface Account {
  id: string;
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  session: Session;
  /** Acts as this person, past the screens. */
  client: Client;
}

export interface AccountOptions {
  email?: string;
  firstName?: string;
  lastName?: string;
}

let counter = 0;

export function newEmail(name = 'person'): string {
  counter += 1;
  return `${name}-${process.pid}-${Date.now().toString(36)}-${counter}@example.com`;
}

/** A confirmed account that belongs to no company yet; costs no mail. */
export async function makeAccount(options: AccountOptions = {}): Promise<Account> {
  const { firstName = 'Maria', lastName = 'Reyes' } = options;
  const email = options.email ?? newEmail(firstName.toLowerCase());
  const password = 'plumb line and level 7';
  const { user } = must(
    await adminClient().auth.admin.createUser({
      email,
      password,
      email_confirm: true,
      user_metadata: { first_name: firstName, last_name: lastName },
    }),
  );
  const client = anonymousClient();
  const { session } = must(await client.auth.signInWithPassword({ email, password }));
  return { id: user.id, email, password, firstName, lastName, session, client };
}
