create table public.minimum_wages (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  state text not null,
  place text,
  from_date date not null,
  rate numeric(10,4) not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint minimum_wages_pkey primary key (company_id, id),
  constraint minimum_wages_once_a_day unique nulls not distinct (company_id, state, place, from_date),
  constraint minimum_wages_place_length check (char_length(btrim(place)) >= 1 and char_length(place) <= 100),
  constraint minimum_wages_rate_range check (rate > 0 and rate <= 100),
  constraint minimum_wages_state_code check (state ~ '^[A-Z]{2}$'),
  constraint minimum_wages_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.minimum_wages');
alter publication supabase_realtime add table public.minimum_wages;
