-- companies.expenses_on alone says whether expenses are on. Rows here could say otherwise, and nothing writes them any more.
delete from public.company_modules where module = 'expenses';
