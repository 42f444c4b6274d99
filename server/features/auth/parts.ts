import type { Deps } from '#server/process/deps.ts'
import { passwordAttempts } from './attempts.ts'
import { mailedLinks } from './emails/links.ts'
import { mailRequests } from './emails/mail-requests.ts'
import { authService } from './service.ts'
import type { AccessTokens } from './sessions/access-token.ts'
import { sessionStore } from './sessions/sessions.ts'
import { type OnNewUser, signUpService } from './sign-up.ts'

/** Shared parts of all login methods: one counter of wrong passwords, one of emails, one session keeper. */
export function authParts(deps: Deps, tokens: AccessTokens, onNewUser: OnNewUser) {
  const sessions = sessionStore(deps, tokens)
  const attempts = passwordAttempts(deps)
  const links = mailedLinks(deps)
  const requests = mailRequests(deps)
  const service = authService(deps, sessions, attempts)
  const joining = signUpService(deps, { sessions, links, requests, onNewUser })
  return { sessions, attempts, links, requests, service, joining }
}
export type AuthParts = ReturnType<typeof authParts>
