-- Documents of the demo company; their files are in seed/documents. Loaded after demo.sql, relative to today.

create or replace function pg_temp.demo_id(key text) returns uuid language sql immutable as $$
  select overlay(overlay(md5('chalkline demo ' || key) placing '4' from 13) placing 'a' from 17)::uuid;
$$;

insert into public.folders (company_id, id, project_id, name, audience, created_by)
  select pg_temp.demo_id('company'), pg_temp.demo_id('folder ' || name), pg_temp.demo_id(project), name, audience::jsonb, pg_temp.demo_id('owner@example.com')
  from (values
    (null, 'Handbook', '{"everyone": true}'),
    (null, 'Safety', '{"everyone": true}'),
    (null, 'Insurance', '{"roles": ["owner", "manager"]}'),
    ('P100', 'Plans', '{"everyone": true}'),
    ('P100', 'Safety on site', '{"everyone": true}'),
    ('P100', 'Permits', '{"roles": ["owner", "manager", "foreman"]}')
  ) as folder (project, name, audience);

insert into public.documents (company_id, id, folder_id, name, expires_on, required_reading, created_by)
  select pg_temp.demo_id('company'), pg_temp.demo_id('document ' || name), pg_temp.demo_id('folder ' || folder), name,
    current_date + expires_in, required, pg_temp.demo_id('owner@example.com')
  from (values
    ('Safety on site', 'Fall protection plan', null, true),
    ('Safety on site', 'Crane certificate', 19, false),
    ('Safety on site', 'Site safety orientation', null, true),
    ('Safety on site', 'Emergency contacts', null, false),
    ('Safety on site', 'Silica exposure plan', 317, true),
    ('Permits', 'Street use permit', 26, false),
    ('Plans', 'Level 2 floor plan', null, false),
    ('Handbook', 'Employee handbook', null, false),
    ('Safety', 'Company safety policy', null, true),
    ('Insurance', 'General liability certificate', 120, false)
  ) as document (folder, name, expires_in, required);

create temporary table demo_versions on commit drop as
  select * from (values
    ('Fall protection plan', 1, 'P100', 'First issue', 68, 1039, '441e89e1928f2649eebc7f5e39fded3bfc73d014ae639860e88cfda3e4f74dc8',
      'Fall protection plan Harborview Medical Annex 1. Tie off before you step past the red line. Anchor points are marked yellow. 2. Inspect harness and lanyard every morning. A damaged one is cut up, not put back. 3. Nobody works alone at the edge.'),
    ('Fall protection plan', 2, 'P100', 'New rescue procedure', 44, 1160, '0055152464c6457dd33746664890875f5b183bba14cf77443d35ddcf028672b9',
      'Fall protection plan Harborview Medical Annex 1. Tie off before you step past the red line. Anchor points are marked yellow. 2. Inspect harness and lanyard every morning. A damaged one is cut up, not put back. 3. Nobody works alone at the edge. 4. Rescue: call the foreman on channel 2, then 911. The rescue kit hangs at stair B.'),
    ('Fall protection plan', 3, 'P100', 'Tie-off points on level 3', 2, 1379, '952e4af9fc22e5b815a3a16a9f459fdb5be8b7d8d00fd9a3a7ee1c5005838d5e',
      'Fall protection plan Harborview Medical Annex 1. Tie off before you step past the red line. Anchor points are marked yellow. 2. Inspect harness and lanyard every morning. A damaged one is cut up, not put back. 3. Nobody works alone at the edge. 4. Rescue: call the foreman on channel 2, then 911. The rescue kit hangs at stair B. 5. Level 3: tie off to the steel columns only, not to the deck rail. Engánchate antes de pasar la línea roja. Los puntos de anclaje están marcados en amarillo.'),
    ('Crane certificate', 1, 'P100', 'Inspection of last year', 360, 779, '62f1099620f71fb397823ebef9a5ba6fe6593313edd7c81ef8fb351655a3c029',
      'Crane certificate Annual inspection of tower crane TC-1. Passed.'),
    ('Crane certificate', 2, 'P100', 'Annual inspection', 70, 802, '49d758802e23b6bba6b17daf06edc3c631a8bc96c032a2dd0f2456eedeb25fb7',
      'Crane certificate Annual inspection of tower crane TC-1. Passed. Load test 110 percent.'),
    ('Site safety orientation', 1, 'P100', 'Spanish and English', 50, 901, '84ec3b02cb42bc71b6c9b7154167aabf3d9e17aa48fcd05caca63495416a9f21',
      'Site safety orientation Hard hat, vest and boots from the gate on. Assembly point: north lot. Casco, chaleco y botas desde la entrada. Punto de reunión: lote norte.'),
    ('Emergency contacts', 1, 'P100', 'First issue', 18, 890, 'da243acd695edaa36c501b33e07def50584eaf39e6e92102ea5c39ac054049f3',
      'Emergency contacts Fire, police, ambulance: 911 Nearest hospital: Harborview Health, 200 Bay Street Foreman: Luis Ortega, channel 2'),
    ('Silica exposure plan', 1, 'P100', 'First issue', 46, 832, '7f0a9058ce870d9d75d44099fdcb0938ce4210730fbeee2242f6c2b57fd6914a',
      'Silica exposure plan Cut wet or with a vacuum shroud. Half mask with P100 filter when grinding indoors.'),
    ('Street use permit', 1, 'P100', 'First issue', 64, 799, '3ae622a81c604da766a5469bb89c84b4225d9903a22d2b151a95076b6a6cdd57',
      'Street use permit City of Albany. Sidewalk and one lane of Bay Street, 7 AM to 5 PM.'),
    ('Level 2 floor plan', 1, 'P100', 'Issued for construction', 30, 789, 'a5d18c51c165aa774572c9efdb2f1fe70cf5fd2aa675b5f5554f68a45dfaa557',
      'Level 2 floor plan Sheet A-102. Slab edge, stairs A and B, shaft openings.'),
    ('Employee handbook', 1, null, 'First issue', 200, 865, '6a6f8feeac01ac1611314727d0cf8b37ce60bd694955d75411b2577d510f2126',
      'Employee handbook Hours, breaks, time off and how to reach the office. Horas, descansos, días libres y cómo llamar a la oficina.'),
    ('Company safety policy', 1, null, 'First issue', 90, 851, '796b37295e8e4958414f721ccc26cbfbe195099f639fd21e3d263a12bf87b6d3',
      'Company safety policy Everyone may stop work that is not safe. Cualquiera puede parar un trabajo que no es seguro.'),
    ('General liability certificate', 1, null, 'Policy year', 120, 817, '3f16459bd33bb561189641a817d3bd79d5926adbeb4fcc9e1e850e95e5f35c0e',
      'General liability certificate Certificate of insurance. General liability, two million per occurrence.')
  ) as version (name, version, project, note, days_ago, size_bytes, sha256, content);
insert into public.document_versions (company_id, id, document_id, version, path, file_name, media_type, size_bytes, page_count, sha256, note,
    superseded_at, created_at, created_by)
  select pg_temp.demo_id('company'), pg_temp.demo_id('document ' || v.name || ' v' || v.version), pg_temp.demo_id('document ' || v.name), v.version,
    pg_temp.demo_id('company') || '/' || coalesce(pg_temp.demo_id(v.project)::text, 'company') || '/' || pg_temp.demo_id('document ' || v.name || ' v' || v.version) || '.pdf',
    v.name || '.pdf', 'application/pdf', v.size_bytes, 1, v.sha256, v.note,
    (select now() - make_interval(days => n.days_ago) from demo_versions n where n.name = v.name and n.version = v.version + 1),
    now() - make_interval(days => v.days_ago), pg_temp.demo_id('owner@example.com')
  from demo_versions v order by v.name, v.version;
insert into private.document_texts (company_id, version_id, content)
  select pg_temp.demo_id('company'), pg_temp.demo_id('document ' || v.name || ' v' || v.version), v.content from demo_versions v;

-- The plan was signed by nearly everyone in its second version, and by some in the third; the orientation by all.
insert into public.document_signatures (company_id, version_id, employee_id, signed_name, language, signed_at)
  select e.company_id, pg_temp.demo_id('document ' || s.document), e.id, e.first_name || ' ' || e.last_name, case when e.language like 'es%' then 'es' else 'en' end,
    now() - make_interval(days => s.days_ago)
  from (values ('Fall protection plan v2', 40, '9999'), ('Fall protection plan v3', 1, '1007'), ('Site safety orientation v1', 45, '9999'),
    ('Silica exposure plan v1', 41, '1010'), ('Company safety policy v1', 80, '1008')) as s (document, days_ago, up_to)
  join public.employees e on e.company_id = pg_temp.demo_id('company') and e.active and e.employee_number <= s.up_to;
insert into public.document_reads (company_id, version_id, employee_id, opened_at)
  select e.company_id, pg_temp.demo_id('document Fall protection plan v3'), e.id, now() - interval '1 day'
  from public.employees e where e.company_id = pg_temp.demo_id('company') and e.employee_number = '1008';
