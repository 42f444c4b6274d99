import type { Call } from '#contract/http/endpoint.ts'
import { CONFIRM_FIRST } from '#contract/operator/messages.ts'
import { TOKEN_EXPIRED } from '#contract/shared/messages.ts'
import type { Deps, GateDevice, Viewer } from '#server/process/deps.ts'
import { ApiError, forbidden } from './api-error.ts'

/** Authenticates and authorizes the caller by the endpoint's `auth`; null for a visitor. */
async function admit(
  auth: Call['auth'],
  token: string | undefined,
  { viewerOf, isConfirmed }: Pick<Deps, 'viewerOf' | 'isConfirmed'>,
): Promise<Viewer | null> {
  if (auth === 'none' || auth === 'cookie') return null
  const viewer = token ? await viewerOf(token) : null
  if (viewer === 'expired') throw new ApiError(401, TOKEN_EXPIRED)
  if (auth === 'optional') {
    // An invalid token is not a visitor: the client must learn that it has to log in again.
    if (token && !viewer) throw new ApiError(401)
    return viewer
  }
  if (!viewer) throw new ApiError(401)
  const isAdmin = auth === 'operator' || auth === 'desk'
  if (isAdmin && !viewer.operator) throw forbidden()
  if (auth === 'operator' && !(await isConfirmed(viewer))) throw forbidden(CONFIRM_FIRST)
  return viewer
}

export const bearerOf = (authorization: string | undefined): string | undefined =>
  authorization?.match(/^Bearer (.+)$/i)?.[1]

interface Caller {
  viewer: Viewer | null
  gate: GateDevice | null
}

/** A gate's phone or a person; a gate's token is invalid where only persons may call. */
export async function admitCaller(
  auth: Call['auth'],
  token: string | undefined,
  deps: Pick<Deps, 'viewerOf' | 'gateOf' | 'isConfirmed'>,
): Promise<Caller> {
  if (auth !== 'door') return { viewer: await admit(auth, token, deps), gate: null }
  const gate = token ? await deps.gateOf(token) : null
  return { viewer: gate ? null : await admit('viewer', token, deps), gate }
}
