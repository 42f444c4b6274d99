import { PASSWORD_MIN } from '#contract/auth/limits.ts'
import { useSession } from '#pwa/lib/api/session.tsx'
import { useForm } from '#pwa/lib/forms/form.ts'
import { PasswordInput } from '#pwa/ui/forms/PasswordInput.tsx'
import { LinkPress } from './LinkPress.tsx'
import { type MailedLinkProps, verifyMail } from './verify-mail.ts'

/** The last step of a sign-up, opened from the mailed link: sets the password. */
export function SignUpEnd({
  link,
  facts: { email, name, needs_password },
  onDone,
}: MailedLinkProps) {
  const session = useSession()
  const form = useForm({
    initial: { password: '' },
    send: ({ password }) => verifyMail(session, { ...link, ...(needs_password && { password }) }),
    onDone,
  })
  return (
    <LinkPress form={form} submit="登録を完了する">
      <p>
        <b>{email}</b> を、ユーザー名 <b>@{name}</b> で登録します。
        {needs_password && 'これから使うパスワードを決めてください。'}
      </p>
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
    </LinkPress>
  )
}
