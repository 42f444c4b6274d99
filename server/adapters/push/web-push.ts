import { lookup } from 'node:dns'
import { errorCodeOf } from '#contract/lib/error-code.ts'
import type { PushMessage, PushOutcome, Target, VapidKeys } from '#server/ports/push.ts'
import { NotPublic, publicLookup } from '../public-address.ts'
import { pushOutcomeOf } from './answer.ts'
import { areKeys, type EndpointRules } from './endpoint.ts'
import type { Poster } from './post.ts'

type Browser = Extract<Target, { kind: 'webpush' }>

interface WebPush {
  rules: EndpointRules
  keys: () => Promise<VapidKeys>
  /** Contact for push services: `mailto:` or `https:`. */
  contact: string
  post: Poster
  timeoutMs: number
  now: () => Date
  resolve?: typeof lookup
}

/** Sends notifications to browsers by Web Push (RFC 8030), encrypted (RFC 8291) and signed with VAPID (RFC 8292). */
export function webPush(options: WebPush) {
  const { rules, keys, contact, post, timeoutMs, now, resolve = lookup } = options

  /** The library is imported at the first notification: an idle server does not need it. */
  async function detailsOf({ endpoint, keys: browserKeys }: Browser, message: PushMessage) {
    const { default: library } = await import('web-push')
    return library.generateRequestDetails({ endpoint, keys: browserKeys }, message.payload, {
      vapidDetails: { subject: contact, ...(await keys()) },
      contentEncoding: 'aes128gcm',
      TTL: message.ttlS,
      urgency: message.urgency,
      topic: message.topic,
    })
  }

  return {
    async allows({ endpoint, keys: browserKeys }: Browser): Promise<boolean> {
      if (rules.serviceOf(endpoint) === null || !areKeys(browserKeys)) return false
      return rules.leadsOutside(endpoint)
    },

    async send(target: Browser, message: PushMessage, signal: AbortSignal): Promise<PushOutcome> {
      // Checked again: the rules may have changed since the endpoint was saved.
      if (rules.serviceOf(target.endpoint) === null || !areKeys(target.keys)) return { at: 'gone' }
      const { headers, body } = await detailsOf(target, message)
      const url = new URL(target.endpoint)
      try {
        const answer = await post(url, {
          // The library's type is that of `fetch`; what it returns is a plain object.
          headers: headers as Record<string, string | number>,
          body: body ?? '',
          lookup: rules.isFree(url) ? null : publicLookup(resolve),
          signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        })
        return pushOutcomeOf(answer.status, answer.retryAfter, now())
      } catch (error) {
        if (error instanceof NotPublic) return { at: 'refused', why: error.message }
        return { at: 'later', why: errorNameOf(error), afterMs: null }
      }
    },
  }
}

/** Error code without the message, which may contain the endpoint. */
export const errorNameOf = (error: unknown): string =>
  errorCodeOf(error) ?? (error instanceof Error ? error.name : typeof error)
