import type { Call } from '#contract/endpoint.ts'
import { TOKEN_EXPIRED } from '#contract/messages.ts'
import type { Deps, Viewer } from '#server/deps.ts'
import { forbidden, Refusal } from './refusal.ts'

/** Who is calling, once the endpoint's `auth` has let them pass; null for a visitor. */
export async function admit(
  auth: Call['auth'],
  authorization: string | undefined,
  viewerOf: Deps['viewerOf'],
): Promise<Viewer | null> {
  if (auth === 'none' || auth === 'cookie') return null
  const [, token] = authorization?.match(/^Bearer (.+)$/i) ?? []
  const viewer = token ? await viewerOf(token) : null
  if (viewer === 'expired') throw new Refusal(401, TOKEN_EXPIRED)
  if (auth === 'optional') {
    // A token that is no good is an answer, not a visitor: the client must learn to log in anew.
    if (token && !viewer) throw new Refusal(401)
    return viewer
  }
  if (!viewer) throw new Refusal(401)
  if (auth === 'operator' && !viewer.operator) throw forbidden()
  return viewer
}
