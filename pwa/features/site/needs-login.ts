/**
 * Pages that new terms never block: tickets and gates, watching, own data and leaving, legal texts, help, and the
 * admin.
 */
const OPEN = [
  /^\/account\/(ticketbox|unsubscribe|unsubscribe_fix|setting|help|feedback|payments)(\/|$)/,
  /^\/(terms|privacy|policy|legal|help|gate|admin|takedown)(\/|$)/,
  /^\/community\/[^/]+\/event\/[^/]+/,
]

/** Whether a page requires consent to new terms. The server enforces it for purchases, joining and posting. */
export const needsLogin = (pathname: string) => !OPEN.some((open) => open.test(pathname))
