import * as z from 'zod'
import { PASSWORD_MAX } from '../auth/limits.ts'
import { GUARDIAN_NEEDED } from '../auth/messages.ts'
import { Name } from '../auth/shapes.ts'
import { field, flag, line, links, picture, text, tooLongText } from '../shared/form.schema.ts'
import { ABOUT_MAX, DISPLAY_NAME_MAX } from '../shared/limits.ts'
import { DISPLAY_NAME_NEEDED } from '../shared/messages.ts'
import { BirthPart, Gender } from '../shared/person.schema.ts'
import { Member, Path, Yen } from '../shared/shared.schema.ts'
import { FEEDBACK_CATEGORIES } from './calls.ts'
import { FEEDBACK_MAX } from './limits.ts'
import { NotificationSetting, ProfileLink, User } from './user.schema.ts'

/** A user's public page. */
export const PublicUser = Member.extend({
  about: z.string(),
  icon_image_path: Path,
  links: z.array(ProfileLink),
  followers: z.int(),
  following: z.int(),
  followed: z.boolean(),
  room: z
    .object({
      id: z.string(),
      title: z.string(),
      amount: Yen,
      subscribers: z.int(),
      icon_image_path: Path,
    })
    .nullable(),
})

/** Profile fields. Omitted fields stay unchanged; an empty text removes a picture. */
const ProfileWriting = z.object({
  display_name: line
    .pipe(
      z
        .string()
        .min(1, { error: DISPLAY_NAME_NEEDED })
        .max(DISPLAY_NAME_MAX, { error: tooLongText('表示名', DISPLAY_NAME_MAX) }),
    )
    .optional(),
  about: text
    .pipe(z.string().max(ABOUT_MAX, { error: tooLongText('自己紹介', ABOUT_MAX) }))
    .optional(),
  /** Birthday: all three parts or none. */
  birthY: field(BirthPart),
  birthM: field(BirthPart),
  birthD: field(BirthPart),
  gender: field(Gender),
  /** For a birthday under 18 that is given for the first time: '1'. */
  guardian_consent: field(flag(GUARDIAN_NEEDED)),
  icon: picture,
  links: field(links),
})
export type ProfileWriting = z.output<typeof ProfileWriting>

const Public = z.object({ public: z.boolean() })

export const shapes = {
  getMe: { output: User },
  leave: { body: z.object({ password: z.string().min(1).max(PASSWORD_MAX) }) },
  exportMine: {},
  changeProfile: { body: ProfileWriting, output: User },
  changeName: { body: z.object({ name: Name }), output: User },
  getProfile: { params: z.object({ name: z.string() }), output: PublicUser },
  setNotification: { body: NotificationSetting, output: NotificationSetting },
  setAttendance: { body: Public, output: Public },
  setMemberships: { body: Public, output: Public },
  sendFeedback: {
    body: z.object({
      category: z.enum(FEEDBACK_CATEGORIES),
      text: z.string().trim().min(1).max(FEEDBACK_MAX),
    }),
    output: z.object({ id: z.string() }),
  },
}
