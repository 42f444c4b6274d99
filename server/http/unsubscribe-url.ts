// Unsubscribe links for one kind of email to one person. They do not expire, as old emails are kept.

import { createHmac } from 'node:crypto'
import { API_BASE } from '#contract/http/endpoint.ts'
import type { MailKind } from '#contract/unsubscribing/calls.ts'
import type { Deps } from '#server/process/deps.ts'
import { same } from './timing-safe-equal.ts'

type LinkDeps = Pick<Deps, 'secrets' | 'config'>

interface UnsubscribeRequest {
  id: string
  kind: MailKind
  signature: string
}

const signatureOf = (deps: LinkDeps, id: string, kind: MailKind) =>
  createHmac('sha256', deps.secrets.link).update(`unsubscribe:${kind}:${id}`).digest('base64url')

export function unsubscribeUrl(deps: LinkDeps, id: string, kind: MailKind) {
  const search = new URLSearchParams({ id, kind, signature: signatureOf(deps, id, kind) })
  return `${deps.config.siteUrl}${API_BASE}/unsubscribe?${search}`
}

export const isUnsubscribeUrl = (deps: LinkDeps, { id, kind, signature }: UnsubscribeRequest) =>
  same(signature, signatureOf(deps, id, kind))
