import { createHmac } from 'node:crypto'
import { API_BASE } from '#contract/endpoint.ts'
import type { MailKind } from '#contract/unsubscribing/calls.ts'
import type { Deps } from '#server/process/deps.ts'
import { same } from './timing-safe-equal.ts'

interface UnsubscribeRequest {
  id: string
  kind: MailKind
  signature: string
}

/** Unsubscribe links for one kind of email to one person. They do not expire, as old emails are kept. */
export function unsubscribeUrls({ secrets, config }: Pick<Deps, 'secrets' | 'config'>) {
  const signatureOf = (id: string, kind: MailKind) =>
    createHmac('sha256', secrets.link).update(`unsubscribe:${kind}:${id}`).digest('base64url')
  return {
    urlOf(id: string, kind: MailKind) {
      const search = new URLSearchParams({ id, kind, signature: signatureOf(id, kind) })
      return `${config.siteUrl}${API_BASE}/unsubscribe?${search}`
    },
    isOurs: ({ id, kind, signature }: UnsubscribeRequest) => same(signature, signatureOf(id, kind)),
  }
}
