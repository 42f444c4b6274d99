import * as errors from 'jose/errors'
import { SignJWT } from 'jose/jwt/sign'
import { jwtVerify } from 'jose/jwt/verify'
import { ACCESS_TOKEN_S } from '#contract/auth/limits.ts'
import { Cache, type CacheHandle } from '#server/http/answers/cache.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import * as query from '../queries.ts'

/** Fixed `typ` header, so that no other JWT signed with the key is accepted as an access token. */
const TYPE = 'at+jwt'
const ALGORITHM = 'HS256'
const AUDIENCE = 'room'
const CACHE_MAX = 20_000
/** Maximum age of a cached token before the database is asked again: a SESSION_ENDED message may have been lost. */
const CACHE_MS = 60_000
/** Bus topic: id of a session that has ended. */
export const SESSION_ENDED = 'session-ended'

interface CachedToken {
  token: string
  viewer: Viewer
}

/** Signs and verifies access tokens. Verified tokens are cached for a while, until their session ends. */
export class AccessTokens {
  readonly #deps: Pick<Deps, 'read' | 'clock' | 'bus' | 'secrets' | 'config'>
  readonly #key
  /** Keyed by signature, which is short; the whole token is compared on a hit. */
  readonly #known
  #ended = 0

  constructor(deps: Pick<Deps, 'read' | 'clock' | 'bus' | 'secrets' | 'config'>) {
    this.#deps = deps
    this.#key = new TextEncoder().encode(deps.secrets.token)
    this.#known = new Cache<CachedToken>({
      clock: deps.clock,
      holdMs: CACHE_MS,
      max: CACHE_MAX,
      async askAgain(those) {
        const bearers = new Map<string, query.Bearer>()
        const sessions = [...those.values()].map(({ viewer }) => viewer.sessionId)
        for (const bearer of await query.listBearers(deps.read, sessions))
          bearers.set(bearer.session_id, bearer)
        const still = [...those].filter(([, { viewer }]) => {
          const bearer = bearers.get(viewer.sessionId)
          return bearer?.id === viewer.id && isOperator(bearer) === viewer.operator
        })
        return new Set(still.map(([signature]) => signature))
      },
    })
    deps.bus.subscribe(SESSION_ENDED, (sessionId) => {
      this.#ended++
      this.#known.removeWhere(({ viewer }) => viewer.sessionId === sessionId)
    })
  }

  async #verify(token: string): Promise<Viewer | 'expired' | null> {
    try {
      const { payload } = await jwtVerify(token, this.#key, {
        algorithms: [ALGORITHM],
        typ: TYPE,
        audience: AUDIENCE,
        issuer: this.#deps.config.siteUrl,
        requiredClaims: ['sub', 'sid', 'exp'],
        maxTokenAge: ACCESS_TOKEN_S,
        currentDate: this.#deps.clock.now(),
      })
      const { exp, iat } = payload
      // `jwtVerify` requires both.
      if (exp === undefined || iat === undefined || exp - iat > ACCESS_TOKEN_S) return null
      const sessionId = String(payload.sid)
      const endedBefore = this.#ended
      const bearer = await query.findBearer(this.#deps.read, sessionId)
      if (!bearer || bearer.id !== payload.sub) return null
      const tokenEnds = exp * 1000
      const viewer = { id: bearer.id, operator: isOperator(bearer), sessionId, tokenEnds }
      // If any session ended during the query, this one may have: leave it uncached, so that the next call asks
      // again.
      if (this.#ended === endedBefore)
        this.#known.set(signatureOf(token), { token, viewer }, tokenEnds)
      return viewer
    } catch (error) {
      if (error instanceof errors.JWTExpired || isAhead(error)) return 'expired'
      if (error instanceof errors.JOSEError) return null
      throw error
    }
  }

  sign(userId: string, sessionId: string) {
    const now = Math.floor(this.#deps.clock.now().getTime() / 1000)
    return new SignJWT({ sid: sessionId })
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
      .setSubject(userId)
      .setIssuer(this.#deps.config.siteUrl)
      .setAudience(AUDIENCE)
      .setIssuedAt(now)
      .setExpirationTime(now + ACCESS_TOKEN_S)
      .sign(this.#key)
  }

  /** Cache entry of a token, for a connection that sends the same token repeatedly. */
  find(token: string): CacheHandle<CachedToken> | undefined {
    return this.#known.find(signatureOf(token))
  }

  /** Like `viewerOf`, for an entry from `find`; undefined for another token or an expired entry. */
  viewerIn(entry: CacheHandle<CachedToken>, token: string): Viewer | undefined {
    const cached = this.#known.read(entry)
    return cached?.token === token ? cached.viewer : undefined
  }

  /** Synchronous for a cached token; otherwise the token is verified. */
  viewerOf(token: string): Viewer | Promise<Viewer | 'expired' | null> {
    const cached = this.#known.get(signatureOf(token))
    return cached?.token === token ? cached.viewer : this.#verify(token)
  }
}

const signatureOf = (token: string) => token.slice(token.lastIndexOf('.') + 1)
/** One of our tokens, issued before the clock was set back: treated as expired, so that the client refreshes it. */
const isAhead = (error: unknown) =>
  error instanceof errors.JWTClaimValidationFailed &&
  error.claim === 'iat' &&
  error.reason === 'check_failed' &&
  Number(error.payload.exp) - Number(error.payload.iat) === ACCESS_TOKEN_S
const isOperator = ({ role }: query.Bearer) => role === 'operator'
