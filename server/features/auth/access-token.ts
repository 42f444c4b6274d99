import * as errors from 'jose/errors'
import { SignJWT } from 'jose/jwt/sign'
import { jwtVerify } from 'jose/jwt/verify'
import { ACCESS_TOKEN_S } from '#contract/limits.ts'
import { type Held, remembered } from '#server/http/remembered.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import * as query from './queries.ts'

/** Pinned, so that no other kind of signed text of ours passes for a login. */
const TYPE = 'at+jwt'
const ALGORITHM = 'HS256'
const AUDIENCE = 'room'
const REMEMBERED_MAX = 20_000
/** Then the database is asked again: word of an ended session may have been lost on its way to this process. */
const REMEMBERED_MS = 60_000
/** On the bus: a session's id, once it has ended. */
export const SESSION_ENDED = 'session-ended'

interface Known {
  token: string
  viewer: Viewer
}

/** Signs access tokens, and knows the viewer of one. Verified tokens are remembered for a while, until their session ends. */
export function accessTokens({
  read,
  clock,
  bus,
  secrets,
  config,
}: Pick<Deps, 'read' | 'clock' | 'bus' | 'secrets' | 'config'>) {
  const key = new TextEncoder().encode(secrets.token)
  /** By signature, which is short; whose token is not the same in every letter is not known. */
  const known = remembered<Known>({
    clock,
    holdMs: REMEMBERED_MS,
    most: REMEMBERED_MAX,
    async askAgain(those) {
      const bearers = new Map<string, query.Bearer>()
      const sessions = [...those.values()].map(({ viewer }) => viewer.sessionId)
      for (const bearer of await query.listBearers(read, sessions))
        bearers.set(bearer.session_id, bearer)
      const still = [...those].filter(([, { viewer }]) => {
        const bearer = bearers.get(viewer.sessionId)
        return bearer?.id === viewer.id && isOperator(bearer) === viewer.operator
      })
      return new Set(still.map(([signature]) => signature))
    },
  })
  let ended = 0
  bus.subscribe(SESSION_ENDED, (sessionId) => {
    ended++
    known.forgetWhere(({ viewer }) => viewer.sessionId === sessionId)
  })

  async function verify(token: string): Promise<Viewer | 'expired' | null> {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        typ: TYPE,
        audience: AUDIENCE,
        issuer: config.siteUrl,
        requiredClaims: ['sub', 'sid', 'exp'],
        maxTokenAge: ACCESS_TOKEN_S,
        currentDate: clock.now(),
      })
      if (payload.exp! - payload.iat! > ACCESS_TOKEN_S) return null
      const sessionId = String(payload.sid)
      const endedBefore = ended
      const bearer = await query.findBearer(read, sessionId)
      if (bearer?.id !== payload.sub) return null
      const tokenEnds = payload.exp! * 1000
      const viewer = { id: bearer!.id, operator: isOperator(bearer!), sessionId, tokenEnds }
      // A session that ended while we asked may be this one: then the next call asks again.
      if (ended === endedBefore) known.set(signatureOf(token), { token, viewer }, tokenEnds)
      return viewer
    } catch (error) {
      if (error instanceof errors.JWTExpired || isAhead(error)) return 'expired'
      if (error instanceof errors.JOSEError) return null
      throw error
    }
  }

  return {
    sign: (userId: string, sessionId: string) => {
      const now = Math.floor(clock.now().getTime() / 1000)
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
        .setSubject(userId)
        .setIssuer(config.siteUrl)
        .setAudience(AUDIENCE)
        .setIssuedAt(now)
        .setExpirationTime(now + ACCESS_TOKEN_S)
        .sign(key)
    },
    /** What is known of a token, for a line on which it comes again and again. */
    find: (token: string): Held<Known> | undefined => known.find(signatureOf(token)),
    /** As `viewerOf`, of what `find` found; undefined for another token, and once it does not hold any more. */
    viewerIn(held: Held<Known>, token: string): Viewer | undefined {
      const found = known.read(held)
      return found?.token === token ? found.viewer : undefined
    },
    /** At once where the token is known; else it is verified. */
    viewerOf(token: string): Viewer | Promise<Viewer | 'expired' | null> {
      const found = known.get(signatureOf(token))
      return found?.token === token ? found.viewer : verify(token)
    },
  }
}

const signatureOf = (token: string) => token.slice(token.lastIndexOf('.') + 1)
/** Ours, signed before the clock was set back: its browser gets another, and stays logged in. */
const isAhead = (error: unknown) =>
  error instanceof errors.JWTClaimValidationFailed &&
  error.claim === 'iat' &&
  error.reason === 'check_failed' &&
  Number(error.payload.exp) - Number(error.payload.iat) === ACCESS_TOKEN_S
const isOperator = ({ role }: query.Bearer) => role === 'operator'

export type AccessTokens = ReturnType<typeof accessTokens>
