import { UNKNOWN_MIDDLEWARE } from '#contract/shared/messages.ts'
import { isName } from '#contract/shared/rules.ts'
import type { SessionState } from '#pwa/lib/api/session-state.ts'
import type { Session } from '#pwa/lib/api/user-session.ts'
import { setFlags } from '#pwa/lib/flags.ts'
import { paths } from '#pwa/lib/paths.ts'
import { redirectAfterLogin } from '#pwa/lib/redirect-after-login.ts'
import { isKeyOf } from '#pwa/lib/unknown.ts'

/** The input of a guard. */
export interface Visit {
  session: SessionState
  /** The route's own path, `/community/:roomid`. */
  pattern: string
  params: Readonly<Record<string, string | undefined>>
  search: URLSearchParams
  /** The page can be shown from the offline cache. */
  kept?: boolean | undefined
}

export type GuardResult =
  | { at: 'pass'; onPass?: (session: Session) => void }
  /** The session is not restored yet. */
  | { at: 'wait' }
  | { at: 'offline' }
  | { at: 'go'; to: string; returnAfterLogin?: true }
  | { at: 'fail'; status: number; message: string }

type Guard = (visit: Visit) => GuardResult

const PASS: GuardResult = { at: 'pass' }
const NOT_FOUND: GuardResult = { at: 'go', to: paths.notFound }
const LOGIN: GuardResult = { at: 'go', to: paths.login, returnAfterLogin: true }
/** For a page that needs the server: the offline screen, or the login page if only the session is lost. */
const ask = (session: SessionState): GuardResult =>
  session.at === 'offline' && session.reason !== 'session-lost' ? { at: 'offline' } : LOGIN
const SIGNED = ['id', 'expires', 'signature']
const SLUG = /^[\w-]{1,100}$/

const guards = {
  /** Waits for the session, as answers depend on the user. */
  auth: ({ session }) => (session.at === 'checking' ? { at: 'wait' } : PASS),

  /** On each new page: stores its name, closes the menu, hides the message about a changed email address. */
  pages: ({ pattern }) => ({
    at: 'pass',
    onPass: () => setFlags({ page: pattern, user_menu: false, mail_fix: false }),
  }),

  'member-authenticated': ({ session, kept }) => {
    if (session.at === 'offline' && kept && session.user) return PASS
    return session.at === 'member' ? PASS : ask(session)
  },

  /** Sends a logged-in user on to the page that asked for a login, or home. */
  'not-authenticated': ({ session }) => {
    if (session.at !== 'member') return PASS
    return session.isAssumed ? { at: 'wait' } : { at: 'go', to: redirectAfterLogin() }
  },

  /** Refreshes a token that expires soon, for pages where users stay long (a stream, a form). */
  'token-refresh': () => ({ at: 'pass', onPass: (session) => void session.renewIfOld() }),

  verify: ({ search }) => (SIGNED.every((name) => search.get(name)) ? PASS : NOT_FOUND),

  article: ({ params }) => (SLUG.test(params.newsid ?? '') ? PASS : NOT_FOUND),

  /** A profile page: rejects an invalid user name without a request. */
  'new-room': ({ params }) => (isName(params.roomid ?? '') ? PASS : NOT_FOUND),

  /** A URL without a room means the user's own room; a user without one is sent to the page that creates it. */
  room: ({ session, params }) => {
    if (params.roomid !== undefined) return isName(params.roomid) ? PASS : NOT_FOUND
    if (session.at === 'offline' && session.user?.my_room) return PASS
    if (session.at !== 'member') return ask(session)
    return session.user.my_room ? PASS : { at: 'go', to: paths.myRoom }
  },
} satisfies Record<string, Guard>

export type GuardName = keyof typeof guards

const ALWAYS: GuardName[] = ['auth', 'pages']

/** Runs `auth`, `pages` and the route's guards in order. The first verdict other than `pass` wins. */
export function runGuards(names: readonly string[], visit: Visit): GuardResult {
  const effects: ((session: Session) => void)[] = []
  for (const name of [...ALWAYS, ...names]) {
    const guard: Guard | undefined = isKeyOf(guards, name) ? guards[name] : undefined
    if (!guard) return { at: 'fail', status: 500, message: UNKNOWN_MIDDLEWARE }
    const verdict = guard(visit)
    if (verdict.at !== 'pass') return verdict
    if (verdict.onPass) effects.push(verdict.onPass)
  }
  return {
    at: 'pass',
    onPass: (session) => {
      for (const effect of effects) effect(session)
    },
  }
}
