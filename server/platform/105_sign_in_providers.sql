-- Sign-in with an account of somebody else (OpenID Connect). All of it is ours.

-- One row for each visit to a provider that has not come back. The state goes to the provider and comes
-- back once; the cookie shows that the browser is the one that started. Both are stored as SHA-256, what
-- the provider is shown (PKCE verifier, nonce) is derived from the state.
create table if not exists auth.provider_visits (
  state_hash text not null primary key,
  provider text not null,
  redirect_to text not null,
  -- Null: the session of a link is asked for with the verifier of code_challenge alone.
  cookie_hash text,
  code_challenge text,
  code_challenge_method auth.code_challenge_method,
  -- The session that wants another way to sign in.
  linking_session_id uuid references auth.sessions (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint provider_visits_bound_to_browser check (cookie_hash is not null or code_challenge is not null)
);
create index if not exists provider_visits_created_at_idx on auth.provider_visits (created_at);
create index if not exists provider_visits_linking_session_id_idx on auth.provider_visits (linking_session_id);
alter table auth.provider_visits enable row level security;

-- What an exchange of the code adds to an account: {"session_id", "identity"}.
alter table auth.flow_state add column if not exists link jsonb;
-- The identity that a sign-up with an unproved address came with.
alter table auth.sign_ups add column if not exists identity jsonb;
