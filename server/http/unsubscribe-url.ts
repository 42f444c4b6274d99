import { createHmac } from 'node:crypto'
import { API_BASE } from '#contract/endpoint.ts'
import type { MailKind } from '#contract/unsubscribing.ts'
import type { Deps } from '#server/process/deps.ts'
import { same } from './same.ts'

interface Asked {
  id: string
  kind: MailKind
  signature: string
}

/** Links that stop one kind of mail to one person, and do nothing else; old mails are kept, so they do not run out. */
export function unsubscribeUrls({ secrets, config }: Pick<Deps, 'secrets' | 'config'>) {
  const signatureOf = (id: string, kind: MailKind) =>
    createHmac('sha256', secrets.link).update(`unsubscribe:${kind}:${id}`).digest('base64url')
  return {
    urlOf(id: string, kind: MailKind) {
      const search = new URLSearchParams({ id, kind, signature: signatureOf(id, kind) })
      return `${config.siteUrl}${API_BASE}/unsubscribe?${search}`
    },
    isOurs: ({ id, kind, signature }: Asked) => same(signature, signatureOf(id, kind)),
  }
}
