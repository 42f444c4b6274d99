import * as z from 'zod'
import { PASSWORD_MAX } from '../auth/limits.ts'
import { MessageResponse, NewPassword, NextPage, SignedLink } from '../auth/shapes.ts'
import { EmailAddress } from '../shared/email.schema.ts'

export const shapes = {
  requestReset: {
    body: z.object({ email: EmailAddress, next: NextPage }),
    output: MessageResponse,
  },
  verifyReset: { body: SignedLink },
  hasResetToken: {},
  setPassword: {
    body: z.object({ password: NewPassword, password_confirmation: z.string() }),
  },
  changePassword: {
    body: z.object({
      current_password: z.string().min(1).max(PASSWORD_MAX),
      password: NewPassword,
    }),
  },
  changeEmail: {
    body: z.object({ email: EmailAddress, password: z.string().min(1).max(PASSWORD_MAX) }),
    output: MessageResponse,
  },
}
