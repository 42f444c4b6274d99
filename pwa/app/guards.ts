import { UNKNOWN_MIDDLEWARE } from '#contract/messages.ts'
import { isName } from '#contract/rules.ts'
import { setFlags } from '#pwa/lib/flags.ts'
import { paths } from '#pwa/lib/paths.ts'
import { redirectAfterLogin } from '#pwa/lib/redirect-after-login.ts'
import type { Session, SessionState } from '#pwa/lib/session.tsx'

/** What a guard may look at. */
export interface Visit {
  session: SessionState
  /** The route's own path, `/community/:roomid`. */
  pattern: string
  params: Readonly<Record<string, string | undefined>>
  search: URLSearchParams
  /** The device may hold what this page shows. */
  kept?: boolean | undefined
}

export type Verdict =
  | { at: 'pass'; onPass?: (session: Session) => void }
  /** Who is here is not known yet. */
  | { at: 'wait' }
  | { at: 'offline' }
  | { at: 'go'; to: string; comeBack?: true }
  | { at: 'fail'; status: number; message: string }

type Guard = (visit: Visit) => Verdict

const PASS: Verdict = { at: 'pass' }
const NOT_FOUND: Verdict = { at: 'go', to: paths.notFound }
const LOGIN: Verdict = { at: 'go', to: paths.login, comeBack: true }
/** For what needs an answer: without a network there is none, without a session only after a login. */
const ask = (session: SessionState): Verdict =>
  session.at === 'offline' && session.reason !== 'session-lost' ? { at: 'offline' } : LOGIN
const SIGNED = ['id', 'expires', 'signature']
const SLUG = /^[\w-]{1,100}$/

const guards = {
  /** Nothing is shown until it is known for whom: what a room answers depends on it. */
  auth: ({ session }) => (session.at === 'checking' ? { at: 'wait' } : PASS),

  /** A new page: its name is noted, the menu closes, and the word about a changed mail address goes. */
  pages: ({ pattern }) => ({
    at: 'pass',
    onPass: () => setFlags({ page: pattern, user_menu: false, mail_fix: false }),
  }),

  'member-authenticated': ({ session, kept }) => {
    if (session.at === 'offline' && kept && session.user) return PASS
    return session.at === 'member' ? PASS : ask(session)
  },

  /** Who is logged in needs no login: on to where they were going, or home. */
  'not-authenticated': ({ session }) =>
    session.at === 'member' ? { at: 'go', to: redirectAfterLogin() } : PASS,

  /** What follows may take a while (a film, a long form): the token shall not run out meanwhile. */
  'token-refresh': () => ({ at: 'pass', onPass: (session) => void session.renewIfOld() }),

  verify: ({ search }) => (SIGNED.every((name) => search.get(name)) ? PASS : NOT_FOUND),

  article: ({ params }) => (SLUG.test(params.newsid ?? '') ? PASS : NOT_FOUND),

  /** A user's page: what cannot be a name is no page, and nobody need be asked. */
  'new-room': ({ params }) => (isName(params.roomid ?? '') ? PASS : NOT_FOUND),

  /** Without a room in the URL it is one's own; without one of one's own there is nothing to show. */
  room: ({ session, params }) => {
    if (params.roomid !== undefined) return isName(params.roomid) ? PASS : NOT_FOUND
    if (session.at === 'offline' && session.user?.my_room) return PASS
    if (session.at !== 'member') return ask(session)
    return session.user.my_room ? PASS : { at: 'go', to: paths.myRoom }
  },
} satisfies Record<string, Guard>

export type GuardName = keyof typeof guards

const ALWAYS: GuardName[] = ['auth', 'pages']

/** Runs the guards in their order, `auth` and `pages` before the route's own; the first that objects decides. */
export function runGuards(names: readonly string[], visit: Visit): Verdict {
  const effects: ((session: Session) => void)[] = []
  for (const name of [...ALWAYS, ...names]) {
    const guard: Guard | undefined = Object.hasOwn(guards, name)
      ? guards[name as GuardName]
      : undefined
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
