import * as z from 'zod'
import { PASSWORD_MAX } from '../../auth/limits.ts'
import { Instant } from '../../shared/shared.schema.ts'

const Confirmation = z.object({
  /** When the password is required again; null: now. */
  confirmed_until: Instant.nullable(),
})

export const shapes = {
  getConfirmation: { output: Confirmation },
  confirm: {
    body: z.object({ password: z.string().min(1).max(PASSWORD_MAX) }),
    output: Confirmation,
  },
  endConfirmation: {},
}
