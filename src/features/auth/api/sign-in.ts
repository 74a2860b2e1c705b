import { useMutation } from '@tanstack/react-query';
import { supabase } from '@/lib/supabase';

export interface Credentials {
  email: string;
  password: string;
}

async function signIn(credentials: Credentials) {
  const { data, error } = await supabase().auth.signInWithPassword(credentials);
  if (error) throw error;
  return data;
}

/** Failures carry the spec's words, so the screen shows them itself. */
export function useSignIn() {
  return useMutation({ mutationFn: signIn, meta: { quiet: true } });
}
