import { Link } from 'react-router-dom'
import { auth } from '#contract/auth/calls.ts'
import { DISPLAY_NAME_MAX } from '#contract/shared/limits.ts'
import { type Newcomer, social } from '#contract/social/calls.ts'
import { useCall } from '#pwa/lib/api/api.ts'
import { useForm } from '#pwa/lib/forms/form.ts'
import { paths } from '#pwa/lib/paths.ts'
import { redirectAfterLogin } from '#pwa/lib/redirect-after-login.ts'
import { BirthdayInput } from '#pwa/ui/forms/BirthdayInput.tsx'
import { RadioGroup } from '#pwa/ui/forms/RadioGroup.tsx'
import { TextInput } from '#pwa/ui/forms/TextInput.tsx'
import { Toggle } from '#pwa/ui/forms/Toggle.tsx'
import { AuthForm } from './AuthForm.tsx'
import { EmailInput } from './EmailInput.tsx'
import { NameInput } from './NameInput.tsx'
import type { SentEmail } from './SentScreen.tsx'
import { EMPTY_SIGN_UP, genders, isMinor, type SignUpValues, toSignUp } from './sign-up.ts'
import { useTypedEmail } from './useTypedEmail.ts'

interface SignUpFormProps {
  /** Called with the message to show once the email was sent. */
  onSent: (sent: SentEmail) => void
  /** The new user of a social login. */
  by?: Newcomer
}

/** Everything that an account needs except the password, which is set with the mailed link. */
export function SignUpForm({ onSent, by }: SignUpFormProps) {
  const call = useCall()
  const form = useForm({
    initial: by
      ? { ...EMPTY_SIGN_UP, display_name: by.display_name, email: by.email }
      : EMPTY_SIGN_UP,
    draft: { kind: 'signUp', id: null, omit: ['terms', 'guardian_consent'] },
    async send(values: SignUpValues) {
      const body = toSignUp(values, redirectAfterLogin())
      if (by) return call(social.joinSocial, { body })
      const ask = () => call(auth.signUp, { body })
      return { ...(await ask()), again: ask }
    },
    onDone: onSent,
  })
  const { values } = form
  useTypedEmail(form)
  return (
    <AuthForm form={form} submit="確認メールを送る">
      <TextInput
        label="表示名"
        require
        autoComplete="nickname"
        maxLength={DISPLAY_NAME_MAX}
        {...form.field('display_name')}
      />
      <NameInput
        label="ユーザー名"
        hint="ページのURLになります。半角の英小文字・数字・_ が使えます"
        {...form.field('name')}
      />
      <EmailInput placeholder="name@example.jp" {...form.field('email')} />
      <BirthdayInput
        label="生年月日"
        require
        value={values.birthday}
        onChange={(birthday) => form.set({ birthday })}
        error={form.errorOf('birthY', 'birthM', 'birthD')}
      />
      <RadioGroup label="性別" require options={genders} {...form.field('gender')} />
      {isMinor(values.birthday, new Date()) && (
        <Toggle
          label="保護者の同意を得ています"
          checked={values.guardian_consent}
          onChange={(guardian_consent) => form.set({ guardian_consent })}
          error={form.errorOf('guardian_consent')}
        />
      )}
      <Toggle
        label={
          <>
            <Link className="link" to={paths.terms} target="_blank">
              利用規約
            </Link>
            と
            <Link className="link" to={paths.privacy} target="_blank">
              プライバシーポリシー
            </Link>
            に同意します
          </>
        }
        checked={values.terms}
        onChange={(terms) => form.set({ terms })}
        error={form.errorOf('terms')}
      />
    </AuthForm>
  )
}
