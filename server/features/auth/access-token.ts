import * as errors from 'jose/errors'
import { SignJWT } from 'jose/jwt/sign'
import { jwtVerify } from 'jose/jwt/verify'
import { ACCESS_TOKEN_S } from '#contract/limits.ts'
import type { Deps, Viewer } from '#server/deps.ts'
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

interface Remembered {
  viewer: Viewer
  /** Milliseconds. */
  until: number
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
  const remembered = new Map<string, Remembered>()
  let ended = 0
  bus.subscribe(SESSION_ENDED, (sessionId) => {
    ended++
    for (const [token, { viewer }] of remembered)
      if (viewer.sessionId === sessionId) remembered.delete(token)
  })

  function remember(token: string, found: Remembered) {
    if (remembered.size >= REMEMBERED_MAX) remembered.delete(remembered.keys().next().value!)
    remembered.set(token, found)
  }

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
      const operator = bearer!.role === 'operator'
      const viewer = { id: bearer!.id, operator, sessionId, tokenEnds }
      // A session that ended while we asked may be this one: then the next call asks again.
      const until = Math.min(tokenEnds, clock.now().getTime() + REMEMBERED_MS)
      if (ended === endedBefore) remember(token, { viewer, until })
      return viewer
    } catch (error) {
      if (error instanceof errors.JWTExpired) return 'expired'
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
    async viewerOf(token: string): Promise<Viewer | 'expired' | null> {
      const known = remembered.get(token)
      if (known && clock.now().getTime() < known.until) return known.viewer
      remembered.delete(token)
      return verify(token)
    },
  }
}
export type AccessTokens = ReturnType<typeof accessTokens>
