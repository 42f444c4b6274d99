import { auth } from '#contract/auth.ts'
import type { Returned, Sent } from '#contract/types.ts'
import type { Session } from '#pwa/lib/session.tsx'

type Body = Sent<typeof auth.verifyMail>['body']

/** What a page of `/verify_mail` is given. */
export interface MailedLinkProps {
  link: Pick<Body, 'id' | 'expires' | 'signature'>
  facts: Returned<typeof auth.readLink>
  onDone: (how: 'entered' | 'changed') => void
}

/** Uses the link of a sign-up up, which logs in; or that of a changed address, which does not. */
export async function verifyMail(session: Session, body: Body): Promise<'entered' | 'changed'> {
  const answer = await session.call(auth.verifyMail, { body })
  if (answer) await session.admit(answer)
  else if (session.store.get().at === 'member') await session.reload()
  return answer === undefined ? 'changed' : 'entered'
}
