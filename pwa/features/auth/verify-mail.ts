import { auth } from '#contract/auth/calls.ts'
import type { Returned, Sent } from '#contract/http/types.ts'
import type { Session } from '#pwa/lib/api/user-session.ts'

type Body = Sent<typeof auth.verifyMail>['body']

/** The props of the pages of `/verify_mail`. */
export interface MailedLinkProps {
  link: Pick<Body, 'id' | 'expires' | 'signature'>
  facts: Returned<typeof auth.readLink>
  onDone: (how: 'entered' | 'changed') => void
}

/** Consumes a mailed link: that of a sign-up logs in, that of a changed address does not. */
export async function verifyMail(session: Session, body: Body): Promise<'entered' | 'changed'> {
  const answer = await session.call(auth.verifyMail, { body })
  if (answer) await session.admit(answer)
  else if (session.store.get().at === 'member') await session.reload()
  return answer === undefined ? 'changed' : 'entered'
}
