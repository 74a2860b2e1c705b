create table public.ledger_roots (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  first_position bigint not null,
  last_position bigint not null,
  reason text not null,
  note text,
  signed_text text not null,
  signature_id uuid not null,
  signature text,
  key_id text,
  created_by uuid default auth.uid(),
  created_at timestamptz default clock_timestamp() not null,
  constraint ledger_roots_pkey primary key (company_id, id),
  constraint ledger_roots_one_first unique (company_id, first_position),
  constraint ledger_roots_one_last unique (company_id, last_position),
  constraint ledger_roots_positions check (first_position >= 1 and last_position >= first_position),
  constraint ledger_roots_reason_known check (reason in ('daily', 'pay_period', 'requested', 'restored'))
);
select private.refuse_non_finite('public.ledger_roots');
create index ledger_roots_by_time on public.ledger_roots (company_id, created_at);
create index ledger_roots_by_signature on public.ledger_roots (signature_id);
comment on table public.ledger_roots is 'Signed ends of the history: each covers the links from one position to another and names the root before it. Append only; the server adds the signature.';
comment on column public.ledger_roots.signed_text is 'Canonical JSON, chalkline-root/1: what is signed.';
comment on column public.ledger_roots.signature is 'Ed25519 over signed_text, base64; null until a server signed it.';
alter table public.ledger_roots enable row level security;
grant select on table public.ledger_roots to authenticated;

create policy "Managers read the signed ends of their history" on public.ledger_roots
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

create or replace trigger keep_root before delete or update on public.ledger_roots
  for each row execute function private.keep_root();

create or replace function private.keep_root() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' or old.signature is not null or to_jsonb(new) - '{signature,key_id}'::text[] <> to_jsonb(old) - '{signature,key_id}'::text[] then
    raise exception using errcode = '42501', hint = 'append_only', message = 'A signed end of the history cannot be changed.';
  end if;
  return new;
end $$;
comment on function private.keep_root() is 'A root gets its signature once and stays as it is, for every role.';

create or replace trigger roots_are_never_emptied before truncate on public.ledger_roots
  for each statement execute function private.refuse_change();

create table private.ledger_blocks (
  company_id uuid not null,
  first_position bigint not null,
  hash bytea not null,
  constraint ledger_blocks_pkey primary key (company_id, first_position)
);
comment on table private.ledger_blocks is 'Hashes of each 256 events of a root, counted from its first: the tree above them proves an event without reading all others.';
alter table private.ledger_blocks enable row level security;

create table private.ledger_root_requests (
  company_id uuid not null,
  reason text not null,
  created_at timestamptz default now() not null,
  constraint ledger_root_requests_pkey primary key (company_id, reason),
  constraint ledger_root_requests_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('private.ledger_root_requests');
comment on table private.ledger_root_requests is 'Companies whose history is to be signed by the next job, so that nobody waits for it.';
alter table private.ledger_root_requests enable row level security;

create or replace function private.block_leaves(company_id_param uuid, first_param bigint, last_param bigint) returns bytea[]
language sql stable security definer set search_path = '' as $$
  select array_agg(private.merkle_leaf(l.position, e.hash) order by l.position)
  from private.audit_links l
  left join public.audit_events e on e.company_id = l.company_id and e.sequence = l.sequence and e.id = l.event_id
  where l.company_id = company_id_param and l.position between first_param and last_param;
$$;

create or replace function private.block_hashes(company_id_param uuid, first_param bigint, last_param bigint) returns bytea[]
language sql stable security definer set search_path = '' as $$
  select array_agg(b.hash order by b.first_position) from private.ledger_blocks b
  where b.company_id = company_id_param and b.first_position between first_param and last_param;
$$;

create or replace function private.make_ledger_root(company_id_param uuid, reason_param text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  newest public.ledger_roots;
  first bigint;
  last bigint;
  chain_hash text;
  made timestamptz;
  restored jsonb := private.untold_restore(company_id_param);
  root_id uuid;
  text_to_sign text;
begin
  -- One at a time, of all servers.
  perform pg_advisory_xact_lock(hashtextextended('ledger root:' || company_id_param::text, 0));
  if restored is not null then
    insert into public.audit_events (company_id, actor_id, source, action, entity, entity_id, after)
      values (company_id_param, null, 'database', 'restored', 'companies', company_id_param, restored);
  end if;
  if private.lock_audit_chain(company_id_param) then
    while private.link_audit_events(company_id_param) = 200 loop
    end loop;
  end if;
  select * into newest from public.ledger_roots r where r.company_id = company_id_param order by r.last_position desc limit 1;
  first := coalesce(newest.last_position, 0) + 1;
  select l.position, encode(l.hash, 'hex') into last, chain_hash
    from private.audit_links l where l.company_id = company_id_param order by l.position desc limit 1;
  if last is null or last < first then
    return null;
  end if;
  -- A block at a time: a million events need no more memory than a few hundred.
  for block in 0 .. (last - first) / 256 loop
    insert into private.ledger_blocks (company_id, first_position, hash)
      values (company_id_param, first + block * 256, decode(private.merkle_root(
        private.block_leaves(company_id_param, first + block * 256, least(first + block * 256 + 255, last))), 'hex'))
      on conflict on constraint ledger_blocks_pkey do update set hash = excluded.hash;
  end loop;
  made := clock_timestamp();
  text_to_sign := private.canonical_json(jsonb_strip_nulls(jsonb_build_object('format', 'chalkline-root/1', 'company_id', company_id_param,
      'company', (select c.name from public.companies c where c.id = company_id_param), 'from', first, 'to', last, 'chain_hash', chain_hash,
      'merkle_root', private.merkle_root(private.block_hashes(company_id_param, first, last)),
      'reason', case when restored is null then reason_param else 'restored' end, 'created_at', private.instant_text(made),
      'note', 'Restored from the backup of ' || (restored ->> 'backup_at')))
    || jsonb_build_object('previous', private.sha256_hex(newest.signed_text)));
  insert into public.ledger_roots (company_id, first_position, last_position, reason, note, signed_text, signature_id, created_at)
    values (company_id_param, first, last, case when restored is null then reason_param else 'restored' end, text_to_sign::jsonb ->> 'note',
      text_to_sign, private.request_signature(company_id_param, 'root', text_to_sign), made)
    returning id into root_id;
  return root_id;
end $$;
comment on function private.make_ledger_root(uuid,text) is 'Signs the end of a company''s history: everything since the root before it. Null where nothing came since.';

create or replace function private.untold_restore(company_id_param uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  restored jsonb;
begin
  if to_regprocedure('backup.last_restore()') is null then
    return null;
  end if;
  execute 'select backup.last_restore()' into restored;
  if restored is null or exists (select from public.ledger_roots r
      where r.company_id = company_id_param and r.reason = 'restored' and r.created_at >= (restored ->> 'restored_at')::timestamptz)
    or (select c.created_at from public.companies c where c.id = company_id_param) > (restored ->> 'restored_at')::timestamptz then
    return null;
  end if;
  return jsonb_build_object('backup_at', private.instant_text((restored ->> 'backup_at')::timestamptz),
    'restored_at', private.instant_text((restored ->> 'restored_at')::timestamptz));
end $$;
comment on function private.untold_restore(uuid) is 'The restore of a backup that no root of the company says yet, or null.';

create or replace trigger sign_at_lock after insert or update of status on public.pay_periods
  for each row when (new.status = 'locked') execute function private.sign_at_lock();

create or replace function private.sign_at_lock() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.ledger_root_requests (company_id, reason) values (new.company_id, 'pay_period') on conflict do nothing;
  return null;
end $$;
comment on function private.sign_at_lock() is 'The lock of a pay period is signed by the next job, a minute later at most.';

create or replace function private.make_requested_roots() returns void
language plpgsql security definer set search_path = '' as $$
declare
  request record;
begin
  for request in select r.company_id, r.reason from private.ledger_root_requests r order by r.created_at for update skip locked loop
    begin
      perform private.make_ledger_root(request.company_id, request.reason);
    exception when others then
      -- One history that somebody damaged must not keep the others from being signed; the check names it.
      raise warning 'No root of company %: %', request.company_id, sqlerrm;
    end;
    delete from private.ledger_root_requests r where r.company_id = request.company_id and r.reason = request.reason;
  end loop;
end $$;
comment on function private.make_requested_roots() is 'Every minute: makes the roots that were asked for; of several servers one makes each.';
select cron.schedule('ledger-roots', '* * * * *', 'select private.make_requested_roots()');

create or replace function private.request_daily_roots() returns void
language sql security definer set search_path = '' as $$
  insert into private.ledger_root_requests (company_id, reason)
    select c.id, 'daily' from public.companies c
    left join lateral (select r.created_at, r.last_position from public.ledger_roots r where r.company_id = c.id order by r.last_position desc limit 1) n on true
    where (n.created_at is null or (n.created_at at time zone c.time_zone)::date < (now() at time zone c.time_zone)::date)
      and (exists (select from private.audit_links l where l.company_id = c.id and l.position > coalesce(n.last_position, 0))
        or exists (select from private.audit_unlinked u where u.company_id = c.id))
      or private.untold_restore(c.id) is not null
  on conflict do nothing;
$$;
comment on function private.request_daily_roots() is 'Every hour: companies where it is another day than at their last root, and something came since; and all of them after a restore.';
select cron.schedule('ledger-roots-daily', '12 * * * *', 'select private.request_daily_roots()');

create or replace trigger note_signature after update on private.signatures
  for each row when (new.purpose = 'root' and (old.signature is distinct from new.signature or new.holds is false)) execute function private.note_root_signature();

create or replace function private.note_root_signature() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  root public.ledger_roots;
begin
  if new.holds is false then
    perform private.note_ledger_problem(new.company_id, jsonb_build_object('kind', 'signature_wrong',
      'root_id', (select r.id from public.ledger_roots r where r.signature_id = new.id)));
    return null;
  end if;
  update public.ledger_roots r set signature = new.signature, key_id = new.key_id
    where r.company_id = new.company_id and r.signature_id = new.id and r.signature is null
    returning * into root;
  if root.id is not null then
    perform private.mail_ledger_root(root);
  end if;
  return null;
end $$;
comment on function private.note_root_signature() is 'A root gets its signature and is mailed then; a signature that does not fit any more is notified to owners.';

create or replace function public.sign_history() returns public.ledger_roots
language plpgsql security definer set search_path = '' as $$
declare
  me public.employees := private.require_manager();
  root public.ledger_roots;
  made uuid := private.make_ledger_root(me.company_id, 'requested');
begin
  select * into root from public.ledger_roots r where r.company_id = me.company_id and (r.id = made or made is null) order by r.last_position desc limit 1;
  return root;
end $$;
comment on function public.sign_history() is 'Managers: has the end of the history signed now; the newest root, also where nothing came since it was made.';
grant execute on function public.sign_history() to authenticated;
