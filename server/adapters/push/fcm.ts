import * as z from 'zod'
import type { Config } from '#server/config/config.ts'
import type { PushMessage, PushOutcome, Target } from '#server/ports/push.ts'
import { pushOutcomeOf } from './answer.ts'
import type { Poster } from './post.ts'
import { errorNameOf } from './web-push.ts'

type Device = Extract<Target, { kind: 'fcm' }>
type Account = NonNullable<Config['push']['firebase']>['account']

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const HOUR_S = 3_600
const TokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() })
/** A token that expires sooner than this is renewed. */
const SPARE_MS = 60_000

interface FcmOptions {
  account: Account
  /** Hosts of Google's API; replaced in tests. */
  api: { messages: string; token: string }
  post: Poster
  timeoutMs: number
  now: () => Date
}

/** Sends notifications by the HTTP v1 API of Firebase Cloud Messaging, which encrypts them for the browser. */
export class Fcm {
  readonly #parts: FcmOptions
  #token: { value: string; until: number } | null = null
  readonly #url

  constructor(parts: FcmOptions) {
    this.#parts = parts
    this.#url = new URL(`/v1/projects/${parts.account.projectId}/messages:send`, parts.api.messages)
  }

  /** JWT signed by the service account (RFC 7523), exchanged for an access token of one hour. */
  async #assertion(): Promise<string> {
    const { importPKCS8, SignJWT } = await import('jose')
    const at = Math.floor(this.#parts.now().getTime() / 1000)
    return new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(this.#parts.account.clientEmail)
      .setAudience(this.#parts.api.token)
      .setIssuedAt(at)
      .setExpirationTime(at + HOUR_S)
      .sign(await importPKCS8(this.#parts.account.privateKey, 'RS256'))
  }

  async #bearer(signal: AbortSignal): Promise<string> {
    if (this.#token && this.#token.until - SPARE_MS > this.#parts.now().getTime())
      return this.#token.value
    const body = new URLSearchParams({ grant_type: GRANT, assertion: await this.#assertion() })
    const answer = await this.#parts.post(new URL(this.#parts.api.token), {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: body.toString(),
      lookup: null,
      signal,
    })
    if (answer.status !== 200) throw new Error(`Google's token endpoint answered ${answer.status}`)
    const json = TokenAnswer.parse(JSON.parse(answer.text))
    this.#token = {
      value: json.access_token,
      until: this.#parts.now().getTime() + json.expires_in * 1000,
    }
    return this.#token.value
  }

  /** A data message: our own service worker displays it, so it is shown once. */
  #bodyOf(target: Device, { payload, ttlS, topic, urgency }: PushMessage) {
    return JSON.stringify({
      message: {
        token: target.token,
        data: { payload },
        webpush: { headers: { TTL: String(ttlS), Topic: topic, Urgency: urgency } },
      },
    })
  }

  async send(target: Device, message: PushMessage, stop: AbortSignal): Promise<PushOutcome> {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(this.#parts.timeoutMs)])
    try {
      const authorization = `Bearer ${await this.#bearer(signal)}`
      const headers = { 'content-type': 'application/json', authorization }
      const body = this.#bodyOf(target, message)
      const answer = await this.#parts.post(this.#url, { headers, body, lookup: null, signal })
      if (answer.status === 401) {
        this.#token = null // Revoked early: the retry requests a new one.
        return { at: 'later', why: 'answered 401', afterMs: null }
      }
      if (isForeign(answer.text)) return { at: 'gone' }
      return pushOutcomeOf(answer.status, answer.retryAfter, this.#parts.now())
    } catch (error) {
      return { at: 'later', why: errorNameOf(error), afterMs: null }
    }
  }
}

/** Token of another project, or an invalid one (firebase.google.com, ErrorCode). */
const isForeign = (text: string) => /"errorCode":\s*"(UNREGISTERED|SENDER_ID_MISMATCH)"/.test(text)
