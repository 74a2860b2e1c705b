-- Invitations that a person hands over instead of a mail. Whoever opens one has not proved to own
-- the address: someone else vouched for them, and the account says so until a mail proves it.

create table if not exists auth.invite_links (
  token_hash text not null primary key,
  email text not null,
  language text not null default 'en',
  -- What the project invites to; nothing else may be concluded from the address.
  reference text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index if not exists invite_links_reference_idx on auth.invite_links (reference);
create index if not exists invite_links_expires_at_idx on auth.invite_links (expires_at);
-- Someone without e-mail is invited by phone number; someone who has an account chooses a new password.
alter table auth.invite_links alter column email drop not null;
alter table auth.invite_links add column if not exists phone text;
alter table auth.invite_links add column if not exists user_id uuid references auth.users (id) on delete cascade;
alter table auth.invite_links enable row level security;

create or replace function auth.issue_invite_link(
  email_param text,
  language_param text,
  reference_param text,
  expires_at_param timestamptz
) returns text
language plpgsql set search_path = '' as $$
declare
  -- Twice 122 random bits; only the hash stays here.
  token text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  delete from auth.invite_links where expires_at < now();
  insert into auth.invite_links (token_hash, email, language, reference, expires_at)
  values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), lower(trim(email_param)),
    coalesce(language_param, 'en'), reference_param, expires_at_param);
  return token;
end
$$;
comment on function auth.issue_invite_link(text, text, text, timestamptz) is
  'Makes a single-use token that opens an account for this address, for POST /verify with type invite. The account carries the reference as address_vouched_by in its app_metadata until a mail proves the address.';

create or replace function auth.issue_phone_invite_link(
  phone_param text,
  language_param text,
  reference_param text,
  expires_at_param timestamptz
) returns text
language plpgsql set search_path = '' as $$
declare
  token text := auth.issue_invite_link(null, language_param, reference_param, expires_at_param);
begin
  update auth.invite_links set phone = phone_param
   where token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex');
  return token;
end
$$;
comment on function auth.issue_phone_invite_link(text, text, text, timestamptz) is
  'As issue_invite_link, for digits of a phone number that has no account; the account signs in with the number.';

create or replace function auth.issue_recovery_link(
  user_id_param uuid,
  reference_param text,
  expires_at_param timestamptz
) returns text
language plpgsql set search_path = '' as $$
declare
  token text;
begin
  -- The newest one counts.
  delete from auth.invite_links where reference = reference_param;
  token := auth.issue_invite_link(null, null, reference_param, expires_at_param);
  update auth.invite_links set user_id = user_id_param
   where token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex');
  return token;
end
$$;
comment on function auth.issue_recovery_link(uuid, text, timestamptz) is
  'Makes a single-use token with which an account without e-mail chooses a new password, for POST /verify with type invite. Opening it ends the password and all sessions.';

create or replace function auth.revoke_invite_links(reference_param text) returns void
language sql set search_path = '' as $$
  delete from auth.invite_links where reference = reference_param;
$$;

revoke all on auth.invite_links from public;
revoke all on function auth.issue_invite_link(text, text, text, timestamptz) from public;
revoke all on function auth.issue_phone_invite_link(text, text, text, timestamptz) from public;
revoke all on function auth.issue_recovery_link(uuid, text, timestamptz) from public;
revoke all on function auth.revoke_invite_links(text) from public;
