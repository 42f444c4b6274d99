import { auth } from '#contract/auth.ts'
import type { Sent } from '#contract/types.ts'
import type { Session } from '#pwa/lib/session.tsx'

/** Hands in the link of a sign-up, which logs in: true; or of a changed address, which does not. */
export async function verifyMail(
  session: Session,
  link: Sent<typeof auth.verifyMail>['body'],
): Promise<boolean> {
  const answer = await session.call(auth.verifyMail, { body: link })
  if (answer) await session.admit(answer)
  else if (session.store.get().at === 'member') await session.reload()
  return answer !== undefined
}
