create table private.portal_passes (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  portal_link_id uuid not null,
  code_hash text,
  code_expires_at timestamptz not null,
  pass_hash text,
  pass_expires_at timestamptz,
  created_at timestamptz default now() not null,
  constraint portal_passes_pkey primary key (company_id, id),
  constraint portal_passes_pass_once unique (pass_hash),
  constraint portal_passes_link foreign key (company_id, portal_link_id) references public.portal_links(company_id, id) on delete cascade
);
select private.refuse_non_finite('private.portal_passes');
create index portal_passes_by_link on private.portal_passes (company_id, portal_link_id, created_at desc);
comment on table private.portal_passes is 'Codes mailed to the address a link of portal_links is for, and the passes they were exchanged for. Only hashes are stored.';
comment on column private.portal_passes.pass_hash is 'Of the secret that opens the link in one browser, for twelve hours.';
alter table private.portal_passes enable row level security;

create or replace trigger set_guess_counter after insert or delete or update of code_hash on private.portal_passes
  for each row execute function private.set_guess_counter('code_hash');

create or replace function private.masked_email(email_param text) returns text
language sql immutable set search_path = '' as $$
  select left(email_param, 1) || '•••@' || split_part(email_param, '@', 2);
$$;
comment on function private.masked_email(text) is 'An address as far as its owner recognizes it.';

create or replace function public.send_portal_code(token_param text, language_param text default 'en'::text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  link public.portal_links;
  state text;
  code constant text := lpad((('x' || encode(extensions.gen_random_bytes(4), 'hex'))::bit(32)::bigint % 1000000)::text, 6, '0');
begin
  perform private.refuse_undo();
  -- Two presses at once: the second one waits and is told to.
  select * into link from public.portal_links l where l.token_hash = private.secret_hash(token_param) for update;
  state := private.portal_link_state(link, token_param);
  if state <> 'code_needed' then
    return jsonb_build_object('result', state);
  elsif to_regprocedure('mail.enqueue(text, text, text, jsonb, text)') is null then
    return jsonb_build_object('result', 'no_mail');
  elsif exists (select from private.portal_passes p where p.company_id = link.company_id and p.portal_link_id = link.id and p.created_at > now() - interval '1 minute') then
    return jsonb_build_object('result', 'wait');
  elsif (select count(*) from private.portal_passes p where p.company_id = link.company_id and p.portal_link_id = link.id and p.created_at > now() - interval '1 hour') >= 5 then
    return jsonb_build_object('result', 'too_many');
  end if;
  -- The last mail is the one that works.
  update private.portal_passes p set code_hash = null where p.company_id = link.company_id and p.portal_link_id = link.id and p.code_hash is not null;
  insert into private.portal_passes (company_id, portal_link_id, code_hash, code_expires_at)
    values (link.company_id, link.id, private.secret_hash(link.id || code), now() + interval '10 minutes');
  execute 'select mail.enqueue($1, $2, $3, $4, null)' using link.email, 'portal_code', case language_param when 'es' then 'es' else 'en' end,
    jsonb_build_object('first_name', coalesce(nullif(link.label, ''), link.email), 'code', code,
      'company_name', (select c.name from public.companies c where c.id = link.company_id),
      'project_name', (select p.name from public.projects p where p.company_id = link.company_id and p.id = link.project_id));
  return jsonb_build_object('result', 'sent', 'sent_to', private.masked_email(link.email));
end $$;
comment on function public.send_portal_code(text,text) is 'Anyone with a link that is for an address: mails a code there. Once a minute, five times an hour.';
grant execute on function public.send_portal_code(text,text) to anon, authenticated;

create or replace function public.enter_portal_code(token_param text, code_param text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  link public.portal_links;
  waiting private.portal_passes;
  state text;
  guesses integer;
  pass constant text := encode(extensions.gen_random_bytes(24), 'hex');
begin
  perform private.refuse_undo();
  select * into link from public.portal_links l where l.token_hash = private.secret_hash(token_param) for update;
  state := private.portal_link_state(link, token_param);
  if state <> 'code_needed' then
    return jsonb_build_object('result', state);
  end if;
  select * into waiting from private.portal_passes p
    where p.company_id = link.company_id and p.portal_link_id = link.id and p.code_hash is not null order by p.created_at desc limit 1;
  if waiting.id is null or waiting.code_expires_at <= now() then
    return jsonb_build_object('result', 'code_over');
  end if;
  guesses := private.count_guess(waiting.id);
  if guesses > 5 then
    return jsonb_build_object('result', 'code_over');
  elsif waiting.code_hash <> private.secret_hash(link.id || regexp_replace(coalesce(code_param, ''), '\D', '', 'g')) then
    return jsonb_build_object('result', 'wrong', 'tries_left', 5 - guesses);
  end if;
  update private.portal_passes p set code_hash = null, pass_hash = private.secret_hash(pass), pass_expires_at = now() + interval '12 hours'
    where p.company_id = waiting.company_id and p.id = waiting.id;
  return jsonb_build_object('result', 'ok', 'pass', pass, 'expires_at', now() + interval '12 hours');
end $$;
comment on function public.enter_portal_code(text,text) is 'Anyone with a link that is for an address and the code mailed there: a pass that takes the place of the link for twelve hours. Five wrong ones end the code.';
grant execute on function public.enter_portal_code(text,text) to anon, authenticated;

create or replace function private.prune_portal_passes() returns bigint
language sql set search_path = '' as $$
  with gone as (delete from private.portal_passes p where p.created_at < now() - interval '2 days' returning 1) select count(*) from gone;
$$;
select cron.schedule('portal-passes', '29 3 * * *', 'select private.prune_portal_passes()');
