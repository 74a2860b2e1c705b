import { NoUserCreated } from '@/features/auth/no-user-created';
import { signUpClient, supabase } from '@/lib/supabase';
import { useWrite } from '@/lib/use-write';

export interface NewAccount {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

const DUPLICATE_ROW = '23505';

async function signUp({ firstName, lastName, email, password }: NewAccount) {
  const names = { first_name: firstName, last_name: lastName };
  const { data, error } = await (await signUpClient()).auth.signUp({
    email,
    password,
    options: { data: names, emailRedirectTo: `${window.location.origin}/auth/login` },
  });
  if (error) throw error;
  if (!data.user) throw new NoUserCreated();
  // Without a session (confirmation is still to come) the row cannot be ours to insert yet; the
  // database makes it with the account.
  if (data.session) {
    await supabase().auth.setSession(data.session);
    const { error: profileError } = await supabase()
      .from('profiles')
      .insert({ id: data.user.id, ...names });
    if (profileError && profileError.code !== DUPLICATE_ROW) console.error(profileError);
  }
  return data;
}

export function useSignUp() {
  return useWrite({ send: signUp, quiet: true });
}
