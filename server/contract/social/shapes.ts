import * as z from 'zod'
import { PASSWORD_MAX } from '../auth/limits.ts'
import { AccessToken, Joining, Login, MessageResponse } from '../auth/shapes.ts'
import { Instant } from '../shared/shared.schema.ts'
import { SOCIAL_PROVIDERS } from './calls.ts'

const Provider = z.enum(SOCIAL_PROVIDERS)
const params = z.object({ provider: Provider })
const Proof = z.object({ password: z.string().min(1).max(PASSWORD_MAX) })

/** A social account without an account here; its profile prefills the sign-up form. */
export const Newcomer = z.object({
  provider: Provider,
  display_name: z.string(),
  email: z.string(),
})

/** Login methods of an account. */
export const Ways = z.object({
  password: z.boolean(),
  identities: z.array(z.object({ provider: Provider, linked_at: Instant })),
})

export const shapes = {
  goSocial: { params },
  finishSocial: {
    params,
    body: z.object({ code: z.string().min(1).max(2_000), state: z.string().min(1).max(200) }),
    output: z.union([AccessToken, Newcomer]),
  },
  getNewcomer: { output: Newcomer },
  joinSocial: { body: Joining, output: MessageResponse },
  loginSocial: { body: Login, output: AccessToken },
  listWays: { output: Ways },
  linkIdentity: { params, body: Proof, output: z.object({ url: z.string() }) },
  unlinkIdentity: { params, body: Proof },
}
