import { lookup } from 'node:dns'
import type { Outcome, PushMessage, Target, VapidKeys } from '#server/ports/push.ts'
import { NotPublic, publicLookup } from '../public-address.ts'
import { outcomeOf } from './answer.ts'
import { areKeys, type EndpointRules } from './endpoint.ts'
import type { Poster } from './post.ts'

type Browser = Extract<Target, { kind: 'webpush' }>

interface WebPush {
  rules: EndpointRules
  keys: () => Promise<VapidKeys>
  /** Whom a push service may turn to: `mailto:` or `https:`. */
  contact: string
  post: Poster
  patienceMs: number
  now: () => Date
  resolve?: typeof lookup
}

/** Notifications to browsers (RFC 8030), encrypted (RFC 8291) and signed (RFC 8292). */
export function webPush(given: WebPush) {
  const { rules, keys, contact, post, patienceMs, now, resolve = lookup } = given

  /** Loaded when the first one goes out: an idle server can do without. */
  async function detailsOf({ endpoint, keys: theirs }: Browser, message: PushMessage) {
    const { default: library } = await import('web-push')
    return library.generateRequestDetails({ endpoint, keys: theirs }, message.payload, {
      vapidDetails: { subject: contact, ...(await keys()) },
      contentEncoding: 'aes128gcm',
      TTL: message.ttlS,
      urgency: message.urgency,
      topic: message.topic,
    })
  }

  return {
    async allows({ endpoint, keys: theirs }: Browser): Promise<boolean> {
      if (rules.serviceOf(endpoint) === null || !areKeys(theirs)) return false
      return rules.leadsOutside(endpoint)
    },

    async send(target: Browser, message: PushMessage, signal: AbortSignal): Promise<Outcome> {
      // It was looked at when it was saved; since then the rules, or what its name leads to, may have changed.
      if (rules.serviceOf(target.endpoint) === null || !areKeys(target.keys)) return { at: 'gone' }
      const { headers, body } = await detailsOf(target, message)
      const url = new URL(target.endpoint)
      try {
        const answer = await post(url, {
          headers: headers as Record<string, string | number>,
          body: body ?? '',
          lookup: rules.isFree(url) ? null : publicLookup(resolve),
          signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
        })
        return outcomeOf(answer.status, answer.retryAfter, now())
      } catch (error) {
        if (error instanceof NotPublic) return { at: 'refused', why: error.message }
        return { at: 'later', why: nameOf(error), afterMs: null }
      }
    },
  }
}

/** What went wrong on the way, in one word that repeats no address. */
export const nameOf = (error: unknown): string =>
  (error as NodeJS.ErrnoException).code ?? (error instanceof Error ? error.name : typeof error)
