import { FROM, fromLink, roomIn } from './from-link.ts'
import { redirectAfterLogin } from './redirect-after-login.ts'

/**
 * The page that asked for a login, for an email that may be opened on another device: with the link by which this tab came
 * to its room.
 */
export function pageOfEmail(): string {
  const path = redirectAfterLogin()
  const room = roomIn(path)
  const link = room && fromLink.of(room)
  const [page = '', ...fragment] = path.split('#')
  if (!link || new URLSearchParams(page.split('?')[1]).has(FROM)) return path
  return [`${page}${page.includes('?') ? '&' : '?'}${FROM}=${link}`, ...fragment].join('#')
}
