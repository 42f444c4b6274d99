import type { Call } from '#contract/endpoint.ts'
import { CONFIRM_FIRST, TOKEN_EXPIRED } from '#contract/messages.ts'
import type { Deps, Keeper, Viewer } from '#server/process/deps.ts'
import { forbidden, Refusal } from './refusal.ts'

/** Who is calling, once the endpoint's `auth` has let them pass; null for a visitor. */
async function admit(
  auth: Call['auth'],
  token: string | undefined,
  { viewerOf, isConfirmed }: Pick<Deps, 'viewerOf' | 'isConfirmed'>,
): Promise<Viewer | null> {
  if (auth === 'none' || auth === 'cookie') return null
  const viewer = token ? await viewerOf(token) : null
  if (viewer === 'expired') throw new Refusal(401, TOKEN_EXPIRED)
  if (auth === 'optional') {
    // A token that is no good is an answer, not a visitor: the client must learn to log in anew.
    if (token && !viewer) throw new Refusal(401)
    return viewer
  }
  if (!viewer) throw new Refusal(401)
  const isDesk = auth === 'operator' || auth === 'desk'
  if (isDesk && !viewer.operator) throw forbidden()
  if (auth === 'operator' && !(await isConfirmed(viewer))) throw forbidden(CONFIRM_FIRST)
  return viewer
}

export const bearerOf = (authorization: string | undefined): string | undefined =>
  authorization?.match(/^Bearer (.+)$/i)?.[1]

interface Caller {
  viewer: Viewer | null
  gate: Keeper | null
}

/** A gate's phone or a person; where only persons may call, a gate's token is none at all. */
export async function admitCaller(
  auth: Call['auth'],
  token: string | undefined,
  deps: Pick<Deps, 'viewerOf' | 'gateOf' | 'isConfirmed'>,
): Promise<Caller> {
  if (auth !== 'door') return { viewer: await admit(auth, token, deps), gate: null }
  const gate = token ? await deps.gateOf(token) : null
  return { viewer: gate ? null : await admit('viewer', token, deps), gate }
}
