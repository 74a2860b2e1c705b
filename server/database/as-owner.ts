/** As a hosted project runs SQL of its owner: what extensions bring is found without their schema. */
export const AS_OWNER =
  'set local role platform_owner; set local search_path = "$user", public, extensions;';
