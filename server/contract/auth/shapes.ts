import * as z from 'zod'
import { User } from '../account/user.schema.ts'
import { EmailAddress } from '../shared/email.schema.ts'
import { line } from '../shared/form.schema.ts'
import { DISPLAY_NAME_MAX } from '../shared/limits.ts'
import { fieldName, required } from '../shared/messages.ts'
import { BirthPart, Gender } from '../shared/person.schema.ts'
import { isLocalPath, isName } from '../shared/rules.ts'
import { ById, Instant } from '../shared/shared.schema.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from './limits.ts'
import { NAME_CHARACTERS, TERMS_NEEDED } from './messages.ts'

export const AccessToken = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  /** Seconds. */
  expires_in: z.int(),
  /** The user whose session it is. */
  user_id: z.string(),
})

/** Of a refreshed session: also the user, for whom an app that starts would ask next. Absent if it could not be read. */
const Refreshed = AccessToken.extend({ user: User.optional() })

export const DeviceSession = z.object({
  id: z.string(),
  device: z.string(),
  created_at: Instant,
  last_seen_at: Instant,
  current: z.boolean(),
})

export const NewPassword = z.string().min(PASSWORD_MIN).max(PASSWORD_MAX)
/** In characters. */
const NEXT_MAX = 300
/** Longer than a handle, whose own rule explains its length. */
const NAME_CHECKED_MAX = 64
const Agreed = z.literal(true, TERMS_NEEDED)
export const MessageResponse = z.object({ message: z.string() })

/** A signed link of an email. */
export const SignedLink = z.object({
  id: z.string().max(64),
  /** Seconds since 1970. */
  expires: z.coerce.number().int(),
  signature: z.string().max(128),
})

/** What a signed link of an email does. */
const MailedLink = z.object({
  purpose: z.enum(['sign_up', 'change_email', 'reset_password']),
  /** The address that is verified; null for a password reset, as the account's address may have changed. */
  email: z.string().nullable(),
  /** Handle of a sign-up; null if the page of the link asks for it. */
  name: z.string().nullable(),
  /** The sign-up gave an address only: its link is used with handle, display name and consent. */
  needs_name: z.boolean(),
  needs_password: z.boolean(),
  /** The page that a sign-up came from. */
  next: z.string().nullable(),
})

/** A handle that a user chooses. */
export const Name = z
  .string()
  .trim()
  .min(1, required(fieldName('name')))
  .refine(isName, NAME_CHARACTERS)

const DisplayName = line.pipe(z.string().min(1).max(DISPLAY_NAME_MAX))

/** The page to open after an emailed link: what the person came for. Anything but a path of this site is ignored. */
export const NextPage = z.string().max(NEXT_MAX).refine(isLocalPath).optional().catch(undefined)

/** Fields of every registration. Birthday and gender may wait until the first payment. */
export const Joining = z.object({
  email: EmailAddress,
  name: Name,
  display_name: DisplayName,
  birthY: BirthPart.optional(),
  birthM: BirthPart.optional(),
  birthD: BirthPart.optional(),
  gender: Gender.optional(),
  terms: Agreed,
  /** Required under the age of 18. */
  guardian_consent: z.boolean().optional(),
  next: NextPage,
})

/** What a registration begins with; the rest is sent with the emailed link. */
const SignUp = Joining.partial({ name: true, display_name: true, terms: true })

/** The part of a registration that its link is used with, if the sign-up did not have it. */
const Naming = Joining.pick({ name: true, display_name: true, terms: true }).partial()

export const Login = z.object({
  email: z.string().trim().min(1).max(254),
  password: z.string().min(1).max(PASSWORD_MAX),
})

export const shapes = {
  login: { body: Login, output: AccessToken },
  readRefresh: { output: Refreshed },
  refresh: { output: Refreshed },
  logout: {},
  signUp: { body: SignUp, output: MessageResponse },
  proposeName: {
    body: z.object({
      /** A handle to check; without one, a free handle is proposed. */
      name: z.string().max(NAME_CHECKED_MAX).optional(),
      /** The display name that the proposal resembles. */
      display_name: z.string().max(DISPLAY_NAME_MAX).optional(),
    }),
    output: z.object({
      name: z.string(),
      /** Why it cannot be used; null if it can. */
      error: z.string().nullable(),
    }),
  },
  readLink: { body: SignedLink, output: MailedLink },
  verifyMail: {
    body: SignedLink.extend({ password: NewPassword.optional(), ...Naming.shape }),
    output: AccessToken,
  },
  listSessions: { output: z.array(DeviceSession) },
  endSession: { params: ById },
}
