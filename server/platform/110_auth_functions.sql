-- Functions the server calls on its own tables. None is granted to the API roles.

-- Seconds until each bucket named has one to take, or 0. Writes nothing: whoever is over a limit already must
-- not fill the table by asking about ever new accounts.
create or replace function auth.rate_limit_wait(
  keys_param text[], capacities_param double precision[], refills_param double precision[]
) returns double precision
language sql set search_path = '' as $$
  select coalesce(max((1 - seen.available) / seen.refill), 0)
    from (
      select greatest(given.refill, 1e-9) as refill, least(greatest(given.capacity, 0), stored.tokens
          + greatest(extract(epoch from clock_timestamp() - stored.updated_at), 0) * greatest(given.refill, 1e-9)) as available
        from unnest(keys_param, capacities_param, refills_param) as given (key, capacity, refill)
        join auth.rate_limits as stored on stored.key = given.key) as seen
   where seen.available < 1;
$$;

-- Token buckets. Takes one from each bucket named, or none at all; returns the seconds to wait, or 0.
-- The keys are locked in order, so two calls never wait for each other.
create or replace function auth.take_rate_limits(
  keys_param text[], capacities_param double precision[], refills_param double precision[]
) returns double precision
language plpgsql set search_path = '' as $$
declare
  bucket record;
  available double precision;
  wait_seconds double precision := 0;
  taken_keys text[] := '{}';
  taken_tokens double precision[] := '{}';
begin
  -- Losing the last fraction of a second of counting in a crash is harmless; waiting for the disk
  -- on every sign-in is not.
  perform set_config('synchronous_commit', 'off', true);
  wait_seconds := auth.rate_limit_wait(keys_param, capacities_param, refills_param);
  if wait_seconds > 0 then
    return wait_seconds;
  end if;
  for bucket in
    select key, greatest(capacity, 0) as capacity, greatest(refill, 1e-9) as refill
      from unnest(keys_param, capacities_param, refills_param) as given (key, capacity, refill)
     order by key
  loop
    insert into auth.rate_limits (key, tokens, updated_at, expires_at)
    values (bucket.key, bucket.capacity, clock_timestamp(),
      clock_timestamp() + make_interval(secs => bucket.capacity / bucket.refill))
    on conflict (key) do nothing;
    select least(bucket.capacity, stored.tokens
        + greatest(extract(epoch from clock_timestamp() - stored.updated_at), 0) * bucket.refill)
      into available
      from auth.rate_limits as stored where stored.key = bucket.key for update;
    if available < 1 then
      wait_seconds := greatest(wait_seconds, (1 - available) / bucket.refill);
    end if;
    taken_keys := taken_keys || bucket.key;
    taken_tokens := taken_tokens || (available - 1);
  end loop;
  if wait_seconds > 0 then
    return wait_seconds;
  end if;
  update auth.rate_limits as stored
     set tokens = taken.tokens,
         updated_at = clock_timestamp(),
         expires_at = greatest(stored.expires_at, clock_timestamp() + interval '1 hour')
    from unnest(taken_keys, taken_tokens) as taken (key, tokens)
   where stored.key = taken.key;
  return 0;
end
$$;

-- Puts one back into each bucket named.
create or replace function auth.give_back_rate_limits(keys_param text[], capacities_param double precision[]) returns void
language plpgsql set search_path = '' as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  update auth.rate_limits as stored
     set tokens = least(given.capacity, stored.tokens + 1)
    from unnest(keys_param, capacities_param) as given (key, capacity)
   where stored.key = given.key;
end
$$;

-- What nobody needs any more. Ended refresh tokens stay a month so that their reuse is noticed.
create or replace function auth.prune() returns void
language sql set search_path = '' as $$
  delete from auth.rate_limits where expires_at < now();
  delete from auth.one_time_tokens where coalesce(expires_at, created_at + interval '1 day') < now() - interval '1 day';
  delete from auth.sign_ups where created_at < now() - interval '30 days';
  delete from auth.flow_state as flow where created_at < now() - interval '1 day'
    and not exists (select from auth.sign_ups where flow_state_id = flow.id);
  delete from auth.provider_visits where created_at < now() - interval '1 hour';
  delete from auth.mfa_challenges where created_at < now() - interval '1 day';
  delete from auth.mfa_factors where status = 'unverified' and created_at < now() - interval '1 hour';
  delete from auth.refresh_tokens where revoked and updated_at < now() - interval '30 days';
  delete from auth.sessions where not_after < now() - interval '1 day';
  delete from auth.audit_log_entries where created_at < now() - interval '1 year';
$$;

revoke all on function auth.rate_limit_wait(text[], double precision[], double precision[]) from public;
revoke all on function auth.give_back_rate_limits(text[], double precision[]) from public;
revoke all on function auth.take_rate_limits(text[], double precision[], double precision[]) from public;
revoke all on function auth.prune() from public;
