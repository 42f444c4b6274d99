import type { User } from '#contract/account/calls.ts'
import { RequestError, refusalOf, Unreachable } from '#contract/http/caller.ts'
import { REFRESH_IMPOSSIBLE, TOKEN_EXPIRED } from '#contract/shared/messages.ts'
import { propertiesOf } from '../unknown.ts'

export interface TokenAnswer {
  access_token: string
  expires_in: number
  /** The user's id. */
  user_id?: string
  /** The user, in the answer to a refresh. */
  user?: unknown
}
const isAccessToken = (answer: unknown): answer is TokenAnswer => {
  const { access_token, expires_in } = propertiesOf(answer)
  return typeof access_token === 'string' && access_token !== '' && Number.isFinite(expires_in)
}

export interface Token {
  value: string
  /** Milliseconds of this device's clock. */
  until: number
  userId: string | undefined
  /** The user as the answer described them; null if it did not. */
  user: User | null
}
/** The access token in an answer. Throws `Unreachable` for an answer without one. */
export function tokenIn(answer: unknown): Token {
  if (!isAccessToken(answer)) throw new Unreachable('no token', 200)
  const { access_token: value, expires_in, user_id: userId, user } = answer
  const until = Date.now() + expires_in * 1000
  return { value, until, userId, user: isUser(user) ? user : null }
}

export const isUser = (answer: unknown): answer is User => {
  const { id, name } = propertiesOf(answer)
  return typeof id === 'string' && id !== '' && typeof name === 'string'
}
/** Something answered, but neither a success of our server nor a temporary failure (5xx, 408, 429). */
export const isUnexpectedAnswer = (error: unknown) =>
  (error instanceof Unreachable || error instanceof RequestError) &&
  error.status !== null &&
  error.status < 500 &&
  ![408, 429].includes(error.status)

/** Whether the server said that there is no session to refresh any more. */
export const isRefreshImpossible = (error: unknown) =>
  error instanceof RequestError && error.status === 500 && error.message === REFRESH_IMPOSSIBLE

/** Whether a 401 is of an access token that a refresh replaces. */
export async function isTokenExpired(response: Response): Promise<boolean> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return refusalOf(body).message === TOKEN_EXPIRED
}
