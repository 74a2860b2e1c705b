/** Addresses of the server that a browser may open; every other address is a screen of the app. */
export const SERVER_PATHS =
  /^\/([a-z]+\/v\d|lan|push|dev|quickbooks|health|metrics|mcp|\.well-known)(\/|$)|\.[a-z0-9]+$/i;
