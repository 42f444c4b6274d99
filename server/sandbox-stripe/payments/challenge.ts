import { randomText } from '../core/ids.ts'
import type { Scope } from '../core/scope.ts'

/** A page for the buyer or seller: the issuer's challenge, a payment number, or onboarding. */
export interface PublicPage {
  id: string
  account: string
  kind: 'challenge' | 'onboarding' | 'voucher'
  /** Id of the intent or of the account. */
  subject: string
  made: number
  /** Result of the challenge; `done`: closed without an answer. */
  state: 'open' | 'done' | 'authenticated' | 'failed'
  return_url: string | null
  refresh_url: string | null
}

export function makePage(
  scope: Scope,
  page: Pick<PublicPage, 'kind' | 'subject' | 'return_url' | 'refresh_url'>,
): { id: string; url: string } {
  const id = randomText(32)
  scope.db
    .prepare(
      `insert into page (id, account, kind, subject, made, state, return_url, refresh_url)
       values (?, ?, ?, ?, ?, 'open', ?, ?)`,
    )
    .run(id, scope.account, page.kind, page.subject, scope.now(), page.return_url, page.refresh_url)
  return { id, url: `${scope.publicUrl}/${page.kind}/${id}` }
}

export const findPage = (db: Scope['db'], kind: PublicPage['kind'], id: string) =>
  db
    .prepare<[string, string], PublicPage>('select * from page where id = ? and kind = ?')
    .get(id, kind)

export const closePage = (db: Scope['db'], id: string, state: PublicPage['state']) =>
  db.prepare('update page set state = ? where id = ?').run(state, id)

/** Closes the pages of an intent that ended otherwise. */
export const closePagesOf = (scope: Scope, subject: string) =>
  scope.db
    .prepare("update page set state = 'done' where account = ? and subject = ? and state = 'open'")
    .run(scope.account, subject)

/** Creates a challenge page, and the redirect to it. */
export function challengeFor(scope: Scope, subject: string, returnUrl: string | null) {
  closePagesOf(scope, subject)
  const { url } = makePage(scope, {
    kind: 'challenge',
    subject,
    return_url: returnUrl,
    refresh_url: null,
  })
  return { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } }
}
