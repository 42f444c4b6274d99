/**
 * What new terms keep from nobody: tickets and their doors, watching, one's own data and leaving, reading the terms,
 * asking for help, and the operator's desk.
 */
const OPEN = [
  /^\/account\/(ticketbox|unsubscribe|unsubscribe_fix|setting|help|feedback|payments)(\/|$)/,
  /^\/(terms|privacy|policy|legal|help|gate|admin|takedown)(\/|$)/,
  /^\/community\/[^/]+\/event\/[^/]+/,
]

/** Whether a page waits behind new terms. There too nothing is bought, joined or posted without them: the server sees to it. */
export const isBehind = (pathname: string) => !OPEN.some((open) => open.test(pathname))
