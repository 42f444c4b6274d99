import * as z from 'zod'
import { AccessToken, Joining, Login, Said } from './auth.schema.ts'
import { PASSWORD_MAX } from './limits.ts'
import { Instant } from './shared.schema.ts'
import { SOCIAL_PROVIDERS } from './social.ts'

const Provider = z.enum(SOCIAL_PROVIDERS)
const params = z.object({ provider: Provider })
const Proof = z.object({ password: z.string().min(1).max(PASSWORD_MAX) })

/** Somebody whom another service knows and we do not; what it said of them only fills in a form. */
export const Newcomer = z.object({
  provider: Provider,
  display_name: z.string(),
  email: z.string(),
})

/** How one may get in. */
export const Ways = z.object({
  password: z.boolean(),
  identities: z.array(z.object({ provider: Provider, linked_at: Instant })),
})

export const shapes = {
  goSocial: { params },
  comeBack: {
    params,
    body: z.object({ code: z.string().min(1).max(2_000), state: z.string().min(1).max(200) }),
    output: z.union([AccessToken, Newcomer]),
  },
  getNewcomer: { output: Newcomer },
  joinSocial: { body: Joining, output: Said },
  loginSocial: { body: Login, output: AccessToken },
  listWays: { output: Ways },
  linkIdentity: { params, body: Proof, output: z.object({ url: z.string() }) },
  unlinkIdentity: { params, body: Proof },
}
