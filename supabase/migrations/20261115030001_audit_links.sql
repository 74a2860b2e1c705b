-- The audit chain under load. An event is sealed when it is written (a hash over itself), and linked into
-- its company's chain by whoever finds the chain free: nobody waits for anybody's commit. Who finds it taken
-- leaves a note in private.audit_unlinked, in the same transaction as the event, and the next one links it.

create table private.audit_links (
  company_id uuid not null,
  position bigint not null,
  sequence bigint not null,
  event_id uuid not null,
  hash bytea not null,
  primary key (company_id, position),
  constraint audit_links_once unique (company_id, event_id)
);
comment on table private.audit_links is 'The chain of audit_events: one order per company. hash = SHA-256 over the link before, the position and the event''s own hash.';
create trigger links_are_append_only before update or delete on private.audit_links
  for each row execute function private.refuse_change();
create trigger links_are_never_emptied before truncate on private.audit_links
  for each statement execute function private.refuse_change();

create table private.audit_unlinked (
  company_id uuid not null,
  sequence bigint not null,
  event_id uuid not null,
  event_hash text not null,
  primary key (company_id, sequence, event_id)
);
comment on table private.audit_unlinked is 'Events that are committed and not linked yet, with the hash they were sealed with. Emptied by private.link_audit_events().';

create function private.keep_unlinked_events() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if exists (select from private.audit_links l where l.company_id = old.company_id and l.event_id = old.event_id) then
      return old;
    end if;
  end if;
  raise exception using errcode = '42501', hint = 'append_only', message = 'An event waits here until it is linked.';
end $$;
comment on function private.keep_unlinked_events() is 'A note goes when its link is there, for every role.';
create trigger notes_stay_until_linked before update or delete on private.audit_unlinked
  for each row execute function private.keep_unlinked_events();
create trigger notes_are_never_emptied before truncate on private.audit_unlinked
  for each statement execute function private.keep_unlinked_events();

alter table private.audit_links enable row level security;
alter table private.audit_unlinked enable row level security;
revoke all on private.audit_links, private.audit_unlinked from public, anon, authenticated, service_role;

-- The order of events is the time they were written at, in microseconds: a number that needs no agreement
-- between sessions and says nothing about other companies. Two events may share it.
alter table public.audit_events drop constraint audit_events_pkey, add primary key (company_id, sequence, id);
comment on table public.audit_events is 'Who changed what, when and why. Append only; each row is sealed by its hash and linked to the one before it in private.audit_links.';
comment on column public.audit_events.sequence is 'Order within the company: microseconds since 1970 (events from before links: 1, 2, 3 …).';
comment on column public.audit_events.previous_hash is 'Events from before links: hash of the event before. Null since.';
comment on column public.audit_events.hash is 'SHA-256 (hex) over previous_hash and the canonical row.';

create function private.audit_link_hash(previous_param bytea, position_param bigint, event_hash_param text) returns bytea
language sql immutable parallel safe
return sha256(coalesce(previous_param, '') || convert_to(position_param || ' ' || event_hash_param, 'UTF8'));
comment on function private.audit_link_hash(bytea, bigint, text) is 'Hash of a link: SHA-256 over the link before, the position and the event''s own hash.';

-- Taken by whoever links, until the transaction ends; the others go on without it. Positions are read after it,
-- which only a statement's own snapshot allows.
create function private.take_audit_chain(company_id_param uuid) returns boolean
language sql volatile set search_path = '' as $$
  select current_setting('transaction_isolation') = 'read committed'
    and pg_try_advisory_xact_lock(hashtextextended('audit:' || company_id_param::text, 0));
$$;

-- Both are called with the chain taken.
create function private.append_audit_link(company_id_param uuid, sequence_param bigint, event_id_param uuid, event_hash_param text)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  last_link record;
begin
  select l.position, l.hash into last_link
    from private.audit_links l where l.company_id = company_id_param order by l.position desc limit 1;
  insert into private.audit_links (company_id, position, sequence, event_id, hash)
  values (company_id_param, coalesce(last_link.position, 0) + 1, sequence_param, event_id_param,
    private.audit_link_hash(last_link.hash, coalesce(last_link.position, 0) + 1, event_hash_param));
end $$;

create function private.link_audit_events(company_id_param uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  note record;
  linked integer := 0;
begin
  for note in
    select u.sequence, u.event_id, u.event_hash from private.audit_unlinked u
    where u.company_id = company_id_param order by u.sequence, u.event_id limit 200
  loop
    perform private.append_audit_link(company_id_param, note.sequence, note.event_id, note.event_hash);
    delete from private.audit_unlinked u
    where u.company_id = company_id_param and u.sequence = note.sequence and u.event_id = note.event_id;
    linked := linked + 1;
  end loop;
  return linked;
end $$;
comment on function private.link_audit_events(uuid) is
  'Links events that wait, oldest first, as many as nobody''s clock-in feels (200); returns how many.';

create or replace function private.link_audit_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.occurred_at := clock_timestamp();
  new.sequence := (extract(epoch from new.occurred_at) * 1000000)::bigint;
  new.previous_hash := null;
  new.hash := private.audit_hash(new);
  if private.take_audit_chain(new.company_id) then
    perform private.link_audit_events(new.company_id);
    perform private.append_audit_link(new.company_id, new.sequence, new.id, new.hash);
  else
    insert into private.audit_unlinked (company_id, sequence, event_id, event_hash)
    values (new.company_id, new.sequence, new.id, new.hash);
  end if;
  return new;
end $$;
comment on function private.link_audit_event() is 'Seals the event, whoever inserts it, and links it after those that wait if the chain is free.';

-- For companies where nobody comes next.
create function private.link_waiting_audit_events() returns void
language plpgsql set search_path = '' as $$
declare
  company uuid;
begin
  for company in select distinct u.company_id from private.audit_unlinked u loop
    if private.take_audit_chain(company) then
      while private.link_audit_events(company) = 200 loop
      end loop;
    end if;
  end loop;
end $$;

-- What was chained before keeps its hashes; its links are laid over them.
insert into private.audit_unlinked (company_id, sequence, event_id, event_hash)
  select e.company_id, e.sequence, e.id, e.hash from public.audit_events e;
select private.link_waiting_audit_events();

drop function public.verify_audit_chain(uuid);
create function public.verify_audit_chain(company_id_param uuid)
returns table (checked bigint, broken_id uuid, unlinked bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_system()
    and not (private.is_manager() and company_id_param = private.my_company_id()) then
    raise exception using errcode = '42501', hint = 'managers_only',
      message = 'Only managers and owners may check the history of their company.';
  end if;
  return query
    with chain as (
      -- Every link, and every note of one to come, has its event as it was sealed.
      select l.position, l.sequence, l.event_id, e.id is not null and e.hash = private.audit_hash(e)
          and l.position = coalesce(lag(l.position) over places, 0) + 1
          and l.hash = private.audit_link_hash(lag(l.hash) over places, l.position, e.hash)
          and (e.previous_hash is null or e.previous_hash = lag(e.hash) over places) as holds, e.id is not null as found
      from private.audit_links l
      left join public.audit_events e on e.company_id = l.company_id and e.sequence = l.sequence and e.id = l.event_id
      where l.company_id = company_id_param
      window places as (order by l.position)
    ), waiting as (
      select u.sequence, u.event_id, coalesce(e.hash = u.event_hash and e.hash = private.audit_hash(e), false) as holds,
        e.id is not null as found
      from private.audit_unlinked u
      left join public.audit_events e on e.company_id = u.company_id and e.sequence = u.sequence and e.id = u.event_id
      where u.company_id = company_id_param
    ), strangers as (
      -- An event with neither came in past the triggers.
      select e.sequence, e.id from public.audit_events e
      where e.company_id = company_id_param
        and not exists (select from private.audit_links l where l.company_id = e.company_id and l.event_id = e.id)
        and not exists (select from private.audit_unlinked u
          where u.company_id = e.company_id and u.sequence = e.sequence and u.event_id = e.id)
    ), judged as (
      select c.position, c.sequence, c.event_id, coalesce(c.holds, false) as holds, c.found, false as waits from chain c
      union all
      select null, w.sequence, w.event_id, w.holds, w.found, true from waiting w
      union all
      select null, s.sequence, s.id, false, true, false from strangers s
    )
    select count(*) filter (where j.found),
      (array_agg(j.event_id order by j.position, j.sequence) filter (where not j.holds))[1],
      count(*) filter (where j.waits)
    from judged j;
end $$;
comment on function public.verify_audit_chain(uuid) is
  'Recomputes the chain of a company: how many events were checked, the first one that does not fit, and how many are sealed but not linked yet.';
revoke execute on function public.verify_audit_chain(uuid) from public, anon;
grant execute on function public.verify_audit_chain(uuid) to authenticated, service_role;

revoke all on function private.keep_unlinked_events(), private.audit_link_hash(bytea, bigint, text), private.take_audit_chain(uuid),
  private.append_audit_link(uuid, bigint, uuid, text), private.link_audit_events(uuid), private.link_waiting_audit_events() from public;

do $$
begin
  if to_regprocedure('cron.schedule(text, text, text)') is not null then
    perform cron.schedule('audit-links', '* * * * *', 'select private.link_waiting_audit_events()');
  end if;
end $$;
