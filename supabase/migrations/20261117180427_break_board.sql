create table public.site_weather (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid not null,
  work_date date not null,
  read_at timestamptz default now() not null,
  source text not null,
  temperature_f smallint,
  low_f smallint,
  high_f smallint,
  conditions text,
  wind_mph smallint,
  precipitation_in numeric(5,2),
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint site_weather_pkey primary key (company_id, id),
  constraint site_weather_source_length check (char_length(btrim(source)) >= 1 and char_length(btrim(source)) <= 200),
  constraint site_weather_degrees_range check (least(temperature_f, low_f, high_f) >= -90 and greatest(temperature_f, low_f, high_f) <= 140),
  constraint site_weather_low_not_above_high check (low_f <= high_f),
  constraint site_weather_conditions_known check (conditions in ('clear', 'cloudy', 'rain', 'storm', 'snow', 'wind', 'fog', 'heat')),
  constraint site_weather_wind_range check (wind_mph >= 0 and wind_mph <= 300),
  constraint site_weather_precipitation_range check (precipitation_in >= 0 and precipitation_in <= 100),
  constraint site_weather_says_something check (num_nonnulls(temperature_f, low_f, high_f, conditions, wind_mph, precipitation_in) > 0),
  constraint site_weather_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint site_weather_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
alter table public.site_weather enable row level security;
select private.refuse_non_finite('public.site_weather');
create index site_weather_by_day on public.site_weather (company_id, project_id, work_date, read_at desc);
alter publication supabase_realtime add table public.site_weather;
create table public.break_offers (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  employee_id uuid not null,
  time_entry_id uuid not null,
  kind text not null,
  number smallint not null,
  offered_at timestamptz not null,
  answer text not null,
  take_at timestamptz,
  waives boolean default false not null,
  note text,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint break_offers_pkey primary key (company_id, id),
  constraint break_offers_kind_known check (kind in ('meal', 'rest', 'heat_rest')),
  constraint break_offers_number_range check (number >= 1 and number <= 99),
  constraint break_offers_answer_known check (answer in ('offered', 'taken', 'declined', 'postponed')),
  constraint break_offers_postponed_until check ((answer = 'postponed') = (take_at is not null)),
  constraint break_offers_waives_a_declined_meal check (not waives or kind = 'meal' and answer = 'declined' and note is not null),
  constraint break_offers_note_length check (char_length(btrim(note)) >= 1 and char_length(note) <= 500),
  constraint break_offers_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint break_offers_employee foreign key (company_id, employee_id) references public.employees(company_id, id) on delete cascade,
  constraint break_offers_entry foreign key (company_id, time_entry_id) references public.time_entries(company_id, id) on delete cascade
);
alter table public.break_offers enable row level security;
select private.refuse_non_finite('public.break_offers');
create index break_offers_by_employee on public.break_offers (company_id, employee_id, offered_at desc);
create index break_offers_by_entry on public.break_offers (company_id, time_entry_id);
alter publication supabase_realtime add table public.break_offers;
create table public.heat_rules (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  project_id uuid,
  active boolean default false not null,
  shade_f smallint default 80 not null,
  high_f smallint default 95 not null,
  rest_minutes smallint default 10 not null,
  every_minutes smallint default 120 not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint heat_rules_pkey primary key (company_id, id),
  constraint heat_rules_one_each unique nulls not distinct (company_id, project_id),
  constraint heat_rules_shade_range check (shade_f >= 40 and shade_f <= 130),
  constraint heat_rules_high_range check (high_f >= 40 and high_f <= 130 and high_f >= shade_f),
  constraint heat_rules_rest_range check (rest_minutes >= 5 and rest_minutes <= 60),
  constraint heat_rules_every_range check (every_minutes >= 30 and every_minutes <= 480),
  constraint heat_rules_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade,
  constraint heat_rules_project foreign key (company_id, project_id) references public.projects(company_id, id) on delete cascade
);
alter table public.heat_rules enable row level security;
select private.refuse_non_finite('public.heat_rules');
alter publication supabase_realtime add table public.heat_rules;
