import type { ReactNode } from 'react'
import { account } from '#contract/account/calls.ts'
import { PASSWORD_MIN } from '#contract/auth/limits.ts'
import { useSession } from '#pwa/lib/api/session.tsx'
import { useFittedPictures } from '#pwa/lib/forms/editing/useFittedPictures.ts'
import { useForm } from '#pwa/lib/forms/form.ts'
import { ImageUpload } from '#pwa/ui/forms/ImageUpload.tsx'
import { PasswordInput } from '#pwa/ui/forms/PasswordInput.tsx'
import { LinkPress } from './LinkPress.tsx'
import { EMPTY_NAMING, NamingFields, SiteTerms, toNaming } from './NamingFields.tsx'
import { type MailedLinkProps, verifyMail } from './verify-mail.ts'

interface SignUpEndProps extends MailedLinkProps {
  /** What the person came for. */
  children?: ReactNode
}

const EMPTY = { ...EMPTY_NAMING, password: '' }
const NO_FACE = { icon: null }

/** The last step of a sign-up, opened from the mailed link: name, face and password. */
export function SignUpEnd({ link, facts, onDone, children }: SignUpEndProps) {
  const { email, name, needs_name, needs_password } = facts
  const session = useSession()
  const pictures = useFittedPictures(NO_FACE)
  const face = pictures.field('icon')
  const form = useForm({
    initial: EMPTY,
    draft: { kind: 'signUp', id: null, omit: ['terms'] },
    async send({ password, ...naming }) {
      const { icon } = await pictures.ready()
      const done = await verifyMail(session, {
        ...link,
        ...(needs_name && toNaming(naming)),
        ...(needs_password && { password }),
      })
      // The account exists: a picture that fails now can be chosen again in the profile.
      if (icon) await saveFace(session, icon).catch(console.error)
      return done
    },
    onDone,
  })
  return (
    <LinkPress form={form} submit="登録を完了する">
      {children}
      <p>
        <b>{email}</b> を
        {name && (
          <>
            、ユーザー名 <b>@{name}</b> で
          </>
        )}
        登録します。
      </p>
      {needs_name && (
        <>
          <NamingFields form={form} />
          <ImageUpload
            label="アイコン画像"
            hint="丸く表示されます。あとからでも選べます"
            shape="avatar"
            {...face}
            onChange={(icon) => {
              form.clearErrors('icon')
              face.onChange(icon)
            }}
          />
        </>
      )}
      {needs_password && (
        <>
          {/* For password managers, which save the password with this address. */}
          <input type="hidden" name="username" autoComplete="username" value={email ?? ''} />
          <PasswordInput
            label="パスワード"
            hint={`${PASSWORD_MIN}文字以上`}
            require
            autoComplete="new-password"
            {...form.field('password')}
          />
        </>
      )}
      {needs_name && <SiteTerms form={form} />}
    </LinkPress>
  )
}

async function saveFace(session: ReturnType<typeof useSession>, icon: File) {
  const body = new FormData()
  body.set('icon', icon)
  session.update(await session.call(account.changeProfile, { body }))
}
